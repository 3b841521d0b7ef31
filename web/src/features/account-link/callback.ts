/** What a service hands back in the address: a code, or why it gave none. */
export interface Handed {
  code: string
  state: string
  error: string
}

let handed: Handed | null = null

/**
 * Takes what is in the address into memory, so that it can leave the address before anything is shown. `null` if
 * there is nothing to take.
 */
export function takeHanded(search: Record<string, unknown>): Handed | null {
  const read = (name: string) => (typeof search[name] === 'string' ? search[name] : '')
  const found = { code: read('code'), state: read('state'), error: read('error') }
  if (!found.code && !found.state && !found.error) return null
  handed = found
  return found
}

/** What was taken, once: a page that is shown again has nothing to finish. */
export function popHanded(): Handed | null {
  const found = handed
  handed = null
  return found
}
