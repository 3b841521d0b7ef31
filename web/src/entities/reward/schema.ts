// A payout of a season: its rules, what they lead to, and what of it is one's own.
import * as v from 'valibot'
import { count, maybe, moment } from '#/backend/shapes'

/** An amount in the smallest unit of its token. Never a number: it would lose its last digits. */
export const units = v.pipe(v.string(), v.regex(/^(0|[1-9]\d{0,77})$/))
const address = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{40}$/i))
const hash = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{64}$/i))
const digest = v.pipe(v.string(), v.regex(/^(0x)?[0-9a-f]{64}$/i))
const bps = v.pipe(count, v.minValue(0), v.maxValue(10_000))

export const CURVES = ['proportional', 'sqrt', 'tiers'] as const
export type Curve = (typeof CURVES)[number]
export const FORMATS = ['standard_tree', 'indexed'] as const
export type Format = (typeof FORMATS)[number]
export const ROUNDINGS = ['largest_remainder', 'down'] as const
export type Rounding = (typeof ROUNDINGS)[number]
export const DECISIONS = ['pay', 'set_aside', 'leave_out'] as const
export type Decision = (typeof DECISIONS)[number]

const token = v.object({
  symbol: v.string(),
  /** Absent for the network's own coin. */
  address: maybe(address),
  decimals: count,
  chainId: count,
})
export type RewardToken = v.InferOutput<typeof token>

const tier = v.object({ upToRank: maybe(count), weight: count })
export type Tier = v.InferOutput<typeof tier>

const people = v.object({ people: count, amount: units })

export const figures = v.object({
  /** Who is paid. */
  people: count,
  counted: count,
  belowMinimum: count,
  leftOut: count,
  missing: people,
  setAside: people,
  pool: units,
  sum: units,
  carried: units,
  unallocated: units,
  median: units,
  largest: units,
  capped: count,
  cap: maybe(units),
  giniBps: bps,
  top10Bps: bps,
  proportionalTop10Bps: bps,
})
export type Figures = v.InferOutput<typeof figures>

const file = v.object({
  kind: v.string(),
  name: v.string(),
  parts: count,
  /** The parts are pieces of one file, not files of their own. */
  pieces: v.optional(v.boolean(), true),
})
export type RewardFile = v.InferOutput<typeof file>

export const rewardExport = v.object({
  id: v.string(),
  season: count,
  state: v.picklist(['draft', 'published', 'void']),
  token,
  pool: units,
  unit: units,
  curve: v.picklist(CURVES),
  tiers: maybe(v.array(tier)),
  minPoints: count,
  capBps: maybe(bps),
  rounding: v.picklist(ROUNDINGS),
  format: v.picklist(FORMATS),
  root: hash,
  leafCount: count,
  sum: units,
  carried: units,
  unallocated: units,
  finalHash: digest,
  fileSha256: digest,
  rulesText: v.string(),
  deadline: maybe(moment),
  distributor: maybe(address),
  figures: maybe(figures),
  files: v.optional(v.array(file), []),
  builtAt: maybe(moment),
  publishedAt: maybe(moment),
  voidedAt: maybe(moment),
  voidReason: maybe(v.string()),
})
export type RewardExport = v.InferOutput<typeof rewardExport>
export const rewardList = v.object({ rows: v.array(rewardExport) })
export const oneExport = v.object({ export: rewardExport })

export const WHYS = [
  'no_address',
  'held',
  'linked',
  'administrator',
  'inactive',
  'by_decision',
  'below_minimum',
] as const
export type Why = (typeof WHYS)[number]
const why = v.picklist(WHYS)

/** What one user gets of a payout, and what proves it. */
const mine = v.object({
  export: rewardExport,
  /** Under which id the season file names the reader. */
  salted: maybe(v.string()),
  points: v.number(),
  rank: maybe(count),
  people: count,
  decision: maybe(v.picklist(DECISIONS)),
  why: maybe(why),
  amount: units,
  address: maybe(address),
  weight: maybe(units),
  totalWeight: maybe(units),
  leaf: maybe(v.object({ index: count, hash: maybe(hash), proof: v.array(hash) })),
})
export type OwnReward = v.InferOutput<typeof mine>
export const ownRewards = v.object({ rows: v.array(mine) })

export const fileText = v.object({
  name: v.string(),
  mime: v.string(),
  part: count,
  parts: count,
  text: v.string(),
})

const finding = v.object({
  key: v.string(),
  sentence: v.string(),
  people: v.optional(v.array(v.string()), []),
})
export type Finding = v.InferOutput<typeof finding>

export const previewRow = v.object({
  place: count,
  rank: maybe(count),
  personId: v.string(),
  user: maybe(v.string()),
  username: maybe(v.string()),
  points: v.number(),
  decision: v.picklist(DECISIONS),
  why: maybe(why),
  byRule: v.boolean(),
  address: maybe(address),
  amount: units,
  proportional: maybe(units),
  capped: v.optional(v.boolean(), false),
})
export type PreviewRow = v.InferOutput<typeof previewRow>

export const preview = v.object({
  problems: v.array(finding),
  warnings: v.array(finding),
  figures,
  lorenz: v.array(bps),
  rows: v.array(previewRow),
  next: maybe(count),
})
export type Preview = v.InferOutput<typeof preview>
