import * as v from 'valibot'
import { count, maybe, moment } from '#/backend/shapes'
import { person } from '#/entities/person/schema'

const revision = v.object({
  version: count,
  value: v.unknown(),
  note: maybe(v.string()),
  at: moment,
  by: maybe(person),
})
export const revisions = v.object({ rows: v.array(revision) })
