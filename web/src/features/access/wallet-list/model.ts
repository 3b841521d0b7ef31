import * as v from 'valibot'
import { count, maybe, moment } from '#/backend/shapes'
import { person } from '#/entities/person/schema'

const joined = v.object({ id: maybe(v.string()), username: maybe(v.string()), at: maybe(moment) })

export const listedWallet = v.object({
  address: v.string(),
  label: maybe(v.string()),
  addedAt: moment,
  addedBy: maybe(person),
  /** Who has joined with it. */
  joined: maybe(joined),
})
export type ListedWallet = v.InferOutput<typeof listedWallet>

export const walletPage = v.object({
  rows: v.array(listedWallet),
  next: maybe(v.string()),
  total: maybe(count),
  joined: maybe(count),
})

export const linesOutcome = v.object({
  added: count,
  known: count,
  wrong: count,
  problems: v.array(v.object({ line: count, text: v.string() })),
})
export type LinesOutcome = v.InferOutput<typeof linesOutcome>

export const removedWallets = v.object({ removed: count, joined: count })
