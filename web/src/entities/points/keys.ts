/** Under which the cache keeps what changes when points are booked. */
export const POINTS = ['points'] as const
export const STANDINGS = ['standings'] as const
/** Points by hand that wait for a second administrator. */
export const PENDING_POINTS = ['admin', 'pending points'] as const
