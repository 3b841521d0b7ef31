import { i18n } from '@lingui/core'

const MINUTE = 60
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 24 * 60 * MINUTE],
  ['month', 30 * 24 * 60 * MINUTE],
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
]

/** Makes something once for each language: a list shows many times, and a format takes long to make. */
function perLanguage<T>(make: (language: string) => T): () => T {
  const made = new Map<string, T>()
  return () => {
    const language = i18n.locale || 'en'
    const known = made.get(language) ?? make(language)
    made.set(language, known)
    return known
  }
}

const sinceFormat = perLanguage(to => new Intl.RelativeTimeFormat(to, { numeric: 'auto', style: 'long' }))
const exactFormat = perLanguage(
  to => new Intl.DateTimeFormat(to, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' }),
)
const monthFormat = perLanguage(
  to => new Intl.DateTimeFormat(to, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
)
const dayFormat = perLanguage(
  to => new Intl.DateTimeFormat(to, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
)

/** "3 days ago", "in 2 hours", "now". */
export function relativeTime(time: Date, now: number): string {
  const seconds = (time.getTime() - now) / 1000
  const format = sinceFormat()
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
/** "12 d 4 h", "3 h 20 min", "5 min": a span in its two largest units. */
export function spanOf(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  const days = Math.floor(whole / (24 * HOUR))
  const hours = Math.floor((whole % (24 * HOUR)) / HOUR)
  const minutes = Math.floor((whole % HOUR) / MINUTE)
  if (days > 0) return hours ? `${days} d ${hours} h` : `${days} d`
  if (hours > 0) return minutes ? `${hours} h ${minutes} min` : `${hours} h`
  return `${minutes} min`
}

/** "09:40", in UTC. */
export function clockOf(at: string): string {
  const time = new Date(at)
  return Number.isNaN(time.getTime()) ? '' : time.toISOString().slice(11, 16)
}

/** "wk 46" of `2026-W46`; a day stays one. */
export function weekOf(week: string): string {
  const number = /W(\d+)$/.exec(week)?.[1]
  return number ? `wk ${Number(number)}` : dayOf(week)
}
