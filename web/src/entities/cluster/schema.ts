// What the server says about failure clusters, checked at the border.
import * as v from 'valibot'
import { count, maybe, moment } from '#/backend/shapes'
import { verdict } from '#/entities/evidence/failure'
import { evidence } from '#/entities/evidence/schema'
import { status } from '#/entities/issue/schema'

export const CLUSTER_STATES = ['open', 'fixed', 'regressed', 'ignored'] as const
const state = v.picklist(CLUSTER_STATES)
export type ClusterState = v.InferOutput<typeof state>

export const PERIODS = ['24h', '7d', '30d', '90d'] as const
export type ClusterPeriod = (typeof PERIODS)[number]

/** A cluster as a list shows it. */
export const clusterRow = v.object({
  id: v.string(),
  title: v.string(),
  failureClass: maybe(v.string()),
  verdict: maybe(verdict),
  sentence: maybe(v.string()),
  state,
  evidenceCount: v.optional(count, 0),
  personCount: v.optional(count, 0),
  networks: v.nullish(v.array(v.string()), () => []),
  firstBuild: maybe(v.string()),
  lastBuild: maybe(v.string()),
  /** The build that brought it, where it is new. */
  isNewIn: maybe(v.string()),
  firstSeenAt: maybe(moment),
  lastSeenAt: maybe(moment),
  rootIssue: maybe(v.object({ number: count, title: v.string(), status })),
  inPeriod: v.optional(count, 0),
  spark: v.nullish(v.array(v.number()), () => []),
})
export type ClusterRow = v.InferOutput<typeof clusterRow>

const facet = v.nullish(v.array(v.object({ key: v.string(), label: maybe(v.string()), count })), () => [])
export type Facet = v.InferOutput<typeof facet>

/** One cluster with all that its page shows. */
export const clusterView = v.object({
  cluster: v.object({
    ...clusterRow.entries,
    fingerprint: maybe(v.string()),
    advice: maybe(v.string()),
    ignoredReason: maybe(v.string()),
    path: maybe(v.array(v.string())),
    /** For administrators, where calls are counted: failures on chains, and those that reports show. */
    seen: maybe(
      v.object({ failed: v.number(), isEstimated: v.boolean(), since: maybe(moment), reported: count }),
    ),
  }),
  facets: v.object({ networks: facet, wallets: facet, tokens: facet, builds: facet }),
  plot: v.nullish(v.array(v.object({ at: moment, count })), () => []),
  releases: v.nullish(v.array(v.object({ at: moment, version: v.string() })), () => []),
  rows: v.nullish(v.array(evidence), () => []),
  next: maybe(v.string()),
})
export type ClusterView = v.InferOutput<typeof clusterView>
export type Cluster = ClusterView['cluster']
