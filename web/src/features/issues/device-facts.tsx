import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'

const LONGEST = 120

/** The origin of the page that a report came from. The page says it, so it is text and never a link. */
export function pageOf({ page }: Record<string, unknown>): string | null {
  return typeof page === 'string' && page !== '' ? page.slice(0, LONGEST) : null
}

/** That origin as a fact. */
export function pageFacts(environment: Record<string, unknown>): { name: ReactNode; value: ReactNode }[] {
  const page = pageOf(environment)
  if (!page) return []
  return [
    { name: <Trans>Reported from</Trans>, value: <span className="[overflow-wrap:anywhere]">{page}</span> },
  ]
}

/** What the browser said about itself; only short texts and numbers, whatever else may be in it. */
export const deviceFacts = (environment: Record<string, unknown>): { name: ReactNode; value: string }[] =>
  Object.entries(environment)
    .filter(([name, value]) => name !== 'page' && (typeof value === 'string' || typeof value === 'number'))
    .slice(0, 8)
    .map(([name, value]) => ({
      // `walletChain` is two words.
      name: <span className="capitalize">{name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')}</span>,
      value: String(value).slice(0, 80),
    }))
