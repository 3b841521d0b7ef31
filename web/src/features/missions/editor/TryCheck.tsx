import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Check as Tick, CircleHelp, Minus } from 'lucide-react'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { type Check, checkFault } from '#/entities/mission/check'
import { PersonName } from '#/entities/person/PersonName'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { type Trial, tryCheckQuery } from '#/features/missions/editor/api'
import { figure } from '#/lib/number'
import { Hash } from '#/ui/Hash'
import { Moment } from '#/ui/Moment'
import { Segmented } from '#/ui/Segmented'
import { Slot } from '#/features/missions/editor/Slot'

const DAYS = [1, 7, 30]
const SHOWN = 6

/** Tries a check on what was seen already: of everybody, or of the administrator's own wallets. */
export function TryCheck({ check, isReady }: { check: Check; isReady: boolean }) {
  const { t } = useLingui()
  const [whose, setWhose] = useState<'all' | 'mine'>('all')
  const [days, setDays] = useState(7)
  const asked = useDeferredValue(check)
  // What is asked for comes a little after what is built, and must be whole as well.
  const query = useQuery(tryCheckQuery(asked, whose === 'mine', days, checkFault(asked) === null))
  return (
    <section aria-label={t`Try the check`} className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <h4 className="text-13 font-medium">
          <Trans>Tried on the last</Trans>{' '}
          <Slot label={t`How far back`} value={days} onChange={event => setDays(Number(event.target.value))}>
            {DAYS.map(value => (
              <option key={value} value={value}>
                {value === 1 ? t`day` : t`${value} days`}
              </option>
            ))}
          </Slot>
        </h4>
        <span className="ml-auto">
          <Segmented
            label={t`Transactions of`}
            value={whose}
            onChange={setWhose}
            options={[
              { value: 'all', label: t`All testers` },
              { value: 'mine', label: t`Test on my wallet` },
            ]}
          />
        </span>
      </div>
      {isReady ? <Result query={query} isMine={whose === 'mine'} /> : <Unready />}
    </section>
  )
}

function Unready() {
  return (
    <p className="text-12 text-ink-3">
      <Trans>Finish the check to try it.</Trans>
    </p>
  )
}

interface ResultProps {
  query: { data: Trial | undefined; error: unknown; isError: boolean; isFetching: boolean }
  isMine: boolean
}

function Result({ query: { data, error, isError, isFetching }, isMine }: ResultProps) {
  const { sayProblem } = useProblemMessages()
  if (isError)
    return (
      <p role="status" className="text-12 text-ink-3">
        <Trans>Couldn’t try the check.</Trans> {sayProblem(error)}
      </p>
    )
  if (!data)
    return (
      <p role="status" className="text-12 text-ink-3">
        <Trans>Trying…</Trans>
      </p>
    )
  if (data.looked === 0)
    return (
      <p role="status" className="text-12 text-ink-3">
        {isMine ? (
          <Trans>
            None of your transactions was looked up on this network in this period. Link a wallet in your profile and paste a hash on the dashboard.
          </Trans>
        ) : (
          <Trans>No transaction was looked up on this network in this period.</Trans>
        )}
      </p>
    )
  return (
    <div role="status" aria-busy={isFetching} className="grid gap-1.5 text-12">
      <Line icon={<Tick size={14} strokeWidth={2.1} className="text-success" aria-hidden />}>
        <b className="font-medium text-ink">
          <Plural value={data.passed} one="# passes" other="# pass" />
        </b>{' '}
        <span className="text-ink-3">
          <Plural value={data.looked} one="of # transaction" other="of # transactions" />
        </span>
      </Line>
      {data.missed > 0 && (
        <Line icon={<Minus size={14} strokeWidth={2.1} className="text-ink-3" aria-hidden />}>
          <b className="font-medium text-ink">
            <Plural value={data.missed} one="# misses" other="# miss" />
          </b>{' '}
          <span className="text-ink-3">
            {data.reasons
              .slice(0, 3)
              .map(({ count, sentence, reason }) => `${figure(count)} × ${sentence ?? reason}`)
              .join('; ')}
          </span>
        </Line>
      )}
      {data.undecided > 0 && (
        <Line icon={<CircleHelp size={14} strokeWidth={1.9} className="text-ink-3" aria-hidden />}>
          <Plural
            value={data.undecided}
            one="# would go to the team"
            other="# would go to the team"
          />
        </Line>
      )}
      <Rows rows={data.rows.slice(0, SHOWN)} />
    </div>
  )
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className="flex items-start gap-2">
      <span className="mt-px flex-none">{icon}</span>
      <span className="min-w-0">{children}</span>
    </p>
  )
}

function Rows({ rows }: { rows: Trial['rows'] }) {
  const { t } = useLingui()
  if (rows.length === 0) return null
  return (
    <ul aria-label={t`Transactions`} className="mt-1 border-t border-line-faint">
      {rows.map(row => (
        <li
          key={row.evidence}
          className="flex flex-wrap items-center gap-x-2.5 gap-y-1 border-b border-line-faint py-1.5 text-ink-3"
        >
          <span className={row.outcome === 'passed' ? 'font-medium text-success' : 'text-ink-2'}>
            <OutcomeWord outcome={row.outcome} />
          </span>
          {row.hash && <Hash value={row.hash} />}
          {row.person && <PersonName plain person={row.person} />}
          {row.at && <Moment at={row.at} />}
          {row.outcome !== 'passed' && <span className="min-w-0">{row.sentence ?? row.reason}</span>}
        </li>
      ))}
    </ul>
  )
}

function OutcomeWord({ outcome }: { outcome: Trial['rows'][number]['outcome'] }) {
  if (outcome === 'passed') return <Trans>passes</Trans>
  return outcome === 'undecided' ? <Trans>undecided</Trans> : <Trans>misses</Trans>
}
