import * as v from 'valibot'
import { count, maybe, moment } from '#/backend/shapes'

const field = v.object({
  key: v.string(),
  /** What it is called where it is copied from. */
  label: v.optional(v.string(), ''),
  secret: v.optional(v.boolean(), false),
  set: v.optional(v.boolean(), false),
  value: maybe(v.string()),
})
export type ServiceField = v.InferOutput<typeof field>

const chatService = v.object({
  service: v.string(),
  state: v.optional(v.string(), 'off'),
  name: maybe(v.string()),
  problem: maybe(v.string()),
  /** How many have linked their account, and how many of them it does not reach. */
  people: v.optional(count, 0),
  unreachable: v.optional(count, 0),
  fields: v.array(field),
  /** Addresses to be entered at the service. */
  callback: maybe(v.string()),
  interactions: maybe(v.string()),
  /** Where the bot is added to a server. */
  invite: maybe(v.string()),
})
export type ChatService = v.InferOutput<typeof chatService>
export const chatServices = v.object({ rows: v.array(chatService) })

export const TRACKER_KINDS = ['github', 'linear', 'jira'] as const
export type TrackerKind = (typeof TRACKER_KINDS)[number]

const tracker = v.object({
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
  webhookUrl: maybe(v.string()),
  credential: maybe(v.string()),
})
export type Tracker = v.InferOutput<typeof tracker>
export const trackers = v.object({ rows: v.array(tracker) })
/** The secret for the tracker's webhook comes with a new one, and never again. */
export const savedTracker = v.object({ tracker, webhookSecret: maybe(v.string()) })

export const tested = v.object({ ok: v.optional(v.boolean(), true), detail: maybe(v.string()) })
export type Tested = v.InferOutput<typeof tested>
