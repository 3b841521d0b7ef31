import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { anything, call } from '#/backend/call'
import { count, maybe, moment } from '#/backend/shapes'
import { useCommand } from '#/backend/use-command'
import { person } from '#/entities/person/schema'
import type { PolicyKind } from '#/entities/policy/kinds'
import { policiesQuery } from '#/entities/policy/queries'

const version = v.object({
  version: count,
  note: v.optional(v.string(), ''),
  asks: v.boolean(),
  publishedAt: moment,
  withdrawnAt: maybe(moment),
  by: maybe(person),
  /** How many testers accepted it. */
  accepted: count,
})
const versions = v.object({ rows: v.array(version), testers: count })
export type PolicyVersions = v.InferOutput<typeof versions>

const VERSIONS = ['admin', 'policy-versions']
export const policyVersionsQuery = (kind: PolicyKind) =>
  queryOptions({
    queryKey: [...VERSIONS, kind],
    queryFn: () => call('policyVersions', { kind }, versions),
  })

export interface NewVersion {
  kind: PolicyKind
  body: string
  note: string
  asks: boolean
  /** The newest version that the administrator has seen. */
  version: number
}
const TOUCHED = [VERSIONS, policiesQuery.queryKey]
export const usePublish = () => useCommand<NewVersion, typeof anything>('policyPublish', anything, TOUCHED)
export const useWithdraw = () =>
  useCommand<{ kind: PolicyKind }, typeof anything>('policyWithdraw', anything, TOUCHED)

export const readPrivacyDraft = async () =>
  (await call('privacyDraft', {}, v.object({ body: v.string() }))).body

const acceptance = v.object({
  user: v.string(),
  username: maybe(v.string()),
  email: maybe(v.string()),
  kind: v.string(),
  version: count,
  acceptedAt: moment,
})
export type Acceptance = v.InferOutput<typeof acceptance>
const acceptances = v.object({ rows: v.array(acceptance), next: maybe(v.string()) })

/** Every acceptance, however many answers it takes. */
export async function readAcceptances(): Promise<Acceptance[]> {
  const all: Acceptance[] = []
  let cursor: string | null | undefined
  do {
    const page = await call('policyAcceptances', cursor ? { cursor } : {}, acceptances)
    all.push(...page.rows)
    cursor = page.next
  } while (cursor)
  return all
}
