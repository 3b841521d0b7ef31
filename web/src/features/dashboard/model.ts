import * as v from 'valibot'
import { count, maybe } from '#/backend/shapes'
import { issueRow } from '#/entities/issue/schema'
import { myStanding } from '#/entities/points/schema'

const inOut = v.object({
  day: v.string(),
  new: count,
  resolved: count,
  open: v.optional(count, 0),
})

export const testerDashboard = v.object({
  standing: maybe(myStanding),
  reports: v.array(issueRow),
  /** Not, where the server had to make up a name. */
  isNamed: v.boolean(),
  /** Whether an administrator has limited the account, and why. */
  account: v.optional(v.object({ status: v.string(), reason: maybe(v.string()) }), {
    status: 'active',
    reason: null,
  }),
  firstSteps: v.object({ reported: v.boolean(), voted: v.boolean() }),
})
export type TesterDashboard = v.InferOutput<typeof testerDashboard>

const hours = maybe(v.number())
const spans = v.object({
  week: v.string(),
  firstP50: hours,
  firstP90: hours,
  decideP50: hours,
  decideP90: hours,
  fixP50: hours,
  fixP90: hours,
})
export type Spans = v.InferOutput<typeof spans>

export const adminDashboard = v.object({
  queue: v.object({ waiting: count, oldestHours: hours }),
  promise: v.object({ inTimePct: hours, p90Hours: hours }),
  urgent: v.object({ s1: count, private: count }),
  regressions: count,
  inOut: v.array(inOut),
  queueAge: v.array(v.object({ fromHours: v.number(), toHours: maybe(v.number()), count })),
  times: v.array(spans),
  areas: v.optional(v.array(v.object({ week: v.string(), byArea: v.record(v.string(), v.number()) })), []),
  outcomes: v.array(v.object({ week: v.string(), accepted: count, duplicate: count, rejected: count })),
  testers: v.array(v.object({ day: v.string(), active: count, new: count })),
  setup: v.optional(v.array(v.object({ key: v.string(), done: v.boolean(), sentence: v.string() })), []),
})
export type AdminDashboard = v.InferOutput<typeof adminDashboard>

export const PERIODS = [7, 30, 90] as const
export type Period = (typeof PERIODS)[number]
