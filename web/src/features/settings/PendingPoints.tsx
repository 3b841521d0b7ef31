import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMoralis } from '#/backend/use-moralis'
import { PersonName } from '#/entities/person/PersonName'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { pendingPointsQuery, useAgreeToPoints } from '#/features/settings/api'
import type { PendingPoints as Pending } from '#/features/settings/model'
import { signed } from '#/lib/number'
import { Ago } from '#/ui/Ago'
import { Button } from '#/ui/Button'
import { Panel } from '#/ui/Panel'
import { toast } from '#/ui/toasts'

/** Points by hand that one administrator asked for and another has to agree to. Nothing where none wait. */
export function PendingPoints() {
  const { data: rows = [] } = useQuery(pendingPointsQuery)
  if (rows.length === 0) return null
  return (
    <Panel
      flush
      title={<Trans>Waiting for a second administrator</Trans>}
      note={<Trans>points by hand, too many for one to give alone</Trans>}
    >
      <ul className="border-t border-line-faint">
        {rows.map(row => (
          <Line key={row.id} row={row} />
        ))}
      </ul>
    </Panel>
  )
}

function Line({ row }: { row: Pending }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const { user } = useMoralis()
  const agree = useAgreeToPoints()
  const isOwn = row.askedBy.id === user?.objectId
  const what = t`${signed(row.amount)} for @${row.user.username ?? t`Guest`}`

  const answer = (yes: boolean) =>
    agree.mutate(
      { id: row.id, agree: yes },
      {
        onSuccess: () =>
          toast({ tone: 'success', title: yes ? t`${what}: written.` : t`${what}: declined.` }),
        onError: error => toast({ tone: 'danger', title: t`It was not decided.`, detail: sayProblem(error) }),
      },
    )

  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 border-t border-line-faint px-4 py-2.5 first:border-t-0 max-md:grid-cols-1">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2">
          <PersonName person={row.user} />
          <span className="tabular font-medium text-gold-text">{signed(row.amount)}</span>
          <span className="text-12 text-ink-3">
            <Trans>
              asked by <PersonName person={row.askedBy} plain />
            </Trans>{' '}
            <Ago at={row.askedAt} />
          </span>
        </p>
        <p className="text-ink-2">{row.reason}</p>
      </div>
      {isOwn ? (
        <p className="text-12 text-ink-3">
          <Trans>Another administrator has to agree.</Trans>
        </p>
      ) : (
        <span className="flex gap-2">
          <Button kind="ghost" busy={agree.isPending} onClick={() => answer(false)}>
            <Trans>Decline</Trans>
          </Button>
          <Button busy={agree.isPending} onClick={() => answer(true)}>
            <Trans>Agree</Trans>
          </Button>
        </span>
      )}
    </li>
  )
}
