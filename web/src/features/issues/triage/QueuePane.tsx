import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, Eye, Flame, Lock, Reply } from 'lucide-react'
import { memo, useEffect, useState } from 'react'
import { hotClustersQuery } from '#/entities/cluster/queries'
import { VerdictMark } from '#/entities/evidence/VerdictMark'
import { useIssueMessages, type IssueMessages } from '#/entities/issue/use-issue-messages'
import type { Queue, QueueRow } from '#/features/issues/model'
import { byHour, decisionsToday, medianSeconds } from '#/features/issues/triage/pace'
import type { Triage } from '#/features/issues/triage/use-triage'
import { usePainted } from '#/lib/after-paint'
import { measure } from '#/lib/number'
import { useInteractionWithin } from '#/lib/use-interaction-within'
import { shortSpanOf } from '#/lib/time'
import { Await } from '#/ui/Await'
import { Keys } from '#/ui/Keys'
import { SkeletonRows } from '#/ui/Skeleton'
import { QueueItem } from '#/ui/workbench/QueueItem'

/** Everything that waits, the one in hand marked. */
export function QueuePane({ triage }: { triage: Triage }) {
  return (
    <Await
      level={2}
      query={triage.queue}
      skeleton={<SkeletonRows rows={8} />}
      failed={<Trans>Couldn’t load the queue.</Trans>}
    >
      {({ lookers }) => (
        <>
          <Lines triage={triage} lookers={lookers} />
          <footer className="border-t border-line px-4 py-3">
            <Pace decided={triage.last?.row.number ?? 0} />
            <HotClusters />
          </footer>
        </>
      )}
    </Await>
  )
}

function Lines({ triage, lookers }: { triage: Triage; lookers: Queue['lookers'] }) {
  const { t } = useLingui()
  const messages = useIssueMessages()
  // A decision is answered with the next case; the row of the last one leaves after it.
  const shown = usePainted(triage.shown, triage.shown)
  const { isHeld, handlers } = useInteractionWithin()
  const { setHeld } = triage
  useEffect(() => setHeld(isHeld), [isHeld, setHeld])
  return (
    <ul
      {...handlers}
      className="min-h-0 flex-1 overflow-y-auto [contain:strict]"
      aria-label={t`Waiting reports`}
    >
      {shown.map(({ row, isOver, became }) => (
        // Rows out of sight are neither laid out nor painted.
        <li key={row.number} className="[contain-intrinsic-size:auto_58px] [content-visibility:auto]">
          <QueueLine
            row={row}
            on={row.number === triage.current?.number}
            chosen={triage.chosen.has(row.number)}
            looked={namesOf(lookers[String(row.number)])}
            isOver={isOver}
            became={became ? messages.standing({ kind: row.kind, ...became }) : null}
            messages={messages}
            onChoose={triage.choose}
          />
        </li>
      ))}
    </ul>
  )
}

interface LineProps {
  row: QueueRow
  on: boolean
  chosen: boolean
  /** The names of those who look at it. */
  looked: string
  /** It no longer waits. */
  isOver: boolean
  /** What it has become, in words. */
  became: string | null
  messages: IssueMessages
  onChoose: (number: number) => void
}

/** A hundred of them stand there, and a key changes two: the others must not be drawn with it. */
const QueueLine = memo(function QueueLine({
  row,
  on,
  chosen,
  looked,
  isOver,
  became,
  messages,
  onChoose,
}: LineProps) {
  const { t } = useLingui()
  const [now] = useState(Date.now)
  return (
    <QueueItem
      on={on}
      isOver={isOver}
      onOpen={() => onChoose(row.number)}
      title={
        <>
          {chosen && (
            <Check size={12} strokeWidth={3} className="mr-1.5 inline text-link" aria-label={t`selected`} />
          )}
          <span className="font-normal text-ink-3">#{row.number}</span> {row.title}
        </>
      }
      aside={
        <span className={row.late ? 'text-danger' : undefined}>
          {shortSpanOf((now - new Date(row.submittedAt).getTime()) / 1000)}
        </span>
      }
      note={
        <>
          {/* The names of wallet accounts are long, and would push it out of sight. */}
          {row.source === 'widget' && (
            <>
              <Trans>widget</Trans>
              {' · '}
            </>
          )}
          {row.reporter.username ? `@${row.reporter.username}` : '–'} ·{' '}
          {row.network?.name ?? messages.area(row.area)}
        </>
      }
      sign={
        <>
          {looked !== '' && (
            <span title={looked}>
              <Eye size={12} strokeWidth={2.1} aria-hidden />
              <span className="sr-only">
                <Trans>{looked} looking at this</Trans>
              </span>
            </span>
          )}
          {isOver ? <Over became={became} /> : <Sign row={row} />}
        </>
      }
    />
  )
})

