import * as v from 'valibot'
import { count } from '#/backend/shapes'

/** A part of everything that is kept about somebody: rows by the list they belong to. */
export const dataPart = v.object({
  data: v.record(v.string(), v.array(v.unknown())),
  done: count,
  of: count,
  next: v.nullable(v.string()),
})
export type DataPart = v.InferOutput<typeof dataPart>

export const deletion = v.object({ pseudonym: v.string() })
