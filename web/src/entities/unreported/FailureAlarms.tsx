import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TrendingUp } from 'lucide-react'
import { failureAlarmsQuery } from '#/entities/unreported/queries'
import type { FailureAlarm } from '#/entities/unreported/schema'
import { figure } from '#/lib/number'
import { Ago } from '#/ui/Ago'

/** The failure rates that have doubled; nothing if there are none. */
export function FailureAlarms() {
  const rows = useQuery(failureAlarmsQuery).data?.rows ?? []
  if (rows.length === 0) return null
  return (
    <ul className="grid grid-cols-1 gap-2">
      {rows.map(alarm => (
        <Alarm key={alarm.id} alarm={alarm} />
      ))}
    </ul>
  )
}

const perThousand = (failed: number, calls: number) => figure((failed / Math.max(calls, 1)) * 1000, 1)

function Alarm({ alarm }: { alarm: FailureAlarm }) {
  const { scope, subject, name, hours } = alarm
  const now = perThousand(alarm.failed, alarm.calls)
  const before = perThousand(alarm.failedBefore, alarm.callsBefore)
  return (
    <li className="flex items-start gap-3 rounded-3 border border-line bg-panel px-4 py-3">
      <TrendingUp size={16} strokeWidth={1.9} className="mt-[3px] flex-none text-danger" aria-hidden />
      <div className="min-w-0 flex-1">
        <Link
          to="/issues/unreported"
          search={scope === 'network' ? { network: subject } : { build: subject }}
          className="font-medium text-ink hover:text-ink"
        >
          <Trans>The failure rate of {name} has doubled</Trans>
        </Link>
        <p className="text-12 text-ink-2">
          <Plural
            value={hours}
            one={`${now} of 1,000 calls failed in the hour of the alarm, ${before} before`}
            other={`${now} of 1,000 calls failed in # hours, ${before} before`}
          />
        </p>
      </div>
      <span className="text-12 text-ink-3">
        <Ago at={alarm.startedAt} />
      </span>
    </li>
  )
}
