import { useEffect } from 'react'
import type { AuthEvent } from '#/backend/auth-machine'
import { client, onSessionEnded } from '#/backend/client'
import { readStoredUser, SESSION_ENDED, storageKey } from '#/backend/stored-user'

/**
 * Keeps tabs in step: a sign-in or log-out in one is one in all.
 *
 * An ended session also clears the storage, which by itself would look like a log-out and take the page away from under
 * what is being typed. So the tab that notices says so first.
 */
export function useOtherTabs(applicationId: string, dispatch: (event: AuthEvent) => void) {
  useEffect(() => {
    const key = storageKey(applicationId)

    function onStorage(event: StorageEvent) {
      if (event.key === SESSION_ENDED) dispatch({ type: 'session ended' })
      if (event.key !== key) return
      client()
        .then(server => server.reread())
        .catch(() => undefined)
      dispatch({ type: 'switched elsewhere', user: readStoredUser(event.newValue) })
    }

    const stopListening = onSessionEnded(() => dispatch({ type: 'session ended' }))
    addEventListener('storage', onStorage)
    return () => {
      stopListening()
      removeEventListener('storage', onStorage)
    }
  }, [applicationId, dispatch])
}
