import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Check, CircleDashed } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ReviewSentence } from '#/entities/mission/HowChecked'
import type { Mission, Step } from '#/entities/mission/schema'
import { isActive, isDone, progressOfStep } from '#/entities/mission/submission-state'
import { useCheckLines } from '#/entities/mission/use-check-lines'
import { Outages } from '#/features/missions/Outages'
import { figure } from '#/lib/number'
import { secondsUntil } from '#/lib/seconds-until'
import { clockOf, dayOf, spanOf } from '#/lib/time'
import { Facts } from '#/ui/Facts'
import { Gauge } from '#/ui/Gauge'
import { Panel } from '#/ui/Panel'

/** What a mission pays, how it is checked, and how long it can be done. */
export function MissionRail({ mission }: { mission: Mission }) {
  return (
    <>
      <Reward mission={mission} />
      <Checks mission={mission} />
      <PlacesPanel mission={mission} />
    </>
  )
}

function Reward({ mission }: { mission: Mission }) {
  const { points, blockedPoints, season } = mission
  return (
    <div className="relative overflow-hidden rounded-3 before:absolute before:inset-y-0 before:left-0 before:z-1 before:w-0.5 before:bg-gold">
      <Panel
        title={<Trans>Reward</Trans>}
        actions={
          season !== null && (
            <span className="text-12 text-ink-3">
              <Trans>season {season}</Trans>
            </span>
          )
        }
      >
        <p className="text-28 font-semibold tracking-tight text-gold-text">
          {figure(points)}{' '}
          <span className="text-13 font-normal tracking-normal text-ink-3">
            <Plural value={points} one="point" other="points" />
          </span>
        </p>
        <p className="mt-1.5 text-12 text-ink-3">
          <Trans>Paid when all checks pass.</Trans>{' '}
          {blockedPoints > 0 && (
            <Trans>
              If a confirmed bug stops you: {figure(blockedPoints)} then, {figure(points - blockedPoints)}{' '}
              when you finish.
            </Trans>
          )}
        </p>
      </Panel>
    </div>
  )
}

const OTHER_TYPES = ['do', 'question', 'screenshot'] as const

/** What no chain tells: how many of it have to be done. */
function OtherSteps({ type, count }: { type: (typeof OTHER_TYPES)[number]; count: number }) {
  switch (type) {
    case 'do':
      return <Plural value={count} one="# step you confirm yourself" other="# steps you confirm yourself" />
    case 'question':
      return <Plural value={count} one="# question answered" other="# questions answered" />
    case 'screenshot':
      return <Plural value={count} one="# step with screenshots" other="# steps with screenshots" />
  }
}

function Checks({ mission }: { mission: Mission }) {
  const linesOf = useCheckLines()
  const others = mission.steps.filter(({ type, required }) => type !== 'tx' && required)
  const transactions = mission.steps.filter(({ type }) => type === 'tx')
  const done = (step: Step) => isDone(progressOfStep(step, mission.mine))
  return (
    <Panel title={<Trans>How it is checked</Trans>}>
      <ul className="grid gap-2.5 text-12">
        {transactions.flatMap(step =>
          (step.check ? linesOf(step.check) : [step.text]).map(line => (
            <Rule key={`${step.id} ${line}`} on={done(step)}>
              {line}
            </Rule>
          )),
        )}
        {OTHER_TYPES.map(type => {
          const steps = others.filter(step => step.type === type)
          return (
            steps.length > 0 && (
              <Rule key={type} on={steps.every(done)}>
                <OtherSteps type={type} count={steps.length} />
              </Rule>
            )
          )
        })}
      </ul>
      <p className="mt-3 text-12 text-ink-3">
        <ReviewSentence review={mission.review} />
      </p>
    </Panel>
  )
}

function Rule({ on, children }: { on: boolean; children: ReactNode }) {
  const Icon = on ? Check : CircleDashed
  return (
    <li className="flex gap-2 text-ink-2">
      <Icon
        size={12}
        strokeWidth={2.1}
        className={`mt-0.5 flex-none ${on ? 'text-success' : 'text-ink-3'}`}
        aria-hidden
      />
      <span className="line-clamp-2 min-w-0 break-words">{children}</span>
    </li>
  )
}

const TRIES = 3

function PlacesPanel({ mission }: { mission: Mission }) {
  const { t } = useLingui()
  const [now] = useState(Date.now)
  const { capacity, taken, mine, opensAt } = mission
  const left = mission.placesLeft ?? (capacity === null ? null : Math.max(0, capacity - taken))
  const endsAt = mission.endsAt ?? mission.closesAt
  const at = (moment: string) => `${dayOf(moment)}, ${clockOf(moment)} UTC`
  const span = endsAt && Date.parse(endsAt) > now ? spanOf(secondsUntil(endsAt, now)) : null
  return (
    <Panel
      title={capacity === null ? <Trans>Time</Trans> : <Trans>Places</Trans>}
      actions={
        capacity !== null && (
          <span>
            <Trans>
              <b className="font-semibold">{figure(left ?? 0)}</b>{' '}
              <span className="text-ink-3">of {figure(capacity)} left</span>
            </Trans>
          </span>
        )
      }
    >
      <div className="grid gap-3">
        {capacity !== null && <Gauge label={t`Places taken`} value={capacity - (left ?? 0)} max={capacity} />}
        <Facts
          facts={[
            ...(opensAt && Date.parse(opensAt) > now
              ? [{ name: <Trans>Opens</Trans>, value: at(opensAt) }]
              : []),
            {
              name: <Trans>Ends</Trans>,
              value: endsAt ? (
                span ? (
                  <>
                    {at(endsAt)}
                    <br />
                    <Trans>in {span}</Trans>
                  </>
                ) : (
                  at(endsAt)
                )
              ) : (
                <Trans>not set</Trans>
              ),
            },
            ...(isActive(mine)
              ? [
                  { name: <Trans>Your place</Trans>, value: <Trans>held until the end</Trans> },
                  {
                    name: <Trans>Tries</Trans>,
                    value: (
                      <Trans>
                        {mine.submittedAt === null ? mine.triesLeft + 1 : mine.triesLeft} of {TRIES} left
                      </Trans>
                    ),
                  },
                ]
              : []),
          ]}
        />
        <Outages missions={[mission]} />
      </div>
    </Panel>
  )
}