/** What became of one that others have decided. */
function Over({ became }: { became: string | null }) {
  return (
    <span className="flex items-center gap-1 font-medium">
      <Check size={12} strokeWidth={2.1} aria-hidden />
      {became ?? <Trans>no longer waiting</Trans>}
    </span>
  )
}

const namesOf = (people: Queue['lookers'][string] = []) =>
  people.map(({ username }) => `@${username ?? '…'}`).join(', ')

/** Why it stands where it stands. */
function Sign({ row }: { row: QueueRow }) {
  const { t } = useLingui()
  if (row.visibility === 'private')
    return (
      <span className="flex items-center gap-1 font-medium text-sev-1">
        <Lock size={12} strokeWidth={2.1} aria-hidden />
        {row.severityClaimed === 'S1' ? <Trans>S1 claimed</Trans> : <Trans>private</Trans>}
      </span>
    )
  if (row.answered)
    return (
      <span className="flex items-center gap-1 font-medium text-info">
        <Reply size={12} strokeWidth={2.1} aria-hidden />
        {t`Answered`}
      </span>
    )
  if (row.late) return <span className="font-medium text-danger">{t`late`}</span>
  if (row.verdict && row.severityClaimed !== 'S1') return <VerdictMark verdict={row.verdict} />
  return row.severityClaimed ? (
    <span className={row.severityClaimed === 'S1' ? 'font-medium text-sev-1' : undefined}>
      <Trans>{row.severityClaimed} claimed</Trans>
    </span>
  ) : null
}

/** How a user is doing today. For them alone. */
function Pace({ decided }: { decided: number }) {
  const { t } = useLingui()
  const [now] = useState(Date.now)
  // Read again after each decision.
  const at = decided >= 0 ? decisionsToday(now) : []
  const hours = byHour(at, Math.max(now, ...at))
  const most = Math.max(1, ...hours)
  const median = medianSeconds(at)
  return (
    <>
      <p className="flex justify-between gap-2 text-12 text-ink-3">
        <Trans>Your pace today</Trans>
        <span className="text-ink-2">
          <Plural value={at.length} one="# decided" other="# decided" />
          {median !== null && (
            <>
              {' · '}
              <Trans>median {measure(median, 'second')}</Trans>
            </>
          )}
        </span>
      </p>
      {at.length > 0 && (
        <svg
          viewBox="0 0 288 44"
          width="100%"
          role="img"
          aria-label={t`Decisions in each of the last eight hours`}
          className="mt-1"
        >
          <line x1="0" x2="288" y1="43.5" y2="43.5" stroke="var(--line-strong)" />
          {hours.map((count, hour) => (
            <rect
              key={hour}
              x={hour * 36 + 1}
              y={43 - (count / most) * 38}
              width="34"
              height={(count / most) * 38}
              rx="1"
              fill="var(--viz-ghost)"
            />
          ))}
        </svg>
      )}
    </>
  )
}

/** Failures that many have, one key away. */
function HotClusters() {
  const { data } = useQuery(hotClustersQuery)
  const hot = data?.rows.filter(({ state }) => state === 'open' || state === 'regressed').length ?? 0
  return (
    <p className="mt-2 flex items-center justify-between gap-2 text-12">
      <Link to="/issues/clusters" search={{ period: '24h' }} className="inline-flex items-center gap-1.5">
        <Flame size={12} strokeWidth={2.1} aria-hidden />
        {hot > 0 ? (
          <Plural value={hot} one="# hot cluster" other="# hot clusters" />
        ) : (
          <Trans>Failure clusters</Trans>
        )}
      </Link>
      <Keys of={['g', 'c']} />
    </p>
  )
}
