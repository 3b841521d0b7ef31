import { useEffect, useState } from 'react'

let areLoaded = false

/** Whether all messages that a user may meet are there. Those of administrators come on their own. */
export function useAdminMessages(isAdmin: boolean): boolean {
  const [isReady, setReady] = useState(areLoaded)
  useEffect(() => {
    if (!isAdmin || areLoaded) return
    const ready = () => {
      areLoaded = true
      setReady(true)
    }
    // Pages without their words are of more use than no pages.
    import('#/locales/admin').then(ready, ready)
  }, [isAdmin])
  return isReady || areLoaded || !isAdmin
}
