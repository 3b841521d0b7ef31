const DAY = 86_400_000

/** The moment some days from `now`, as the server writes it. */
export const daysFrom = (now: number, days: number): string => new Date(now + days * DAY).toISOString()
