import { Trans, useLingui } from '@lingui/react/macro'
import { clsx } from 'clsx'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { HowChecked } from '#/entities/mission/HowChecked'
import { SUBMISSION_STATE } from '#/entities/mission/messages'
import { Dotted, missionFacts, Places } from '#/entities/mission/MissionFacts'
import { MissionIcon } from '#/entities/mission/MissionIcon'
import type { Mission } from '#/entities/mission/schema'
import { doneSteps, stopsOf } from '#/entities/mission/submission-state'
import { useWhyNot } from '#/entities/mission/use-why-not'
import { figure } from '#/lib/number'
import { excerptOf } from '#/lib/excerpt'

interface Props {
  mission: Mission
  /** The title as it is pressed; without one, its words alone. */
  title?: ReactNode
  /** The button at the end. */
  action?: ReactNode
  on?: boolean
  onFocus?: () => void
}

/** A mission in a list: what it is, how it is checked, how many places are left, what it pays. */
export function MissionRow({ mission, title, action, on = false, onFocus }: Props) {
  const { t } = useLingui()
  const whyNot = useWhyNot()
  const { mine, points } = mission
  const stops = mine ? [] : stopsOf(mission)
  const off = stops.length > 0
  return (
    <article
      aria-current={on || undefined}
      onFocus={onFocus}
      className={clsx('@container', on && 'bg-active shadow-[inset_2px_0_0_var(--ink-2)]')}
    >
      {/* Its own width decides, not the window's: it stands in a list and beside an editor. */}
      <div className="grid grid-cols-[20px_minmax(0,1fr)_13.5rem_8.5rem_3rem_7rem] items-center gap-x-4 gap-y-1 px-4 py-3.5 @max-4xl:grid-cols-[20px_minmax(0,1fr)_8.5rem_3rem_7rem] @max-2xl:grid-cols-[18px_minmax(0,1fr)_auto] @max-2xl:gap-x-2.5 @max-2xl:px-3">
        <span className="mt-[3px] self-start">
          {off ? (
            <Lock size={16} strokeWidth={1.75} className="text-ink-3" aria-hidden />
          ) : (
            <MissionIcon kind={mission.kind} />
          )}
        </span>
        <div className="min-w-0">
          <h3 className={clsx('text-14 font-medium break-words', off && 'text-ink-2')}>
            {title ?? mission.title}
          </h3>
          <p className="line-clamp-2 text-ink-2">
            {off ? stops.map(key => whyNot(key, mission)).join(' ') : excerptOf(mission.brief)}
          </p>
          <div className="mt-1 text-12 text-ink-3">
            <Dotted
              items={[
                ...missionFacts(mission),
                mine?.state === 'started' && (
                  <Trans key="done">
                    {doneSteps(mission)} of {mission.steps.length} steps done
                  </Trans>
                ),
                mine && mine.state !== 'started' && t(SUBMISSION_STATE[mine.state]),
              ]}
            />
          </div>
        </div>
        <div className="text-12 text-ink-2 @max-4xl:hidden @max-2xl:col-start-2 @max-2xl:col-end-4 @max-2xl:block">
          <HowChecked mission={mission} />
        </div>
        <div className="grid gap-1 text-12 text-ink-3 @max-2xl:col-start-2 @max-2xl:col-end-4">
          <Places mission={mission} />
        </div>
        <span
          className={clsx(
            'tabular text-right text-16 font-semibold @max-2xl:col-start-3 @max-2xl:row-start-1 @max-2xl:self-start',
            off ? 'text-ink-2' : 'text-gold-text',
          )}
        >
          {figure(points)}
          <span className="sr-only">{t` points`}</span>
        </span>
        <span className="relative z-1 grid @max-2xl:col-start-2 @max-2xl:col-end-4 @max-2xl:mt-1.5 @max-2xl:justify-start">
          {action}
        </span>
      </div>
    </article>
  )
}
