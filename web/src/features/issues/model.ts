// What the server says to those who decide about issues.
import * as v from 'valibot'
import { count, maybe } from '#/backend/shapes'
import { evidence } from '#/entities/evidence/schema'
import { issueRow } from '#/entities/issue/schema'
import { similar, viewEntries } from '#/entities/issue/view'
import { person } from '#/entities/person/schema'

/** The answer to a triage command. */
export const decision = v.object({
  issue: issueRow,
  undoUntil: maybe(v.string()),
  points: v.optional(v.array(v.object({ person: person, amount: count })), []),
})
export type Decision = v.InferOutput<typeof decision>

export const queueRow = v.object({
  ...issueRow.entries,
  dueAt: maybe(v.string()),
  late: v.boolean(),
  urgency: count,
})
export type QueueRow = v.InferOutput<typeof queueRow>

export const queue = v.object({
  rows: v.array(queueRow),
  next: v.optional(maybe(v.string()), null),
  waiting: count,
  dueSoon: count,
  late: v.optional(count, 0),
  lookers: v.optional(v.record(v.string(), v.array(person)), {}),
})
export type Queue = v.InferOutput<typeof queue>

const payment = v.object({ person: person, amount: count, role: v.picklist(['finder', 'cofinder']) })

/** One report as the person who decides about it needs it. */
export const triageCase = v.object({
  ...viewEntries,
  similar: v.array(similar),
  /** The first that came with it. */
  evidence: maybe(evidence),
  suggestion: maybe(
    v.object({
      command: v.picklist(['accept', 'merge', 'ask', 'close']),
      target: maybe(count),
      why: v.string(),
    }),
  ),
  reporterStats: v.object({
    accepted: count,
    decided: count,
    spam: count,
    trustLevel: count,
  }),
  wouldPay: v.record(v.string(), v.array(payment)),
  seenBy: v.array(person),
})
export type TriageCase = v.InferOutput<typeof triageCase>
