import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { ApiKeyDialog } from '#/features/settings/webhooks/ApiKeyDialog'
import { apiKeysQuery, useRevokeKey, useRollKey } from '#/features/settings/webhooks/api'
import { CiSnippet } from '#/features/settings/webhooks/CiSnippet'
import type { ApiKey } from '#/features/settings/webhooks/model'
import { figure } from '#/lib/number'
import { dayOf } from '#/lib/time'
import { Await } from '#/ui/Await'
import { Badge, Tag } from '#/ui/Badge'
import { Button } from '#/ui/Button'
import { EmptyState } from '#/ui/EmptyState'
import { Moment } from '#/ui/Moment'
import { Panel } from '#/ui/Panel'
import { ShownOnce } from '#/ui/ShownOnce'
import { SkeletonRows } from '#/ui/Skeleton'
import { ActionHeadCell, Cell, HeadCell, Row, Table } from '#/ui/Table'
import { toast } from '#/ui/toasts'

interface Shown {
  name: string
  secret: string
}

/** The keys by which other programs ask this one. */
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
          failed={<Trans>The API keys did not load.</Trans>}
        >
          {({ rows }) =>
            rows.length === 0 ? (
              <EmptyState
                title={<Trans>No key yet.</Trans>}
                actions={
                  <Button onClick={() => setMaking(true)}>
                    <Trans>Make the first key</Trans>
                  </Button>
                }
              >
                <Trans>With a key of scope builds, your CI announces a build and what it fixes.</Trans>
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
        <ShownOnce
          title={<Trans>The key {shown.name}</Trans>}
          label={t`API key`}
          value={shown.secret}
          onClose={() => setShown(null)}
        >
          <Trans>We keep only a fingerprint of it.</Trans>
        </ShownOnce>
      )}
    </>
  )
}

function KeyTable({ rows, onShow }: { rows: ApiKey[]; onShow: (shown: Shown) => void }) {
  const { t } = useLingui()
  return (
    <Table
      compact
      caption={t`API keys`}
      head={
        <>
          <HeadCell>
            <Trans>Name</Trans>
          </HeadCell>
          <HeadCell wide>
            <Trans>Starts with</Trans>
          </HeadCell>
          <HeadCell>
            <Trans>May</Trans>
          </HeadCell>
          <HeadCell wide>
            <Trans>Last used</Trans>
          </HeadCell>
          <ActionHeadCell />
        </>
      }
    >
      {rows.map(row => (
        <Row key={row.id}>
          <Cell>
            <span className="font-medium">{row.name}</span>
          </Cell>
          <Cell wide>
            <span className="mono text-ink-2">{row.prefix}</span>
          </Cell>
          <Cell>
            <span className="inline-flex gap-1">
              {row.scopes.map(scope => (
                <Tag key={scope}>{scope}</Tag>
              ))}
            </span>
          </Cell>
          <Cell wide>
            <span className="text-ink-3">
              {row.lastUsedOn ? dayOf(row.lastUsedOn) : <Trans>never</Trans>}
            </span>
          </Cell>
          <Cell figure>
            <KeyActions row={row} onShow={onShow} />
          </Cell>
        </Row>
      ))}
    </Table>
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
        <Badge tone="warning">
          <Trans>its maker is no administrator</Trans>
        </Badge>
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
        >
          <Trans>Roll</Trans>
        </Button>
      )}
      <Button
        size="small"
        kind="ghost"
        busy={revoke.isPending}
        aria-label={t`Revoke ${row.name}`}
        onClick={() =>
          revoke.mutate(
            { id: row.id },
            {
              onSuccess: () => toast({ tone: 'success', title: t`${row.name} no longer works.` }),
              onError: failed,
            },
          )
        }
      >
        <Trans>Revoke</Trans>
      </Button>
    </span>
  )
}
