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
  quoteError: maybe(
    v.object({ count, p5: maybe(v.number()), p50: maybe(v.number()), p95: maybe(v.number()), bins }),
  ),
  headroom: maybe(v.object({ count, onTheFloor: v.optional(count, 0), bins })),
})
export type FailureStats = v.InferOutput<typeof failureStats>
