import * as v from 'valibot'
import { count, maybe, moment } from '#/backend/shapes'
import { verdict } from '#/entities/evidence/failure'

export const ROLES = ['router', 'quoter', 'permit', 'factory', 'pool_manager', 'token', 'other'] as const
export type Role = (typeof ROLES)[number]

const contract = v.object({
  id: v.string(),
  network: v.string(),
  address: v.string(),
  name: v.string(),
  role: v.picklist(ROLES),
  hasAbi: v.boolean(),
  functions: v.optional(count, 0),
  errors: v.optional(count, 0),
  firstBuild: maybe(v.object({ id: v.string(), version: v.string() })),
  firstBlock: maybe(count),
  enabled: v.optional(v.boolean(), true),
})
export type Contract = v.InferOutput<typeof contract>
export const contracts = v.object({ rows: v.array(contract) })

const STATES = ['new', 'same', 'changed', 'refused'] as const

const compared = {
  address: v.string(),
  state: v.picklist(STATES),
  /** The fields that differ from the registered ones. */
  changes: v.optional(v.array(v.string()), []),
  /** Why the server refuses it. */
  problem: maybe(v.string()),
}
const comparedContract = v.object({
  ...compared,
  functions: maybe(count),
  errors: maybe(count),
  registered: maybe(v.object({ name: v.string(), role: v.picklist(ROLES), firstBlock: maybe(count) })),
})
export type ComparedContract = v.InferOutput<typeof comparedContract>
const comparedToken = v.object({
  ...compared,
  registered: maybe(v.object({ symbol: v.string(), decimals: count })),
})
export type ComparedToken = v.InferOutput<typeof comparedToken>

/** What the server says about the contracts and tokens of files, in their order. */
export const registryPreview = v.object({
  contracts: v.array(comparedContract),
  tokens: v.array(comparedToken),
})
export type RegistryPreview = v.InferOutput<typeof registryPreview>
export const importResult = v.object({ added: count, changed: count })

const errorRow = v.object({
  id: maybe(v.string()),
  /** A selector, or a text that is in the message. */
  key: v.string(),
  isText: v.optional(v.boolean(), false),
  signature: maybe(v.string()),
  failureClass: maybe(v.string()),
  verdict: maybe(verdict),
  sentence: maybe(v.string()),
  advice: maybe(v.string()),
  source: v.optional(v.string(), 'admin'),
  enabled: v.optional(v.boolean(), true),
  count: v.optional(count, 0),
})
export type ErrorRow = v.InferOutput<typeof errorRow>

const unknownError = v.object({
  key: v.string(),
  isText: v.optional(v.boolean(), false),
  count,
  people: v.optional(count, 0),
  lastSeenAt: maybe(moment),
  sample: maybe(v.string()),
  words: maybe(count),
  /** The name of this error in well-known contract packages. */
  signature: maybe(v.string()),
  origin: maybe(
    v.object({ label: maybe(v.string()), contract: maybe(v.string()), network: maybe(v.string()) }),
  ),
})
export type UnknownError = v.InferOutput<typeof unknownError>

export const errors = v.object({
  rows: v.array(errorRow),
  unknown: v.optional(v.array(unknownError), []),
})

export const failureClasses = v.object({
  rows: v.array(v.object({ key: v.string(), verdict, sentence: v.string() })),
})
