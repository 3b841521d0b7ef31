import { type User, userFrom } from '#/backend/user'

// The SDK keeps the current user here. Reading the place ourselves tells who is signed in before the SDK is loaded.
export const storageKey = (applicationId: string) => `Parse/${applicationId}/currentUser`

/** Reads what the SDK wrote; anything unreadable counts as signed out. */
export function readStoredUser(written: string | null): User | null {
  if (!written) return null
  try {
    return userFrom(JSON.parse(written))
  } catch {
    return null
  }
}

/** The user of the last visit, without asking the server. */
export function storedUser(applicationId: string): User | null {
  try {
    return readStoredUser(localStorage.getItem(storageKey(applicationId)))
  } catch {
    return null
  }
}

/** Written when a session turns out to be over. */
export const SESSION_ENDED = 'touchstone.session-ended'

/** Tells the other tabs that the session is over, before the storage is cleared. */
export function announceSessionEnd() {
  localStorage.setItem(SESSION_ENDED, String(Date.now()))
}
