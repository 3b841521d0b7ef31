import { useEffect } from 'react'
import { useProductName } from '#/lib/product-name'

/** Names the page in the title bar. Pages below the first level put their own words before the name of the app. */
export function useTitle(words?: string) {
  const app = `${useProductName()} Beta Feedback`
  useEffect(() => {
    document.title = words ? `${words} · ${app}` : app
  }, [words, app])
}
