// Lists of tokens in the form of tokenlists.org. Logos are addresses of strangers and are never fetched.
import * as v from 'valibot'
import type { LeftOut } from '#/features/networks/files/deployment'

export interface ListedToken {
  address: string
  symbol: string
  decimals: number
}

const list = v.looseObject({ name: v.string(), tokens: v.array(v.unknown()) })

const token = v.looseObject({
  chainId: v.number(),
  address: v.string(),
  symbol: v.string(),
  decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(77)),
})

const isEvm = (address: string) => /^0x[0-9a-f]{40}$/i.test(address)

/** Names come from strangers: without signs that would break a line, and cut. */
export const cleaned = (words: string, most: number) =>
  words
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, most)

/** The tokens of a list on one chain, if a file is a list. */
export function tokensOfList(
  json: unknown,
  chainId: number,
): { found: ListedToken[]; leftOut: LeftOut[] } | null {
  const parsed = v.safeParse(list, json)
  if (!parsed.success) return null
  const found: ListedToken[] = []
  const leftOut: LeftOut[] = []
  for (const [place, entry] of parsed.output.tokens.entries()) {
    const one = v.safeParse(token, entry)
    if (!one.success) {
      leftOut.push({ reason: 'badToken', what: `${parsed.output.name} ${place + 1}` })
      continue
    }
    const { address, decimals } = one.output
    const symbol = cleaned(one.output.symbol, 20)
    if (one.output.chainId !== chainId) leftOut.push({ reason: 'otherChain', what: symbol })
    else if (!isEvm(address)) leftOut.push({ reason: 'notEvm', what: symbol || address })
    else if (!symbol) leftOut.push({ reason: 'badToken', what: address })
    else found.push({ address, symbol, decimals })
  }
  return { found, leftOut }
}
