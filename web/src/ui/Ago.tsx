import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { exactTime, shortRelativeTime } from '#/lib/time'

const MINUTE = 60_000

/** How long ago, as short as a list needs it; the exact time for the pointer, and for readers. */
export function Ago({ at }: { at: string }) {
  const [now] = useState(Date.now)
  const time = new Date(at)
  if (Number.isNaN(time.getTime())) return null
  return (
    <time dateTime={at} title={exactTime(time)} className="whitespace-nowrap">
      {now - time.getTime() < MINUTE ? <Trans>just now</Trans> : shortRelativeTime(time, now)}
    </time>
  )
}
