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
const shades = v.object({
  fill: v.string(),
  onFill: v.string(),
  stroke: v.string(),
  text: v.string(),
  fillContrast: v.number(),
  strokeContrast: v.number(),
  textContrast: v.number(),
  isAdjusted: v.boolean(),
})
export type AccentShades = v.InferOutput<typeof shades>
export const brandPreview = v.object({ dark: shades, light: shades })

export const revisions = v.object({ rows: v.array(revision) })
