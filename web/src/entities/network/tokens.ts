import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { call } from '#/backend/call'
import { count, maybe } from '#/backend/shapes'

export const FLAGS = [
  'feeOnTransfer',
  'rebasing',
  'permit',
  'pausable',
  'blocklist',
  'nonStandardReturn',
] as const
export type Flag = (typeof FLAGS)[number]

const token = v.object({
  id: v.string(),
  network: v.string(),
  address: v.string(),
  symbol: v.string(),
  decimals: count,
  flags: v.optional(v.array(v.picklist(FLAGS)), []),
  note: maybe(v.string()),
})
export type Token = v.InferOutput<typeof token>
const tokens = v.object({ rows: v.array(token) })

/** The contracts and tokens that administrators entered. */
export const REGISTRY = ['admin', 'registry']

export const tokensQuery = (network: string) =>
  queryOptions({
    queryKey: [...REGISTRY, 'tokens', network],
    queryFn: async () => (await call('tokens', { network }, tokens)).rows,
  })
