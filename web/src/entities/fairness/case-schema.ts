import * as v from 'valibot'
import { count, maybe, moment } from '#/backend/shapes'
import { appealBase, REASONS, SIGNALS } from '#/entities/fairness/schema'
import { severity } from '#/entities/issue/schema'
import { person } from '#/entities/person/schema'

const signalKind = v.picklist(SIGNALS)
const reason = v.picklist(REASONS)
const state = v.picklist(['open', 'asked', 'watch', 'decided'])
export type CaseState = v.InferOutput<typeof state>

export const caseRow = v.object({
  number: count,
  state,
  score: count,
  title: signalKind,
  people: v.array(person),
  accounts: count,
  openedAt: moment,
  updatedAt: maybe(moment),
  due: maybe(moment),
  decision: maybe(v.picklist(['link', 'dismiss'])),
  decidedBy: maybe(person),
  decidedAt: maybe(moment),
})
export type CaseRow = v.InferOutput<typeof caseRow>

export const casePage = v.object({
  rows: v.array(caseRow),
  next: maybe(v.string()),
  counts: v.object({
    open: count,
    asked: count,
    watch: count,
    decided: count,
    appeals: count,
    linked: count,
  }),
  watchScore: count,
  scan: maybe(v.object({ at: moment, testers: count, millis: count, cases: count, unknownWallets: count })),
})
export type CasePage = v.InferOutput<typeof casePage>

const member = v.object({
  person,
  personId: v.string(),
  joinedAt: moment,
  invitation: maybe(v.object({ id: v.string(), label: v.string(), cleared: v.boolean() })),
  points: v.number(),
  rank: maybe(count),
  reports: count,
  votes: count,
  score: count,
  suggested: v.boolean(),
  status: v.string(),
  riskState: v.string(),
})
export type Member = v.InferOutput<typeof member>

/** All that a signal of any kind may say; what does not belong to its kind is not there. */
const detail = v.object({
  funder: maybe(v.string()),
  via: maybe(v.string()),
  minutes: maybe(v.number()),
  equal: maybe(v.boolean()),
  sent: maybe(v.number()),
  hub: maybe(v.boolean()),
  address: maybe(v.string()),
  days: maybe(v.number()),
  device: maybe(v.string()),
  turns: maybe(v.union([v.boolean(), v.number()])),
  visits: maybe(v.number()),
  gapMinutes: maybe(v.number()),
  invitation: maybe(v.string()),
  label: maybe(v.string()),
  people: maybe(v.number()),
  pairs: maybe(v.number()),
  distance: maybe(v.number()),
  numbers: maybe(v.array(count)),
  issues: maybe(v.number()),
  overlapPercent: maybe(v.number()),
})
export type Detail = v.InferOutput<typeof detail>

const signal = v.object({
  id: v.string(),
  kind: signalKind,
  family: v.string(),
  points: v.number(),
  users: v.array(v.string()),
  detail,
  state: v.string(),
})
export type Signal = v.InferOutput<typeof signal>

export const AGAINST = [
  'other_hours',
  'other_language',
  'other_network',
  'older_wallet',
  'own_reports',
] as const
const against = v.object({ kind: v.picklist(AGAINST), points: v.number(), users: v.array(v.string()) })
export type Against = v.InferOutput<typeof against>

const unknownFact = v.object({ kind: v.string(), users: v.array(v.string()) })
export type UnknownFact = v.InferOutput<typeof unknownFact>

const node = v.object({
  id: v.string(),
  kind: v.picklist(['funder', 'wallet', 'user', 'device']),
  label: v.nullish(v.string(), ''),
  note: maybe(v.string()),
  hot: v.boolean(),
})
export type GraphNode = v.InferOutput<typeof node>
const edge = v.object({ from: v.string(), to: v.string(), hot: v.boolean() })
export type GraphEdge = v.InferOutput<typeof edge>
const graph = v.object({ nodes: v.array(node), edges: v.array(edge) })
export type Graph = v.InferOutput<typeof graph>

const visit = v.object({ user: v.string(), from: moment, to: moment })
export type Visit = v.InferOutput<typeof visit>

const text = v.object({ number: count, user: v.string(), text: v.string(), at: moment })
const textPair = v.object({ a: text, b: text, distance: count })
export type TextPair = v.InferOutput<typeof textPair>

