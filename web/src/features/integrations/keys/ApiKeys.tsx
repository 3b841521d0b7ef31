import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { ApiKeyDialog } from '#/features/integrations/keys/ApiKeyDialog'
import { apiKeysQuery, useRevokeKey, useRollKey } from '#/features/integrations/keys/api'
import { CiSnippet } from '#/features/integrations/keys/CiSnippet'
import type { ApiKey } from '#/features/integrations/keys/model'
import { figure } from '#/lib/number'
import { dayOf } from '#/lib/time'
import { Await } from '#/ui/Await'
import { Badge, Tag } from '#/ui/Badge'
import { Button } from '#/ui/Button'
import { ConfirmedButton } from '#/ui/ConfirmedButton'
import { EmptyState } from '#/ui/EmptyState'
import { Moment } from '#/ui/Moment'
import { Panel } from '#/ui/Panel'
import { SecretDialog } from '#/ui/SecretDialog'
import { SkeletonRows } from '#/ui/Skeleton'
import { DataTable } from '#/ui/DataTable'
import { toast } from '#/ui/toasts'

interface Shown {
  name: string
  secret: string
}

/** The keys with which other programs use the API. */
export function ApiKeys() {
  const { t } = useLingui()
  const [making, setMaking] = useState(false)
  const [shown, setShown] = useState<Shown | null>(null)
  const query = useQuery(apiKeysQuery)
  return (
    <>
      <Panel
        flush
        title={<Trans>API keys</Trans>}
        note={query.data && figure(query.data.rows.length)}
        actions={
          <Button size="small" onClick={() => setMaking(true)} icon={<Plus size={14} aria-hidden />}>
            <Trans>New key</Trans>
          </Button>
        }
      >
        <Await
          query={query}
          skeleton={<SkeletonRows rows={2} />}
          failed={<Trans>Couldn’t load API keys.</Trans>}
        >
          {({ rows }) =>
            rows.length === 0 ? (
              <EmptyState
                title={<Trans>No key yet.</Trans>}
                actions={
                  <Button onClick={() => setMaking(true)}>
                    <Trans>Create the first key</Trans>
                  </Button>
                }
              >
                <Trans>
                  With a key that has the scope “builds”, your CI announces a build and its fixes.
                </Trans>
              </EmptyState>
            ) : (
              <KeyTable rows={rows} onShow={setShown} />
            )
          }
        </Await>
      </Panel>
      <CiSnippet />
      {making && (
        <ApiKeyDialog
          scopes={query.data?.scopes ?? []}
          onClose={() => setMaking(false)}
          onMade={(name, secret) => {
            setMaking(false)
            setShown({ name, secret })
          }}
        />
      )}
      {shown && (
        <SecretDialog
          title={<Trans>The key {shown.name}</Trans>}
          label={t`API key`}
          value={shown.secret}
          onClose={() => setShown(null)}
        >{t`Touchstone stores only a fingerprint of it.`}</SecretDialog>
      )}
    </>
  )
}

function KeyTable({ rows, onShow }: { rows: ApiKey[]; onShow: (shown: Shown) => void }) {
  const { t } = useLingui()
  return (
    <DataTable
      compact
      caption={t`API keys`}
      rows={rows}
      keyOf={row => row.id}
      columns={[
        { head: t`Name`, cell: row => <span className="font-medium">{row.name}</span> },
        {
          head: t`Starts with`,
          wide: true,
          cell: row => <span className="mono text-ink-2">{row.prefix}</span>,
        },
        {
          head: t`Permissions`,
          cell: row => (
            <span className="inline-flex gap-1">
              {row.scopes.map(scope => (
                <Tag key={scope}>{scope}</Tag>
              ))}
            </span>
          ),
        },
        {
          head: t`Last used`,
          wide: true,
          cell: row => (
            <span className="text-ink-3">
              {row.lastUsedOn ? dayOf(row.lastUsedOn) : <Trans>never</Trans>}
            </span>
          ),
        },
        { action: true, cell: row => <KeyActions row={row} onShow={onShow} /> },
      ]}
    />
  )
}

function KeyActions({ row, onShow }: { row: ApiKey; onShow: (shown: Shown) => void }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const roll = useRollKey()
  const revoke = useRevokeKey()
  const failed = (error: unknown) =>
    toast({ tone: 'danger', title: t`${row.name} was not changed.`, detail: sayProblem(error) })
  if (row.state === 'revoked' || row.state === 'expired')
    return <Badge>{row.state === 'revoked' ? <Trans>revoked</Trans> : <Trans>expired</Trans>}</Badge>
  return (
    <span className="inline-flex items-center gap-2">
      {row.state === 'ownerless' && (
        <Badge tone="warning">{t`its creator is no longer an administrator`}</Badge>
      )}
      {row.endsAt ? (
        <span className="text-12 text-ink-3">
          <Trans>
            ends <Moment at={row.endsAt} />
          </Trans>
        </span>
      ) : (
        <Button
          size="small"
          kind="ghost"
          busy={roll.isPending}
          aria-label={t`Roll ${row.name}`}
          onClick={() =>
            roll.mutate(
              { id: row.id },
              { onSuccess: ({ secret }) => onShow({ name: row.name, secret }), onError: failed },
            )
          }
        >{t`Roll`}</Button>
      )}
      <ConfirmedButton
        size="small"
        kind="ghost"
        aria-label={t`Revoke ${row.name}`}
        label={<Trans>Revoke</Trans>}
        title={<Trans>Revoke the key “{row.name}”?</Trans>}
        action={<Trans>Revoke the key</Trans>}
        busy={revoke.isPending}
        problem={sayProblem(revoke.error)}
        onConfirm={close =>
          revoke.mutate(
            { id: row.id },
            {
              onSuccess: () => {
                toast({ tone: 'success', title: t`${row.name} no longer works.` })
                close()
              },
            },
          )
        }
      >{t`Requests with this key are rejected from now on. This cannot be undone.`}</ConfirmedButton>
    </span>
  )
}
