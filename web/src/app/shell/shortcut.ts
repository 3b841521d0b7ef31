const PAUSE = 1000

/** Keys pressed so far that may become a shortcut. */
export interface Pending {
  keys: string[]
  at: number
}

export const nothingPending: Pending = { keys: [], at: 0 }

const startsWith = (keys: string[], beginning: string[]) =>
  beginning.every((key, order) => keys[order] === key)

/**
 * Takes one more key. Answers with the shortcut that is now complete, if any, and what may still become one.
 *
 * A key that continues nothing may begin something: after `g x`, `x` has been pressed as well.
 */
export function press<Of extends { keys: string[] }>(
  pending: Pending,
  key: string,
  now: number,
  shortcuts: Of[],
): { pending: Pending; hit: Of | undefined } {
  const before = now - pending.at < PAUSE ? pending.keys : []
  for (const keys of [[...before, key], [key]]) {
    const hit = shortcuts.find(
      shortcut => shortcut.keys.length === keys.length && startsWith(shortcut.keys, keys),
    )
    if (hit) return { pending: nothingPending, hit }
    if (shortcuts.some(shortcut => startsWith(shortcut.keys, keys)))
      return { pending: { keys, at: now }, hit: undefined }
  }
  return { pending: nothingPending, hit: undefined }
}

interface KeyLike {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey?: boolean
}

/** The name of a key press: `k`, `?`, `shift+x`, `mod+k`. `null` for combinations that are not ours. */
export function keyName({ key, ctrlKey, metaKey, altKey, shiftKey = false }: KeyLike): string | null {
  if (altKey || ['Shift', 'Control', 'Meta', 'Alt'].includes(key)) return null
  const small = key.length === 1 ? key.toLowerCase() : key
  // Letters only: which keys need Shift for `?` depends on the keyboard.
  const name = shiftKey && /^[a-z]$/.test(small) ? `shift+${small}` : small
  return ctrlKey || metaKey ? `mod+${name}` : name
}
