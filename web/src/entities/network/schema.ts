import * as v from 'valibot'
import { count, maybe, moment } from '#/backend/shapes'

/** What evidence says about its network. */
export const networkName = v.object({
  id: v.string(),
  chainId: v.optional(count, 0),
  name: v.string(),
  isTestnet: v.optional(v.boolean(), false),
  nativeSymbol: maybe(v.string()),
  nativeDecimals: v.optional(count, 18),
  explorerUrl: maybe(v.string()),
})
export type NetworkName = v.InferOutput<typeof networkName>

/** A network of the programme, and how its nodes are. */
export const network = v.object({
  ...networkName.entries,
  enabled: v.optional(v.boolean(), true),
  health: v.optional(v.picklist(['ok', 'lagging', 'down', 'unknown']), 'unknown'),
  headLagSec: maybe(v.number()),
  checkedAt: maybe(moment),
})
export type Network = v.InferOutput<typeof network>
