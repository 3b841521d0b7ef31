/** A place on this device that belongs to one person: anyone who signs in next finds their own. */
export const userKey = (owner: string, place: string) => `touchstone.${owner}.${place}`

export function readForUser(owner: string, place: string): string | null {
  try {
    return localStorage.getItem(userKey(owner, place))
  } catch {
    return null
  }
}

/** Keeps a text; `null` forgets it. A device that keeps nothing is no reason to fail. */
export function writeForUser(owner: string, place: string, text: string | null) {
  try {
    if (text === null) localStorage.removeItem(userKey(owner, place))
    else localStorage.setItem(userKey(owner, place), text)
  } catch {
    return
  }
}

/** Forgets everything that this device keeps for one person. */
export function forgetForUser(owner: string) {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(userKey(owner, ''))) localStorage.removeItem(key)
  } catch {
    return
  }
}
