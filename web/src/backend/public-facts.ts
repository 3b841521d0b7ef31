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
