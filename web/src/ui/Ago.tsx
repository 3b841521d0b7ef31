import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { exactTime } from '#/lib/time'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long ago, as short as a list needs it; the exact time for the pointer, and for readers. */
export function Ago({ at }: { at: string }) {
  const [now] = useState(Date.now)
  const time = new Date(at)
  if (Number.isNaN(time.getTime())) return null
  return (
    <time dateTime={at} title={exactTime(time)} className="whitespace-nowrap">
      <Words seconds={Math.max(0, (now - time.getTime()) / 1000)} />
    </time>
  )
}

function Words({ seconds }: { seconds: number }) {
  const minutes = Math.floor(seconds / MINUTE)
  const hours = Math.floor(seconds / HOUR)
  const days = Math.floor(seconds / DAY)
  if (days >= 60) return <Trans>{Math.floor(days / 30)} months ago</Trans>
  if (days > 0) return <Trans>{days} d ago</Trans>
  if (hours > 0) return <Trans>{hours} h ago</Trans>
  if (minutes > 0) return <Trans>{minutes} min ago</Trans>
  return <Trans>just now</Trans>
}
