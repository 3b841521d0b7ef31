import { useEffect } from 'react'
import { settings } from '#/lib/settings'

/** The name of the whole, in every title. */
export const appTitle = `${settings.product} Beta Feedback`

/** Names the page in the title bar. Pages below the first level put their own words before the name of the app. */
export function useTitle(words?: string) {
  useEffect(() => {
    document.title = words ? `${words} · ${appTitle}` : appTitle
  }, [words])
}
