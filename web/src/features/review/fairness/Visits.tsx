import { Trans, useLingui } from '@lingui/react/macro'
import type { Member, Visit } from '#/entities/fairness/case-schema'
import { clockOf, dayOf } from '#/lib/time'
import { Panel } from '#/ui/Panel'

const DAY = 86_400_000
/** So many lines are drawn. */
const MOST = 20

/** When they were here, on the last day on which most of them were. */
export function Visits({ visits, members }: { visits: Visit[]; members: Member[] }) {
  const { t } = useLingui()
  const first = visits[0]
  if (!first) return null
  const start = Math.floor(Date.parse(first.from) / DAY) * DAY
  const place = (at: string) => Math.min(100, Math.max(0, ((Date.parse(at) - start) / DAY) * 100))
  const here = members.filter(({ person }) => visits.some(({ user }) => user === person.id)).slice(0, MOST)
  return (
    <Panel title={<Trans>Visit times</Trans>} note={<Trans>{dayOf(first.from)}, UTC</Trans>}>
      <ul className="grid grid-cols-1 gap-2">
        {here.map(({ person, suggested }) => {
          const own = visits.filter(({ user }) => user === person.id)
          const times = own.map(({ from, to }) => `${clockOf(from)}–${clockOf(to)}`).join(', ')
          return (
            <li key={person.id} className="grid grid-cols-[6rem_minmax(0,1fr)] items-center gap-3 text-12">
              <span className="truncate text-ink-2">@{person.username}</span>
              <span
                role="img"
                aria-label={t`${person.username ?? ''}: ${times}`}
                title={times}
                className="relative h-3 border-y border-transparent bg-[linear-gradient(var(--viz-grid),var(--viz-grid))] bg-[length:100%_1px] bg-center bg-no-repeat"
              >
                {own.map(({ from, to }) => (
                  <i
                    key={from}
                    className="absolute inset-y-0 min-w-[3px] rounded-[1px]"
                    style={{
                      left: `${place(from)}%`,
                      width: `${place(to) - place(from)}%`,
                      background: suggested ? 'var(--warning)' : 'var(--viz-1)',
                    }}
                  />
                ))}
              </span>
            </li>
          )
        })}
      </ul>
      <p className="mt-1.5 ml-[6.75rem] flex justify-between text-11 text-ink-3" aria-hidden>
        {['0:00', '6:00', '12:00', '18:00', '24:00'].map(hour => (
          <span key={hour}>{hour}</span>
        ))}
      </p>
    </Panel>
  )
}
