import { i18n } from '@lingui/core'

const MINUTE = 60
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 24 * 60 * MINUTE],
  ['month', 30 * 24 * 60 * MINUTE],
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
]

const locale = () => i18n.locale || 'en'

/** "3 days ago", "in 2 hours", "now". */
export function relativeTime(time: Date, now: number): string {
  const seconds = (time.getTime() - now) / 1000
  const format = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto', style: 'long' })
  const unit = UNITS.find(([, length]) => Math.abs(seconds) >= length)
  return unit ? format.format(Math.trunc(seconds / unit[1]), unit[0]) : format.format(0, 'second')
}

/** "14 Nov 2026, 10:20:58 UTC". */
export function exactTime(time: Date): string {
  const format = new Intl.DateTimeFormat(locale(), {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: 'UTC',
  })
  return `${format.format(time)} UTC`
}

/** "November 2026". */
export function monthOf(at: string): string {
  const time = new Date(at)
  if (Number.isNaN(time.getTime())) return ''
  return new Intl.DateTimeFormat(locale(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(time)
}
