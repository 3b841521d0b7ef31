// Calls that the server counted on chains, and failures that were not reported.
import * as v from 'valibot'
import { count, maybe, moment } from '#/backend/shapes'
import { CLUSTER_STATES } from '#/entities/cluster/schema'
import { verdict } from '#/entities/evidence/failure'

/** A share with its interval of 95 %. */
const rate = v.object({ share: v.number(), low: v.number(), high: v.number() })

const counts = { calls: count, failed: count, linked: v.optional(count, 0), rate: maybe(rate) }

/** A build; calls from before the first release have one without a version. */
export const buildCounts = v.object({
  id: v.string(),
  version: maybe(v.string()),
  releasedAt: maybe(moment),
  ...counts,
})
export type BuildCounts = v.InferOutput<typeof buildCounts>

export const GAP_REASONS = ['behind', 'unavailable'] as const

/** A network, and how far its calls are counted. */
export const countedNetwork = v.object({
  id: v.string(),
  name: v.string(),
  isEnabled: v.boolean(),
  isOn: v.boolean(),
  contracts: count,
  blocksPerDay: count,
  firstBlock: maybe(count),
  block: maybe(count),
  behind: maybe(count),
  countedAt: maybe(moment),
  problem: maybe(v.string()),
  missing: v.optional(count, 0),
  gaps: v.nullish(
    v.array(v.object({ from: count, to: count, reason: v.picklist(GAP_REASONS), noticedAt: maybe(moment) })),
    () => [],
  ),
})
export type CountedNetwork = v.InferOutput<typeof countedNetwork>

const cause = v.object({
  fingerprint: v.string(),
  failureClass: v.string(),
  cluster: maybe(
    v.object({
      id: v.string(),
      title: v.string(),
      sentence: maybe(v.string()),
      verdict: maybe(verdict),
      state: v.picklist(CLUSTER_STATES),
      rootIssue: maybe(count),
    }),
  ),
  /** A fraction where only a sample was looked up. */
  failed: v.number(),
  isEstimated: v.boolean(),
  reported: count,
  failedBefore: v.number(),
  firstAt: maybe(moment),
  /** Questions to testers whose wallet it happened to, and their answers. */
  questions: v.nullish(v.object({ asked: count, reported: count, fine: count }), () => ({
    asked: 0,
    reported: 0,
    fine: 0,
  })),
})
export type FailureCause = v.InferOutput<typeof cause>

/** A failure rate that has doubled. */
const alarm = v.object({
  id: v.string(),
  scope: v.picklist(['network', 'build']),
  subject: v.string(),
  name: v.string(),
  startedAt: moment,
  hours: count,
  calls: count,
  failed: count,
  callsBefore: count,
  failedBefore: count,
})
export type FailureAlarm = v.InferOutput<typeof alarm>

export const failureAlarms = v.object({ rows: v.array(alarm) })

export const unreported = v.object({
  networks: v.array(countedNetwork),
  builds: v.array(buildCounts),
  byNetwork: v.array(v.object({ network: v.string(), build: v.string(), ...counts })),
  build: maybe(buildCounts),
  reported: count,
  unexplained: v.number(),
  causes: v.array(cause),
  days: v.array(v.object({ day: moment, calls: count, failed: count, reported: count })),
})
export type Unreported = v.InferOutput<typeof unreported>
