import * as v from 'valibot'
import { count, maybe } from '#/backend/shapes'

/** A user in the programme. Anyone who hides from others has neither id nor name. */
export const person = v.object({
  id: maybe(v.string()),
  username: maybe(v.string()),
  isAdmin: v.optional(v.boolean(), false),
  trustLevel: v.optional(count, 0),
  hidden: v.optional(v.boolean(), false),
})
export type Person = v.InferOutput<typeof person>
