import { client } from '#/backend/client'
import type { Access, Settings } from '#/lib/settings'

/** What a stranger may know of the programme before signing in. */
export interface PublicFacts {
  /** There is no administrator yet. */
  setupNeeded: boolean
  product: string
  shortName: string
  access: Access
}

/** What the page itself says; without a word on access, as far as one can tell. */
export function publicFactsOfPage(page: Settings): PublicFacts {
  return {
    setupNeeded: page.setupNeeded ?? false,
    product: page.product,
    shortName: page.shortName,
    access: page.access ?? (page.signUp ? 'open' : 'closed'),
  }
}

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
    access: mode === 'open' || mode === 'invite' ? mode : said.access,
  }
}

/** Asks the server. */
export async function fetchPublicFacts(page: Settings): Promise<PublicFacts> {
  return publicFactsFrom(await (await client()).run('setupState', {}), page)
}
