// What a pasted text looks like, for the line below the field. The server reads it again, and its word counts.

export type Pasted = 'nothing' | 'hash' | 'link' | 'error' | 'words'

const HASH = /\b0x[0-9a-f]{64}\b|^[0-9a-f]{64}$/i
const LINK = /^https?:\/\/\S+$/i
/** What only machines say: codes, selectors, the words of wallets and nodes. */
const MACHINE =
  /0x[0-9a-f]{8}|[{}\n]|\bcode\b|-32\d{3}|\berror\b|revert|denied|rejected|insufficient|exceed|\bfailed\b|underpriced|nonce|STF\b|estimate|Panic\(/i

/** How long a title may be; what is longer is no title. */
const TITLE = 140

export function pastedKind(text: string): Pasted {
  const said = text.trim()
  if (said === '') return 'nothing'
  if (LINK.test(said)) return 'link'
  if (HASH.test(said)) return 'hash'
  return MACHINE.test(said) || said.length > TITLE ? 'error' : 'words'
}

/** Marks the field something was pasted into: when the answer is there, the focus goes to it from there. */
export const PASTED = 'data-pasted'
