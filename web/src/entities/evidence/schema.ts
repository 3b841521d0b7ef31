// What the server says about evidence, checked at the border.
import * as v from 'valibot'
import { count, maybe, moment } from '#/backend/shapes'
import { explanation, quote } from '#/entities/evidence/explanation'
import { similar } from '#/entities/issue/view'
import { networkName } from '#/entities/network/schema'
import { person } from '#/entities/person/schema'

export const WALLET_KINDS = ['injected', 'walletconnect', 'hardware', 'smart_account', 'other'] as const
export type WalletKind = (typeof WALLET_KINDS)[number]

/** In the order in which something is looked up. */
const STEPS = ['network', 'transaction', 'receipt', 'trace', 'decoded'] as const
const step = v.object({
  key: v.picklist(STEPS),
  state: v.picklist(['done', 'running', 'failed', 'skipped', 'waiting']),
})
export type Step = v.InferOutput<typeof step>

/** The cluster that evidence belongs to, as far as its reader needs it. */
const clusterName = v.object({
  id: v.string(),
  title: v.string(),
  state: v.optional(v.string(), 'open'),
  evidenceCount: v.optional(count, 0),
  personCount: v.optional(count, 0),
  rootIssue: maybe(count),
  firstBuild: maybe(v.string()),
})

export const evidence = v.object({
  id: v.string(),
  kind: v.picklist(['tx', 'rpc_error', 'quote_only']),
  state: v.picklist(['queued', 'fetching', 'decoded', 'partial', 'waiting', 'not_found', 'failed']),
  reason: maybe(v.string()),
  network: maybe(networkName),
  /** `null` where its owner does not share it. */
  txHash: maybe(v.string()),
  isMine: v.optional(v.boolean(), false),
  isShared: v.optional(v.boolean(), false),
  ownerMatch: v.optional(v.picklist(['yes', 'no', 'relayed', 'unknown']), 'unknown'),
  owner: maybe(person),
  build: maybe(v.object({ id: v.string(), version: v.string() })),
  walletKind: maybe(v.string()),
  createdAt: moment,
  decodedAt: maybe(moment),
  blockTime: maybe(moment),
  confirmations: maybe(count),
  quote: maybe(quote),
  tried: v.nullish(v.array(v.string()), () => []),
  steps: v.nullish(v.array(step), () => []),
  cluster: maybe(clusterName),
  issue: maybe(count),
  explanation: maybe(explanation),
})
export type Evidence = v.InferOutput<typeof evidence>

/** What the machine would write, where the reporter has not. */
const proposal = v.object({
  title: v.optional(v.string(), ''),
  area: maybe(v.string()),
  severityClaimed: maybe(v.string()),
  body: v.nullish(v.string(), ''),
})
export type Proposal = v.InferOutput<typeof proposal>

export const evidenceAnswer = v.object({ evidence })

export const evidenceView = v.object({
  evidence,
  similar: v.nullish(v.array(similar), () => []),
  proposal: maybe(proposal),
})
export type EvidenceView = v.InferOutput<typeof evidenceView>

/** Whether the machine is done with it, for now. */
export const isSettled = ({ state }: Evidence) => state !== 'queued' && state !== 'fetching'

/** Whether there is something to tell about it. */
export const isExplained = ({ state }: Evidence) => state === 'decoded' || state === 'partial'
