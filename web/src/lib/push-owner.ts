// Who turned pushes on in this browser. It is all that a page looks at before it fetches anything about them.
const PLACE = 'touchstone.push'

/** The id of the user who turned pushes on here; `null` if there is none. */
export function pushOwner(): string | null {
  try {
    return localStorage.getItem(PLACE)
  } catch {
    return null
  }
}

/** Keeps who did; `null` forgets it. */
export function setPushOwner(id: string | null) {
  try {
    if (id === null) localStorage.removeItem(PLACE)
    else localStorage.setItem(PLACE, id)
  } catch {
    return
  }
}
