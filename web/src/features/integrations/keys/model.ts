import * as v from 'valibot'
import { maybe, moment } from '#/backend/shapes'
import { person } from '#/entities/person/schema'

const apiKey = v.object({
  id: v.string(),
  name: v.string(),
  prefix: v.string(),
  scopes: v.array(v.string()),
  lastUsedOn: maybe(v.string()),
  expiresAt: maybe(moment),
  /** Of a key that was rolled: it works until then. */
  endsAt: maybe(moment),
  revokedAt: maybe(moment),
  createdAt: moment,
  by: maybe(person),
  state: v.optional(v.string(), 'live'),
})
export type ApiKey = v.InferOutput<typeof apiKey>
export const apiKeys = v.object({ rows: v.array(apiKey), scopes: v.optional(v.array(v.string()), []) })
export const madeKey = v.object({
  key: v.object({ id: v.string(), name: v.string() }),
  secret: v.string(),
  previous: maybe(v.object({ id: v.string(), endsAt: maybe(moment) })),
})
