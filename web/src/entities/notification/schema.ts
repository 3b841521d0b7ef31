// What the server says about notifications, checked at the border.
import * as v from 'valibot'
import { count, maybe, moment } from '#/backend/shapes'
import { buildName } from '#/entities/build/schema'

export const bucket = v.picklist(['action', 'news'])
export type Bucket = v.InferOutput<typeof bucket>

/** What one kind says and others do not. What cannot be read is left out: a row then says less, and the rest stands. */
const soft = <Schema extends v.GenericSchema>(schema: Schema) => v.fallback(maybe(schema), null)
const text = soft(v.string())
const number = soft(v.number())

/** A failed transaction of the reader. Its hash is deleted after a while. */
const failedCall = v.object({
  id: v.string(),
  class: v.string(),
  sentence: v.string(),
  isSwap: v.boolean(),
  at: moment,
  hash: maybe(v.string()),
  network: v.string(),
  chainId: count,
})
export type FailedCall = v.InferOutput<typeof failedCall>

const details = v.object({
  question: text,
  until: text,
  build: soft(buildName),
  points: number,
  amount: number,
  reason: text,
  what: text,
  status: text,
  severity: text,
  resolution: text,
  into: number,
  /** Their names, or how many they are. */
  people: v.fallback(v.optional(v.union([v.array(v.string()), count]), []), []),
  excerpt: text,
  hash: text,
  announcement: text,
  title: text,
  fixed: v.fallback(v.optional(v.array(count), []), []),
  version: soft(v.union([v.string(), v.number()])),
  season: soft(v.object({ number: count, name: v.optional(v.string(), ''), state: text })),
  level: number,
  cluster: text,
  name: text,
  failures: number,
  hours: number,
  calls: number,
  failed: number,
  callsBefore: number,
  failedBefore: number,
  network: soft(v.object({ id: v.string(), name: v.string() })),
  proposal: text,
  tracker: soft(v.object({ id: v.string(), kind: v.string(), name: v.optional(v.string(), '') })),
  ref: text,
  url: text,
  state: text,
  dueAt: text,
  kind: text,
  from: text,
  chainStatus: text,
  service: text,
  appeal: text,
  mission: soft(v.object({ slug: v.string(), title: v.string() })),
  triesLeft: number,
  problem: text,
  /** What a payout pays the reader, with its token. */
  paid: text,
  failure: soft(failedCall),
})
export type Details = v.InferOutput<typeof details>

export const notification = v.object({
  id: v.string(),
  kind: v.string(),
  bucket,
  /** How many things that happened it stands for. */
  count: v.optional(count, 1),
  at: moment,
  readAt: maybe(moment),
  doneAt: maybe(moment),
  /** A private issue of others has no title. */
  issue: maybe(
    v.object({ id: v.string(), number: count, title: v.optional(maybe(v.string())), status: text }),
  ),
  actor: maybe(v.object({ id: maybe(v.string()), username: maybe(v.string()) })),
  data: v.optional(details, {}),
})
export type Notification = v.InferOutput<typeof notification>

/** How many wait for something to be done, and how many news are unread. */
export const counts = v.object({ waiting: count, unread: count })
export type Counts = v.InferOutput<typeof counts>

export const notificationPage = v.object({
  rows: v.array(notification),
  next: maybe(v.string()),
  ...counts.entries,
})
export type NotificationPage = v.InferOutput<typeof notificationPage>
