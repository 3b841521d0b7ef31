import { useEffect, useState } from 'react'
import { publicFactsOfPage } from '#/backend/public-facts'
import { settings } from '#/lib/settings'

/** What a stranger may know of the programme. The server is asked only where the page does not say, as in development. */
export function usePublicFacts() {
  const [facts, setFacts] = useState(() => publicFactsOfPage(settings))
  const told = settings.access !== undefined
  useEffect(() => {
    if (told) return
    let current = true
    // A server without programmes has nothing to add.
    import('#/backend/public-facts-request')
      .then(({ fetchPublicFacts }) => fetchPublicFacts(settings))
      .then(
        answer => current && setFacts(answer),
        () => undefined,
      )
    return () => {
      current = false
    }
  }, [told])
  return facts
}
