// The link that a dapp opens when something failed. Anyone can write such a link: its parts are texts of a known form
// or length, and all others are left out. The first screen loads this file, so it imports nothing.

export interface DappLink {
  tx?: string | undefined
  /** The number of the chain, in decimal digits. */
  chain?: string | undefined
  build?: string | undefined
  error?: string | undefined
}

/** The longest parts, in characters. */
const LONGEST = { build: 64, error: 2000 }

const HASH = /^0x[0-9a-f]{64}$/i
const CHAIN = /^(?:eip155:)?(\d{1,10}|0x[0-9a-f]{1,8})$/i
/** Characters that are not seen, or turn the text after them around. Lines and tabs are kept. */
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cf}]/gu

const textOf = (value: unknown, longest: number): string =>
  typeof value === 'string' ? [...value.replace(UNSEEN, '').trim()].slice(0, longest).join('') : ''

function chainOf(value: unknown): string {
  const [, digits] = CHAIN.exec(textOf(value, 20)) ?? []
  return digits && Number(digits) > 0 ? String(Number(digits)) : ''
}

/** The parts of a link that can be used. */
export function readLink(search: Record<string, unknown>): DappLink {
  const tx = textOf(search['tx'], 67)
  const parts = {
    tx: HASH.test(tx) ? tx.toLowerCase() : '',
    chain: chainOf(search['chain']),
    build: textOf(search['build'], LONGEST.build),
    error: textOf(search['error'], LONGEST.error),
  }
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== ''))
}
