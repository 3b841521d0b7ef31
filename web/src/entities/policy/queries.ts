import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { call } from '#/backend/call'
import { count, maybe, moment } from '#/backend/shapes'
import { POLICY_KINDS, type PolicyKind } from '#/entities/policy/kinds'

const published = v.object({
  kind: v.picklist(POLICY_KINDS),
  version: count,
  publishedAt: moment,
  note: v.optional(v.string(), ''),
  required: maybe(count),
})
export type PublishedPage = v.InferOutput<typeof published>

const policies = v.object({
  rows: v.array(published),
  /** The kinds that the reader still has to accept. */
  missing: v.array(v.picklist(POLICY_KINDS)),
})

export const policiesQuery = queryOptions({
  queryKey: ['policies'],
  queryFn: () => call('policies', {}, policies),
})

const policyPage = v.object({
  kind: v.picklist(POLICY_KINDS),
  version: count,
  newest: count,
  body: v.string(),
  note: v.optional(v.string(), ''),
  publishedAt: moment,
  versions: v.array(v.object({ version: count, note: v.optional(v.string(), ''), publishedAt: moment })),
})
export type PolicyPage = v.InferOutput<typeof policyPage>

/** A version of a page, or the newest. A stranger reads what every visitor reads. */
export const readPolicy = (kind: PolicyKind, version: number | undefined, { asStranger = false } = {}) =>
  call('policyPage', { kind, ...(version ? { version } : {}) }, policyPage, { asStranger })
