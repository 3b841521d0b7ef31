import * as v from 'valibot'
import { count, maybe } from '#/backend/shapes'

const problem = v.union([
  v.string(),
  v.object({
    key: maybe(v.string()),
    rule: maybe(v.string()),
    sentence: maybe(v.string()),
    problem: maybe(v.string()),
  }),
])

export const dryRun = v.object({
  issuedBefore: v.optional(v.number(), 0),
  issuedAfter: v.optional(v.number(), 0),
  top50: v.optional(v.object({ up: count, down: count, max: count }), { up: 0, down: 0, max: 0 }),
  histogram: v.optional(v.array(v.object({ change: v.number(), count })), []),
  examples: v.optional(
    v.array(v.object({ key: v.string(), before: maybe(v.number()), after: maybe(v.number()) })),
    [],
  ),
  problems: v.optional(v.array(problem), []),
})
export type DryRun = v.InferOutput<typeof dryRun>
