import * as v from 'valibot'

/** A file that the server has and no report yet: enough to show it and to send it with the report later. */
export const keptFile = v.object({
  id: v.string(),
  name: v.string(),
  size: v.number(),
  sort: v.picklist(['image', 'text']),
  url: v.string(),
  /** When it was sent, in milliseconds since the epoch. */
  at: v.number(),
})
export type KeptFile = v.InferOutput<typeof keptFile>

/** The server throws away after a day what belongs to no report; an hour is left for writing on. */
const KEPT_FOR = 23 * 3_600_000

/** Those that the server still has. */
export const stillKept = (files: KeptFile[], now: number): KeptFile[] =>
  files.filter(({ at }) => now - at < KEPT_FOR)
