import * as v from 'valibot'
import { count, maybe, moment } from '#/backend/shapes'

export const TRACKER_KINDS = ['github', 'linear', 'jira'] as const
export type TrackerKind = (typeof TRACKER_KINDS)[number]

/** A place at a tracker that issues go to, as administrators see it. */
export const tracker = v.object({
  id: v.string(),
  kind: v.picklist(TRACKER_KINDS),
  name: v.string(),
  project: v.optional(v.string(), ''),
  mode: maybe(v.string()),
  appId: maybe(v.string()),
  site: maybe(v.string()),
  mail: maybe(v.string()),
  state: v.optional(v.string(), 'off'),
  problem: maybe(v.string()),
  /** As whom we write there. */
  account: maybe(v.string()),
  /** When the access ends, if it does. */
  endsAt: maybe(moment),
  lastSyncAt: maybe(moment),
  linked: v.optional(count, 0),
  /** What is on its way there, and what was given up. */
  waiting: v.optional(count, 0),
  failed: v.optional(count, 0),
  webhookUrl: maybe(v.string()),
  credential: maybe(v.string()),
})
export type Tracker = v.InferOutput<typeof tracker>
export const trackers = v.object({ rows: v.array(tracker) })