const decision = v.object({
  decision: v.picklist(['link', 'dismiss']),
  reason: maybe(reason),
  note: maybe(v.string()),
  by: maybe(person),
  at: moment,
  users: v.array(v.string()),
  undoneAt: maybe(moment),
})
export type Decision = v.InferOutput<typeof decision>

export const riskCase = v.object({
  number: count,
  state,
  score: count,
  watchScore: count,
  openedAt: moment,
  updatedAt: maybe(moment),
  due: maybe(moment),
  points: v.number(),
  reports: count,
  votes: count,
  members: v.array(member),
  signals: v.array(signal),
  against: v.array(against),
  unknown: v.array(unknownFact),
  graph: maybe(graph),
  visits: v.array(visit),
  texts: v.array(textPair),
  suggestion: maybe(v.object({ decision: v.picklist(['link', 'ask']), users: v.array(v.string()) })),
  answers: v.array(
    v.object({
      user: v.string(),
      askedAt: moment,
      answeredAt: maybe(moment),
      body: maybe(v.string()),
    }),
  ),
  decision: maybe(decision),
})
export type RiskCase = v.InferOutput<typeof riskCase>
export const oneCase = v.object({ case: riskCase })

const moved = v.object({ person, amount: v.number() })
export const resolved = v.object({ case: riskCase, points: v.array(moved), next: maybe(count) })

const change = v.object({ before: maybe(v.number()), after: maybe(v.number()) })
export const linkPreview = v.object({
  effects: v.object({
    personsBefore: count,
    personsAfter: count,
    issues: v.array(v.object({ number: count, before: count, after: count })),
    issueCount: count,
    reversed: v.number(),
    parts: v.array(v.number()),
    gained: v.array(moved),
    lost: v.array(moved),
    rank: maybe(change),
    total: maybe(change),
    frozen: v.number(),
  }),
})
export type Effects = v.InferOutput<typeof linkPreview>['effects']

const linkRow = v.object({
  personId: v.string(),
  people: v.array(person),
  reason: maybe(reason),
  by: maybe(person),
  at: moment,
  case: maybe(count),
  appeal: maybe(v.picklist(['open', 'upheld', 'denied', 'withdrawn'])),
})
export type LinkRow = v.InferOutput<typeof linkRow>
export const linkPage = v.object({ rows: v.array(linkRow), next: maybe(v.string()), total: count })
export const linkChanged = v.object({ personId: v.string(), points: v.array(moved) })

const appeal = v.object({
  ...appealBase.entries,
  person,
  decidedBy: maybe(person),
  byMe: v.boolean(),
  mayDecide: v.boolean(),
  /** Whether what was decided still stands. */
  stands: v.optional(v.boolean(), true),
  decider: maybe(person),
  /** What was decided, and why. */
  decision: maybe(
    v.object({
      reason: maybe(v.string()),
      link: maybe(reason),
      resolution: maybe(v.string()),
      /** What a report was merged into. */
      into: maybe(count),
      severity: maybe(severity),
    }),
  ),
  since: maybe(v.object({ networks: count, reports: count, deviceShared: maybe(v.boolean()) })),
  gives: maybe(v.object({ points: v.number() })),
})
export type Appeal = v.InferOutput<typeof appeal>
export const appealPage = v.object({ rows: v.array(appeal), next: maybe(v.string()), total: count })
export const decidedAppeal = v.object({ appeal, points: v.array(moved) })

export const thresholds = v.object({
  watchScore: count,
  kinds: v.array(
    v.object({
      kind: signalKind,
      family: v.string(),
      cases: count,
      linked: count,
      dismissed: count,
      upheld: count,
    }),
  ),
  funders: v.array(
    v.object({
      address: v.string(),
      verdict: v.picklist(['exempt', 'counts']),
      note: maybe(v.string()),
      by: maybe(person),
      at: moment,
    }),
  ),
  invitations: v.array(
    v.object({
      id: v.string(),
      label: v.string(),
      note: maybe(v.string()),
      by: maybe(person),
      at: moment,
      people: count,
    }),
  ),
})
export type Thresholds = v.InferOutput<typeof thresholds>
