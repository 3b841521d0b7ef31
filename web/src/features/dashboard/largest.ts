/** The key of all that is too small to be named. */
export const OTHER = 'other parts'

/** The largest parts of all weeks together, and one for the rest. */
export function largest(weeks: Record<string, number>[], most: number) {
  const sums = new Map<string, number>()
  for (const week of weeks)
    for (const [key, value] of Object.entries(week)) sums.set(key, (sums.get(key) ?? 0) + value)
  const order = [...sums].toSorted(([, one], [, other]) => other - one).map(([key]) => key)
  const kept = order.slice(0, most)
  const rest = order.slice(most)
  const rows = weeks.map(week => {
    const row: Record<string, number> = Object.fromEntries(kept.map(key => [key, week[key] ?? 0]))
    if (rest.length > 0) row[OTHER] = rest.reduce((sum, key) => sum + (week[key] ?? 0), 0)
    return row
  })
  return { keys: rest.length > 0 ? [...kept, OTHER] : kept, rows }
}
