import * as v from 'valibot'
import { count, moment } from '#/backend/shapes'

/** A part of everything that is kept about a user: rows by the list they belong to. */
export const dataPart = v.object({
  data: v.record(v.string(), v.array(v.unknown())),
  done: count,
  of: count,
  next: v.nullable(v.string()),
})
export type DataPart = v.InferOutput<typeof dataPart>

/** When the account is deleted, if that was asked for. */
export const deletion = v.object({
  dueAt: v.nullable(moment),
  texts: v.nullable(v.picklist(['keep', 'erase'])),
})
