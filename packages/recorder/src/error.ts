// Reads the errors of wallets and libraries, and says what kind of problem they are.
import { redact } from './redact.ts'
import type { CallError, Hex, ProblemKind } from './types.ts'

const REVERT_DATA = /^0x(?:[0-9a-f]{2}){4,2048}$/i
const INNER = ['data', 'originalError', 'error', 'cause', 'info'] as const
const MOST_LAYERS = 6
const INTERNAL_ERROR = -32603

export interface ReadError extends CallError {
  message: string
  /** All messages, from the outside in, with whatever is in them. It is never kept. */
  words: string
}

/** The code, the words and the revert data of an error, from whichever layer has them. */
export function readError(error: unknown): ReadError {
  const found: { code?: number | string; data?: Hex } = {}
  const words: string[] = []
  const seen = new Set<unknown>()
  const look = (it: unknown, layer: number): void => {
    if (typeof it === 'string' && REVERT_DATA.test(it)) found.data ??= it.toLowerCase() as Hex
    if (!it || typeof it !== 'object' || layer > MOST_LAYERS || seen.has(it)) return
    seen.add(it)
    const { code, message } = it as { code?: unknown; message?: unknown }
    // The internal error of a wallet says less than the error inside it.
    if ((found.code ?? INTERNAL_ERROR) === INTERNAL_ERROR) {
      if (typeof code === 'number') found.code = code
      // Codes in words are names such as ACTION_REJECTED.
      if (typeof code === 'string' && /^[A-Z0-9_-]{1,40}$/i.test(code)) found.code = code
    }
    if (typeof message === 'string') words.push(message)
    for (const key of INNER) look((it as Record<string, unknown>)[key], layer + 1)
  }
  look(error, 0)
  if (typeof error === 'string') words.push(error)
  return { ...found, message: redact(words.at(-1) ?? ''), words: words.join(' ') }
}

/** What kind of problem an error of this method is. */
export function problemOf(method: string, { code, data, words }: ReadError): ProblemKind {
  if (
    code === 4001 ||
    code === 5000 ||
    code === 'ACTION_REJECTED' ||
    /user (rejected|denied|cancell?ed)|rejected by user/i.test(words)
  )
    return 'user_rejected'
  if (
    code === 4902 ||
    code === 4901 ||
    code === 5710 ||
    /unrecognized chain|chain.{0,40}(not (been )?added|mismatch)|does not match the target chain/i.test(words)
  )
    return 'wrong_network'
  if (/insufficient funds|exceeds the balance of the account/i.test(words)) return 'insufficient_funds'
  if (code === 3 || data || /revert/i.test(words)) return 'call_reverted'
  return code === -32002 && !/^eth_(call|estimateGas)$/.test(method) ? 'wallet_busy' : 'other'
}
