import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleOff, Plus, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useTestWebhook, webhooksQuery } from '#/features/integrations/webhooks/api'
import { Deliveries } from '#/features/integrations/webhooks/Deliveries'
import type { Webhook } from '#/features/integrations/webhooks/model'
import { useMinSeverityName } from '#/features/integrations/webhooks/use-min-severity-name'
import { PRESET_NAME, WebhookDialog } from '#/features/integrations/webhooks/WebhookDialog'
import { WebhookMenu } from '#/features/integrations/webhooks/WebhookMenu'
import { figure, measure } from '#/lib/number'
import { usePageCommands } from '#/lib/page-commands'
import { Await } from '#/ui/Await'
import { Badge } from '#/ui/Badge'
import { Button } from '#/ui/Button'
import { EmptyState } from '#/ui/EmptyState'
import { Keys } from '#/ui/Keys'
import { Moment } from '#/ui/Moment'
import { Panel } from '#/ui/Panel'
import { SecretDialog } from '#/ui/SecretDialog'
import { SkeletonRows } from '#/ui/Skeleton'
import { DataTable } from '#/ui/DataTable'
import { toast } from '#/ui/toasts'

type Open =
  | { kind: 'write'; webhook: Webhook | null }
  | { kind: 'secret'; name: string; secret: string; until: string | null }
  | null

/** Where events are sent, and what became of them. */
export function Webhooks() {
  const { t } = useLingui()
  const [open, setOpen] = useState<Open>(null)
  const query = useQuery(webhooksQuery)
  const rows = query.data?.rows ?? []
  const add = () => setOpen({ kind: 'write', webhook: null })
  const show = (name: string, secret: string, until: string | null = null) =>
    setOpen({ kind: 'secret', name, secret, until })
  usePageCommands([{ id: 'add', label: t`Add a webhook`, keys: ['a'], run: add }])

  return (
    <>
      <Panel
        flush
        title={<Trans>Webhooks</Trans>}
        note={query.data && figure(rows.length)}
        actions={
          <Button size="small" onClick={add} icon={<Plus size={14} aria-hidden />} keys={<Keys of={['a']} />}>
            <Trans>Add webhook</Trans>
          </Button>
        }
      >
        <Await
          query={query}
          skeleton={<SkeletonRows rows={3} />}
          failed={<Trans>Couldn’t load the webhooks.</Trans>}
        >
          {list =>
            list.rows.length === 0 ? (
              <EmptyState
                title={<Trans>No webhook yet.</Trans>}
                actions={<Button onClick={add}>{t`Add the first webhook`}</Button>}
              >{t`Send events to your own program or to a team channel.`}</EmptyState>
            ) : (
              <WebhookTable
                rows={list.rows}
                types={list.events}
                onEdit={webhook => setOpen({ kind: 'write', webhook })}
                onSecret={show}
              />
            )
          }
        </Await>
      </Panel>
      {rows.length > 0 && <Deliveries webhooks={rows} />}
      {open?.kind === 'write' && (
        <WebhookDialog
          webhook={open.webhook}
          types={query.data?.events ?? []}
          onClose={() => setOpen(null)}
          onSaved={(name, secret) => (secret ? show(name, secret) : setOpen(null))}
        />
      )}
      {open?.kind === 'secret' && (
        <SecretDialog
          title={<Trans>Secret of {open.name}</Trans>}
          label={t`Secret`}
          value={open.secret}
          onClose={() => setOpen(null)}
        >
          <Trans>The receiver uses it to verify that messages come from this server.</Trans>{' '}
          {open.until && (
            <Trans>
              The previous secret also signs until <Moment at={open.until} />.
            </Trans>
          )}
        </SecretDialog>
      )}
    </>
  )
}

interface TableProps {
  rows: Webhook[]
  types: string[]
  onEdit: (webhook: Webhook) => void
  onSecret: (name: string, secret: string, until: string | null) => void
}

function WebhookTable({ rows, types, onEdit, onSecret }: TableProps) {
  const { t } = useLingui()
  const minSeverityName = useMinSeverityName()
  return (
    <DataTable
      caption={t`Webhooks`}
      rows={rows}
      keyOf={row => row.id}
      columns={[
        {
          head: t`Name`,
          cell: row => (
            <>
              <span className="font-medium">{row.name}</span>{' '}
              <span className="text-12 text-ink-3">{PRESET_NAME[row.preset]}</span>
              <span className="block py-1 md:hidden">
                <HookState row={row} />
              </span>
            </>
          ),
        },
        {
          head: t`Address`,
          wide: true,
          cell: row => (
            <span className="mono block max-w-36 truncate text-ink-2" title={row.url}>
              {row.url}
            </span>
          ),
        },
        {
          head: t`Events`,
          wide: true,
          cell: row => (
            <>
              <span className="block max-w-40 truncate text-ink-2" title={row.events.join(', ')}>
                {row.events.includes('*') ? <Trans>all {types.length}</Trans> : row.events.join(', ')}
              </span>
              {row.minSeverity !== 'any' && (
                <span className="block text-12 text-ink-3">{minSeverityName(row.minSeverity)}</span>
              )}
            </>
          ),
        },
        { head: t`State`, wide: true, cell: row => <HookState row={row} /> },
        {
          head: t`Last answer`,
          wide: true,
          cell: row => (
            <span className="text-ink-3">
              {row.lastStatus} {row.lastAt ? <Moment at={row.lastAt} /> : <Trans>never</Trans>}
            </span>
          ),
        },
        {
          action: true,
          cell: row => (
            <span className="inline-flex gap-1">
              <TestButton row={row} />
              <WebhookMenu row={row} onEdit={() => onEdit(row)} onSecret={onSecret} />
            </span>
          ),
        },
      ]}
    />
  )
}

function HookState({ row }: { row: Webhook }) {
  if (row.state === 'disabled')
    return (
      <span title={row.disabledWhy ?? undefined}>
        <Badge tone="danger" icon={<CircleOff size={12} aria-hidden />}>
          {row.failures >= 50 ? (
            <Trans>off after {row.failures} failures</Trans>
          ) : (
            <Trans>switched off</Trans>
          )}
        </Badge>
      </span>
    )
  if (row.state === 'off')
    return (
      <Badge icon={<CircleOff size={12} aria-hidden />}>
        <Trans>off</Trans>
      </Badge>
    )
  return row.failures > 0 ? (
    <Badge tone="warning" icon={<TriangleAlert size={12} aria-hidden />}>
      <Trans>failing, {row.failures} in a row</Trans>
    </Badge>
  ) : (
    <Badge tone="success" icon={<CircleCheck size={12} aria-hidden />}>
      <Trans>on</Trans>
    </Badge>
  )
}

function TestButton({ row }: { row: Webhook }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const test = useTestWebhook()
  const run = () =>
    test.mutate(
      { id: row.id },
      {
        onSuccess: ({ ok, status, ms, detail }) =>
          toast(
            ok
              ? {
                  tone: 'success',
                  title: t`${row.name} accepted the test.`,
                  detail: [status, ms === null ? null : measure(ms / 1000, 'second', 2)]
                    .filter(part => part !== null)
                    .join(' · '),
                }
              : { tone: 'danger', title: t`${row.name} did not accept the test.`, detail },
          ),
        onError: error =>
          toast({ tone: 'danger', title: t`The test was not sent.`, detail: sayProblem(error) }),
      },
    )
  return (
    <Button size="small" busy={test.isPending} onClick={run} aria-label={t`Test ${row.name}`}>
      <Trans>Test</Trans>
    </Button>
  )
}
