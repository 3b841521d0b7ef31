import { useState } from 'react'
import { exactTime, relativeTime } from '#/lib/time'

/** A time as people say it; the exact one for the pointer, and for readers. */
export function Moment({ at }: { at: string }) {
  const [now] = useState(Date.now)
  const time = new Date(at)
  if (Number.isNaN(time.getTime())) return null
  return (
    <time dateTime={at} title={exactTime(time)} className="whitespace-nowrap">
      {relativeTime(time, now)}
    </time>
  )
}
