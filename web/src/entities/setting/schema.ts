import * as v from 'valibot'
import { count, maybe, moment } from '#/backend/shapes'
import { person } from '#/entities/person/schema'

const setting = v.object({
  key: v.string(),
  value: v.unknown(),
  default: v.unknown(),
  version: count,
  by: maybe(person),
  at: maybe(moment),
  help: v.optional(v.string(), ''),
  kind: v.optional(v.string(), 'text'),
})
export type Setting = v.InferOutput<typeof setting>
export const settings = v.object({ rows: v.array(setting) })
