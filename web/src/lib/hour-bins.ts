const HOUR = 3_600_000
/** Whole parts of a day, so that days begin with a bar. */
const WIDTHS = [1, 2, 3, 6, 12, 24, 72, 168]

export interface HourCount {
  at: string
  count: number
}

export interface Bins {
  /** How many hours a bar stands for. */
  hours: number
  bars: { from: number; count: number }[]
  /** Where a moment lies, from 0 to 1; outside of that it is not in the picture. */
  place: (at: string) => number
}

/** Counts per hour, put into at most `most` bars up to now. Hours that are not named had none. */
export function hourBins(counts: HourCount[], now: number, most = 60): Bins {
  const times = counts.map(({ at }) => new Date(at).getTime()).filter(Number.isFinite)
  const first = Math.min(now, ...times)
  const span = Math.max(1, (now - first) / HOUR)
  const hours = WIDTHS.find(width => span / width <= most - 1) ?? Math.ceil(span / most)
  const width = hours * HOUR
  const begin = Math.floor(first / width) * width
  const size = Math.max(1, Math.floor((now - begin) / width) + 1)
  const bars = Array.from({ length: size }, (_, order) => ({ from: begin + order * width, count: 0 }))
  for (const { at, count } of counts) {
    const bar = bars[Math.floor((new Date(at).getTime() - begin) / width)]
    if (bar) bar.count += count
  }
  return { hours, bars, place: at => (new Date(at).getTime() - begin) / (size * width) }
}
