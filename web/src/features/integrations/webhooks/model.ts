import * as v from 'valibot'
import { count, maybe, moment } from '#/backend/shapes'

export const PRESETS = ['json', 'discord', 'slack', 'telegram'] as const
export type Preset = (typeof PRESETS)[number]

/** How severe an issue must be for a webhook to be notified of it. */
export const MIN_SEVERITIES = ['any', 'S3', 'S2', 'S1'] as const
export type MinSeverity = (typeof MIN_SEVERITIES)[number]

const webhook = v.object({
  id: v.string(),
  name: v.string(),
  /** Host and last characters: the whole address is a secret. */
  url: v.string(),
  preset: v.picklist(PRESETS),
  /** `*` is all, `issue.*` a family. */
  events: v.array(v.string()),
  minSeverity: v.optional(v.picklist(MIN_SEVERITIES), 'any'),
  state: v.picklist(['on', 'off', 'disabled']),
  failures: v.optional(count, 0),
  lastAt: maybe(moment),
  lastStatus: maybe(count),
  restsUntil: maybe(moment),
  disabledWhy: maybe(v.string()),
  hasPreviousSecretUntil: maybe(moment),
  createdAt: moment,
})
export type Webhook = v.InferOutput<typeof webhook>
export const webhooks = v.object({
  rows: v.array(webhook),
  /** All types of events there are. */
  events: v.optional(v.array(v.string()), []),
})
/** The secret comes with a new hook, and never again. */
export const savedWebhook = v.object({ webhook, secret: maybe(v.string()) })
export const rolledSecret = v.object({ secret: v.string(), previousUntil: maybe(moment) })
export const testedWebhook = v.object({
  ok: v.boolean(),
  status: maybe(count),
  ms: maybe(count),
  detail: maybe(v.string()),
})
export type TestedWebhook = v.InferOutput<typeof testedWebhook>

const delivery = v.object({
  id: v.string(),
  messageId: maybe(v.string()),
  event: v.string(),
  type: v.string(),
  webhook: v.object({ id: v.string(), name: v.string() }),
  state: v.string(),
  attempts: v.optional(count, 0),
  status: maybe(count),
  ms: maybe(count),
  response: maybe(v.string()),
  problem: maybe(v.string()),
  at: moment,
  nextAt: maybe(moment),
  issue: maybe(count),
  body: maybe(v.string()),
})
export type Delivery = v.InferOutput<typeof delivery>
export const deliveries = v.object({ rows: v.array(delivery), next: maybe(v.string()) })
