// What the server counts about failures, for administrators.
import * as v from 'valibot'
import { count, maybe } from '#/backend/shapes'

export const coverage = v.object({
  networks: v.array(v.object({ id: v.string(), name: v.string() })),
  wallets: v.array(v.string()),
  cells: v.array(v.object({ network: v.string(), wallet: v.string(), count, failed: v.optional(count, 0) })),
})
export type Coverage = v.InferOutput<typeof coverage>

const bins = v.array(v.object({ from: v.number(), to: v.number(), count }))

export const failureStats = v.object({
  days: v.array(v.string()),
  classes: v.array(
    v.object({ failureClass: v.string(), total: v.optional(count, 0), perDay: v.array(v.number()) }),
  ),
  builds: v.array(v.object({ version: v.string(), swaps: count, failures: count })),
  quoteError: maybe(
    v.object({ count, p5: maybe(v.number()), p50: maybe(v.number()), p95: maybe(v.number()), bins }),
  ),
  headroom: maybe(v.object({ count, onTheFloor: v.optional(count, 0), bins })),
})
export type FailureStats = v.InferOutput<typeof failureStats>

/** A share with the interval that holds it in nineteen of twenty cases (Wilson), all of 100. */
export function rate(failures: number, swaps: number): { value: number; low: number; high: number } {
  if (swaps <= 0) return { value: 0, low: 0, high: 0 }
  const z = 1.96
  const share = Math.min(1, failures / swaps)
  const middle = (share + (z * z) / (2 * swaps)) / (1 + (z * z) / swaps)
  const half =
    (z * Math.sqrt((share * (1 - share)) / swaps + (z * z) / (4 * swaps * swaps))) / (1 + (z * z) / swaps)
  return {
    value: share * 100,
    low: Math.max(0, (middle - half) * 100),
    high: Math.min(100, (middle + half) * 100),
  }
}
