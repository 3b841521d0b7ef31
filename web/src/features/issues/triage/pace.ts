// How many a user has decided today, on this device. Shown to them alone.
const KEY = 'touchstone.triage-pace'

interface Pace {
  day: string
  /** When each decision was made, in milliseconds. */
  at: number[]
}

const dayOf = (now: number) => new Date(now).toISOString().slice(0, 10)

function read(now: number): Pace {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '') as Pace
    if (kept.day === dayOf(now) && Array.isArray(kept.at)) return kept
  } catch {
    // Nothing kept, or something else.
  }
  return { day: dayOf(now), at: [] }
}

export const decisionsToday = (now: number): number[] => read(now).at

export function noteDecision(now: number) {
  const { day, at } = read(now)
  localStorage.setItem(KEY, JSON.stringify({ day, at: [...at, now].slice(-500) }))
}

export function forgetDecision(now: number) {
  const { day, at } = read(now)
  localStorage.setItem(KEY, JSON.stringify({ day, at: at.slice(0, -1) }))
}

const BREAK = 10 * 60_000

/** The usual time between two decisions, in seconds; breaks do not count. */
export function medianSeconds(at: number[]): number | null {
  const gaps = at
    .slice(1)
    .map((moment, order) => moment - (at[order] ?? moment))
    .filter(gap => gap < BREAK)
    .toSorted((one, other) => one - other)
  if (gaps.length === 0) return null
  return Math.round((gaps[Math.floor(gaps.length / 2)] ?? 0) / 1000)
}

/** Decisions in each of the last eight hours, oldest first. */
export function byHour(at: number[], now: number): number[] {
  const HOUR = 3_600_000
  return Array.from(
    { length: 8 },
    (_, hour) => at.filter(moment => Math.floor((now - moment) / HOUR) === 7 - hour).length,
  )
}
