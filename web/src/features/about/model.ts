import * as v from 'valibot'
import { count, maybe, moment } from '#/backend/shapes'

const difference = v.object({ rule: v.string(), of: v.optional(count, 1), what: v.unknown() })
export const invariants = v.object({ at: moment, differences: v.array(difference) })
export const about = v.object({
  version: v.string(),
  licence: v.string(),
  database: v.object({ ok: v.boolean(), version: maybe(v.string()) }),
  invariants: maybe(invariants),
  counts: v.optional(v.record(v.string(), v.number()), {}),
})
export type About = v.InferOutput<typeof about>
