const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** How a key is written on its chip. */
export const chipsOf = (keys: string[]) =>
  keys.flatMap(key => (key.startsWith('mod+') ? [isMac ? '⌘' : 'Ctrl', key.slice(4).toUpperCase()] : [key]))
