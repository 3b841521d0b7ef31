import * as v from 'valibot'
import { count, maybe } from '#/backend/shapes'
import { tracker } from '#/entities/tracker/schema'

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

/** The secret for the tracker's webhook comes with a new one, and never again. */
export const savedTracker = v.object({ tracker, webhookSecret: maybe(v.string()) })

export const tested = v.object({ ok: v.optional(v.boolean(), true), detail: maybe(v.string()) })
export type Tested = v.InferOutput<typeof tested>
