import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useLiveMissionList } from '#/entities/mission/live'
import { WindowLine } from '#/entities/mission/MissionFacts'
import { MissionIcon } from '#/entities/mission/MissionIcon'
import { missionListQuery } from '#/entities/mission/queries'
import type { Mission } from '#/entities/mission/schema'
import { nextAction, doneSteps } from '#/entities/mission/submission-state'
import { figure } from '#/lib/number'
import { Await } from '#/ui/Await'
import { Panel } from '#/ui/Panel'
import { SkeletonRows } from '#/ui/Skeleton'

const SHOWN = 4

/** What a tester can do about a mission now: go on with one, or start one that fits. */
const isForNow = (mission: Mission) => ['start', 'continue', 'again', 'finish'].includes(nextAction(mission))

/** The missions that a tester has begun or can start. Without any there is nothing to show. */
export function OpenMissions() {
  const { t } = useLingui()
  const query = useInfiniteQuery(missionListQuery('open'))
  useLiveMissionList()
  const first = query.data?.pages[0]
  const rows = first?.rows.filter(isForNow) ?? []
  if (first && rows.length === 0) return null
  return (
    <Panel
      flush
      title={<Trans>Missions</Trans>}
      note={first && <Plural value={first.counts.open} one="# open" other="# open" />}
      actions={<Link to="/missions" className="text-12" aria-keyshortcuts="g m">{t`All missions`}</Link>}
    >
      <Await
        query={query}
        skeleton={<SkeletonRows rows={2} />}
        failed={<Trans>Couldn’t load the missions.</Trans>}
      >
        {() => (
          <ul aria-label={t`Open missions`} className="border-t border-line-faint">
            {rows.slice(0, SHOWN).map(row => (
              <li
                key={row.id}
                className="relative flex min-h-11 items-center gap-3 border-t border-line-faint px-4 py-1.5 first:border-t-0 hover:bg-hover"
              >
                <MissionIcon kind={row.kind} />
                <span className="min-w-0 flex-1">
                  <Link
                    to="/missions/$slug"
                    params={{ slug: row.slug }}
                    className="block truncate font-medium text-ink after:absolute after:inset-0 hover:text-ink"
                  >
                    {row.title}
                  </Link>
                  <span className="block truncate text-12 text-ink-3">
                    {row.mine?.state === 'started' ? (
                      <Trans>
                        {doneSteps(row)} of {row.steps.length} steps done
                      </Trans>
                    ) : (
                      <WindowLine mission={row} />
                    )}
                  </span>
                </span>
                <span className="tabular font-semibold text-gold-text">
                  {figure(row.points)}
                  <span className="sr-only">{t` points`}</span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </Await>
    </Panel>
  )
}
