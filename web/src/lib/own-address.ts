/**
 * An address inside the app, or `undefined`.
 *
 * Where to go after signing in is in the address bar, so a stranger can have written it: `//elsewhere` and
 * `/\elsewhere` begin with a slash and still lead away.
 */
export function ownAddress(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/')) return undefined
  try {
    const here = 'https://here.invalid'
    const url = new URL(value, here)
    return url.origin === here ? url.pathname + url.search + url.hash : undefined
  } catch {
    return undefined
  }
}
