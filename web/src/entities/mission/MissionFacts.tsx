import { Plural, Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { Mission } from '#/entities/mission/schema'
import { figure } from '#/lib/number'
import { secondsUntil } from '#/lib/seconds-until'
import { clockOf, dayOf, spanOf } from '#/lib/time'
import { Tag } from '#/ui/Badge'
import { Gauge } from '#/ui/Gauge'

/** Things of one line, with a dot between them. */
export function Dotted({ items }: { items: ReactNode[] }) {
  const shown = items.filter(item => item !== null && item !== false)
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {shown.map((item, order) => (
        <span key={order} className="inline-flex items-center gap-2">
          <span>{item}</span>
          {order < shown.length - 1 && <i className="size-[3px] rounded-full bg-ink-3" aria-hidden />}
        </span>
      ))}
    </span>
  )
}

type Named = Pick<Mission, 'build' | 'networks' | 'minutes'>

/** Where a mission is done, with what, and how long it takes. */
export function missionFacts({ build, networks, minutes }: Named): ReactNode[] {
  return [
    build ? (
      <Tag key="build">
        {build.channel} {build.version}
      </Tag>
    ) : (
      <Trans key="build">any build</Trans>
    ),
    networks.length > 0 ? networks.map(({ name }) => name).join(', ') : null,
    minutes ? <Plural key="minutes" value={minutes} one="about # minute" other="about # minutes" /> : null,
  ]
}

/** How many places are left, and until when. */
export function Places({ mission }: { mission: Mission }) {
  const { capacity, placesLeft, taken } = mission
  return (
    <>
      {capacity === null ? (
        <span>
          <Trans>unlimited places</Trans>
        </span>
      ) : (
        <PlacesLeft left={placesLeft ?? Math.max(0, capacity - taken)} of={capacity} />
      )}
      <span>
        <WindowLine mission={mission} />
      </span>
    </>
  )
}

function PlacesLeft({ left, of }: { left: number; of: number }) {
  const words = (
    <Trans>
      {figure(left)} of {figure(of)} places left
    </Trans>
  )
  return (
    <>
      <span>{words}</span>
      <span aria-hidden>
        <Gauge label="" value={of - left} max={of} />
      </span>
    </>
  )
}

const DAYS = 3 * 24 * 3600

/** When it opens, or how long it is open. */
export function WindowLine({
  mission,
}: {
  mission: Pick<Mission, 'state' | 'opensAt' | 'endsAt' | 'closesAt'>
}) {
  const [now] = useState(Date.now)
  const { state, opensAt } = mission
  const endsAt = mission.endsAt ?? mission.closesAt
  if (state === 'ended' || state === 'archived' || (endsAt && Date.parse(endsAt) <= now))
    return endsAt ? <Trans>ended {dayOf(endsAt)}</Trans> : <Trans>ended</Trans>
  if (opensAt && Date.parse(opensAt) > now)
    return (
      <Trans>
        opens {dayOf(opensAt)}, {clockOf(opensAt)} UTC
      </Trans>
    )
  if (!endsAt) return <Trans>no end date</Trans>
  const left = secondsUntil(endsAt, now)
  return left < DAYS ? <Trans>ends in {spanOf(left)}</Trans> : <Trans>ends {dayOf(endsAt)}</Trans>
}
