const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** `00:00`, `00:30` … `23:30`. */
export const HALF_HOURS = Array.from({ length: 48 }, (_, step) => clock(step * 30))

/** `08:00` of 8. */
export const hourName = (hour: number) => clock(hour * 60)

const minutesOf = (time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** The parts of a day between two times, in per cent of it: one, or two where midnight lies between. */
export function partsOfDay(from: string, to: string): { start: number; width: number }[] {
  const [begin, end] = [minutesOf(from), minutesOf(to)].map(minutes => (minutes / 1440) * 100) as [
    number,
    number,
  ]
  if (begin === end) return []
  if (begin < end) return [{ start: begin, width: end - begin }]
  return [
    { start: 0, width: end },
    { start: begin, width: 100 - begin },
  ]
}
