import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMoralis } from '#/backend/use-moralis'
import { PersonName } from '#/entities/person/PersonName'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import type { ReviewProps } from '#/features/review/kinds'
import { type PendingPoints, pendingPointsQuery, useAgreeToPoints } from '#/features/review/points/api'
import { signed } from '#/lib/number'
import { usePageCommands } from '#/lib/page-commands'
import { Ago } from '#/ui/Ago'
import { EmptyState } from '#/ui/EmptyState'
import { toast } from '#/ui/toasts'
import { Act, DecisionBar } from '#/ui/workbench/DecisionBar'
import { QueueItem } from '#/ui/workbench/QueueItem'
import { QueueList } from '#/ui/workbench/QueueList'
import { useCaseInHand } from '#/ui/workbench/use-case-in-hand'
import { CaseBody, CaseSteps, Workbench } from '#/ui/workbench/Workbench'

const keyOf = ({ id }: PendingPoints) => id

/** Points that one administrator gave by hand, and another has to agree to. */
export function PointsReview({ item, onItem }: ReviewProps) {
  const { t } = useLingui()
  const query = useQuery(pendingPointsQuery)
  const { current, ...hand } = useCaseInHand(query.data, keyOf, item, onItem)
  const whole = { ...query, hasNextPage: false, isFetchingNextPage: false, fetchNextPage: () => undefined }
  return (
    <Workbench
      label={t`Points`}
      queue={
        <QueueList label={t`Waiting points`} query={whole} keyOf={keyOf}>
          {row => (
            <QueueItem
              on={row.id === current?.id}
              title={`@${row.user.username ?? '–'}`}
              aside={<span className="font-medium text-gold-text">{signed(row.amount)}</span>}
              note={`@${row.askedBy.username ?? '–'}`}
              sign={<Ago at={row.askedAt} />}
              onOpen={() => onItem(row.id)}
            />
          )}
        </QueueList>
      }
    >
      {current ? (
        <Case
          key={current.id}
          row={current}
          steps={<CaseSteps {...hand} onStep={hand.step} />}
          onDone={hand.goOn}
        />
      ) : (
        query.data && (
          <EmptyState level={2} title={<Trans>No points to agree to.</Trans>}>
            <Trans>
              Large amounts that an administrator gives by hand wait here for a second administrator.
            </Trans>
          </EmptyState>
        )
      )}
    </Workbench>
  )
}

interface CaseProps {
  row: PendingPoints
  steps: ReactNode
  onDone: () => void
}

function Case({ row, steps, onDone }: CaseProps) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const { user } = useMoralis()
  const agree = useAgreeToPoints()
  const isOwn = row.askedBy.id === user?.objectId
  const what = t`${signed(row.amount)} for @${row.user.username ?? t`Guest`}`

  function answer(yes: boolean) {
    if (agree.isPending) return
    void agree.mutateAsync({ id: row.id, agree: yes }).then(
      () => {
        toast({ tone: 'success', title: yes ? t`${what}: added.` : t`${what}: declined.` })
        onDone()
      },
      // A refusal is shown above the decisions.
      () => undefined,
    )
  }
  usePageCommands(
    isOwn
      ? []
      : [
          { id: 'agree', label: t`Agree`, keys: ['1'], run: () => answer(true) },
          { id: 'decline', label: t`Decline`, keys: ['3'], run: () => answer(false) },
        ],
  )
  return (
    <>
      <CaseBody>
        {steps}
        <p className="flex flex-wrap items-center gap-x-2 text-12 text-ink-3">
          <PersonName person={row.askedBy} /> <Ago at={row.askedAt} />
        </p>
        <h2 id="case-title" className="mt-2 text-20">
          <Trans>
            <span className={row.amount < 0 ? 'text-warning' : 'text-gold-text'}>{signed(row.amount)}</span>{' '}
            points for @{row.user.username ?? '–'}
          </Trans>
        </h2>
        <p className="mt-2 max-w-[68ch] text-14 whitespace-pre-wrap text-ink-2">{row.reason}</p>
      </CaseBody>
      {isOwn ? (
        <p className="border-t border-line-strong bg-panel px-6 py-4 text-12 text-ink-3 max-md:px-4">
          <Trans>You asked for these points, so another administrator has to agree.</Trans>
        </p>
      ) : (
        <DecisionBar
          note={<Trans>This amount needs two administrators.</Trans>}
          refused={sayProblem(agree.error)}
        >
          <div className="grid grid-cols-2 gap-2">
            <Act
              keys="1"
              title={<Trans>Agree</Trans>}
              note={<Trans>adds the points</Trans>}
              disabled={agree.isPending}
              onPress={() => answer(true)}
            />
            <Act
              keys="3"
              title={<Trans>Decline</Trans>}
              note={<Trans>adds nothing</Trans>}
              disabled={agree.isPending}
              onPress={() => answer(false)}
            />
          </div>
        </DecisionBar>
      )}
    </>
  )
}
