import { storageKey } from '#/backend/stored-user'

/** The session of the last visit, or of the sign-in since. It goes nowhere but to the server. */
export function storedToken(applicationId: string): string | null {
  try {
    const written = localStorage.getItem(storageKey(applicationId))
    const { sessionToken } = JSON.parse(written ?? '{}') as { sessionToken?: unknown }
    return typeof sessionToken === 'string' && sessionToken !== '' ? sessionToken : null
  } catch {
    return null
  }
}
