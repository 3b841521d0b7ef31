import { t } from '@lingui/core/macro'
import { perLanguage } from '#/lib/intl'
import { measure } from '#/lib/number'

const MINUTE = 60
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 24 * 60 * MINUTE],
  ['month', 30 * 24 * 60 * MINUTE],
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
]

const sinceFormat = perLanguage(to => new Intl.RelativeTimeFormat(to, { numeric: 'auto', style: 'long' }))
const shortSinceFormat = perLanguage(to => new Intl.RelativeTimeFormat(to, { style: 'narrow' }))
const exactFormat = perLanguage(
  to => new Intl.DateTimeFormat(to, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' }),
)
const monthFormat = perLanguage(
  to => new Intl.DateTimeFormat(to, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
)
const clockFormat = perLanguage(
  to =>
    new Intl.DateTimeFormat(to, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' }),
)
const dayFormat = perLanguage(
  to => new Intl.DateTimeFormat(to, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
)

/** "3 days ago", "in 2 hours", "now". */
export const relativeTime = (time: Date, now: number): string => since(sinceFormat(), time, now)

/** "3d ago", "2h ago": as short as a list needs it. */
export const shortRelativeTime = (time: Date, now: number): string => since(shortSinceFormat(), time, now)

function since(format: Intl.RelativeTimeFormat, time: Date, now: number): string {
  const seconds = (time.getTime() - now) / 1000
  const unit = UNITS.find(([, length]) => Math.abs(seconds) >= length)
  return unit ? format.format(Math.trunc(seconds / unit[1]), unit[0]) : format.format(0, 'second')
}

/** "14 Nov 2026, 10:20:58 UTC". */
export function exactTime(time: Date): string {
  return `${exactFormat().format(time)} UTC`
}

/** "November 2026". */
export function monthOf(at: string): string {
  const time = new Date(at)
  if (Number.isNaN(time.getTime())) return ''
  return monthFormat().format(time)
}

/** "14 Nov". */
export function dayOf(at: string): string {
  const time = new Date(at)
  return Number.isNaN(time.getTime()) ? '' : dayMonth(dayFormat().formatToParts(time))
}

// Always the day first: the order of the words must not change with the region of a browser.
function dayMonth(parts: Intl.DateTimeFormatPart[]): string {
  const part = (type: string) => parts.find(each => each.type === type)?.value ?? ''
  return `${part('day')} ${part('month')}`
}

const HOUR = 60 * MINUTE
const spanFormat = perLanguage(to => new Intl.DurationFormat(to, { style: 'narrow' }))

/** "12d 4h", "3h 20m", "5m": a span in its two largest units. */
export function spanOf(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  const days = Math.floor(whole / (24 * HOUR))
  const hours = Math.floor((whole % (24 * HOUR)) / HOUR)
  const minutes = Math.floor((whole % HOUR) / MINUTE)
  if (days > 0) return spanFormat().format({ days, hours })
  if (hours > 0) return spanFormat().format({ hours, minutes })
  return measure(minutes, 'minute')
}

/** "31h", "5d": only the largest unit, and hours up to three days. */
export function shortSpanOf(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  if (whole < HOUR) return measure(Math.floor(whole / MINUTE), 'minute')
  const hours = Math.floor(whole / HOUR)
  return hours < 72 ? measure(hours, 'hour') : measure(Math.floor(hours / 24), 'day')
}

/** "09:40", in UTC. */
export function clockOf(at: string): string {
  const time = new Date(at)
  return Number.isNaN(time.getTime()) ? '' : clockFormat().format(time)
}

/** "wk 46" of `2026-W46`; a day stays one. */
export function weekOf(week: string): string {
  const number = /W(\d+)$/.exec(week)?.[1]
  return number ? t`wk ${Number(number)}` : dayOf(week)
}
