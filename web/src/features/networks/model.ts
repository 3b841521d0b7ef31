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
  enabled: v.optional(v.boolean(), true),
})
export type Contract = v.InferOutput<typeof contract>
export const contracts = v.object({ rows: v.array(contract) })

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
