const SCHEMES = new Set(['http:', 'https:', 'mailto:'])

/** An address that may be followed, or `null`: a strange scheme can run a script. */
export function safeAddress(address: string): string | null {
  try {
    const url = new URL(address)
    return SCHEMES.has(url.protocol) ? url.href : null
  } catch {
    return null
  }
}
