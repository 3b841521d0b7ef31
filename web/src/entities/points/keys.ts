/** Under which the cache keeps what changes when points are booked. */
export const POINTS = ['points'] as const
export const STANDINGS = ['standings'] as const
