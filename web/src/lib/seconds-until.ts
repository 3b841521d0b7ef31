/** Whole seconds from `now` to a moment, never below none. */
export const secondsUntil = (moment: number | string, now: number) =>
  Math.max(0, Math.ceil((new Date(moment).getTime() - now) / 1000))
