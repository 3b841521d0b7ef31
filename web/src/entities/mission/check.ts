// What a step that is checked on a chain looks at: a closed list, in which every part that is set must hold.
import * as v from 'valibot'
import { count, maybe } from '#/backend/shapes'

export const CHECK_ROLES = [
  'any',
  'router',
  'quoter',
  'permit',
  'factory',
  'pool_manager',
  'token',
  'other',
] as const
export const CHECK_STATUS = ['success', 'reverted', 'any'] as const
export const CHECK_EVENTS = ['swap', 'transfer'] as const
export const OWNER_MATCH = ['yes', 'relayed'] as const

/** The coin of the network itself, where a check names a token. */
export const NATIVE = 'native'

const tokenName = v.object({ symbol: v.string(), decimals: count })
export type TokenName = v.InferOutput<typeof tokenName>

const names = v.object({
  /** `null` where the programme no longer has it. */
  network: v.nullish(v.string(), '…'),
  chainId: v.nullish(count, 0),
  tokenIn: maybe(tokenName),
  tokenOut: maybe(tokenName),
})
/** What the ids in a check are called. */
export type CheckNames = v.InferOutput<typeof names>

export const check = v.object({
  network: v.string(),
  toRole: v.nullish(v.picklist(CHECK_ROLES), 'any'),
  method: maybe(v.string()),
  event: maybe(v.picklist(CHECK_EVENTS)),
  tokenIn: maybe(v.string()),
  tokenOut: maybe(v.string()),
  minAmount: maybe(v.string()),
  maxAmount: maybe(v.string()),
  status: v.nullish(v.picklist(CHECK_STATUS), 'success'),
  sinceStart: v.nullish(v.literal(true), true),
  ownerMatch: v.nullish(v.picklist(OWNER_MATCH), 'yes'),
  names: maybe(names),
})
export type Check = v.InferOutput<typeof check>

/** A check as the server takes it: without what only answers have, and without what is not set. */
export const checkParams = (built: Check) =>
  Object.fromEntries(Object.entries(built).filter(([part, value]) => part !== 'names' && value !== null))

/** What is wrong with a check before a user is asked; `null` if nothing is. */
export type CheckFault =
  | 'network'
  | 'amount_without_token'
  | 'amount'
  | 'range'
  | 'method'
  | 'same_token'
  | 'transfer_with_token'

const METHOD = /^(0x[0-9a-f]{8}|[\w$]{1,80})$/i
const isUnits = (text: string) => /^\d{1,78}$/.test(text)

export function checkFault(built: Check): CheckFault | null {
  const { network, method, event, tokenIn, tokenOut, minAmount, maxAmount } = built
  if (network === '') return 'network'
  if (event === 'transfer' && (tokenIn !== null || tokenOut !== null)) return 'transfer_with_token'
  if (tokenIn !== null && tokenIn === tokenOut) return 'same_token'
  if (method !== null && !METHOD.test(method)) return 'method'
  const amounts = [minAmount, maxAmount].filter(amount => amount !== null)
  if (amounts.length > 0 && tokenIn === null) return 'amount_without_token'
  if (amounts.some(amount => !isUnits(amount))) return 'amount'
  if (minAmount !== null && maxAmount !== null && BigInt(minAmount) > BigInt(maxAmount)) return 'range'
  return null
}
