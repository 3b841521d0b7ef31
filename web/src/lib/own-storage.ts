/** A place on this device that belongs to one person: anyone who signs in next finds their own. */
export const ownPlace = (owner: string, place: string) => `touchstone.${owner}.${place}`

export function readOwn(owner: string, place: string): string | null {
  try {
    return localStorage.getItem(ownPlace(owner, place))
  } catch {
    return null
  }
}

/** Keeps a text; `null` forgets it. A device that keeps nothing is no reason to fail. */
export function writeOwn(owner: string, place: string, text: string | null) {
  try {
    if (text === null) localStorage.removeItem(ownPlace(owner, place))
    else localStorage.setItem(ownPlace(owner, place), text)
  } catch {
    return
  }
}

/** Forgets everything that this device keeps for one person. */
export function forgetOwn(owner: string) {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(ownPlace(owner, ''))) localStorage.removeItem(key)
  } catch {
    return
  }
}
