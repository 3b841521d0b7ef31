import { client } from '#/backend/client'
import { type PublicFacts, publicFactsOfPage } from '#/backend/public-facts'
import type { Settings } from '#/lib/settings'

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** Reads the server's answer; what it leaves out is as the page says. */
export function publicFactsFrom(answer: unknown, page: Settings): PublicFacts {
  const said = publicFactsOfPage(page)
  const { needed, product, access } = record(answer)
  const { name, shortName } = record(product)
  const { mode } = record(access)
  return {
    setupNeeded: typeof needed === 'boolean' ? needed : said.setupNeeded,
    product: typeof name === 'string' ? name : said.product,
    shortName: typeof shortName === 'string' ? shortName : said.shortName,
    access: mode === 'open' || mode === 'invite' || mode === 'wallets' ? mode : said.access,
  }
}

/** Asks the server. */
export async function fetchPublicFacts(page: Settings): Promise<PublicFacts> {
  return publicFactsFrom(await (await client()).run('setupState', {}), page)
}
