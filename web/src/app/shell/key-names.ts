const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** How a key is written on its chip. */
export const chipsOf = (keys: string[]) =>
  keys.flatMap(key => {
    const [modifier, letter] = key.length > 1 ? key.split('+') : []
    if (modifier === 'mod' && letter) return [isMac ? '⌘' : 'Ctrl', letter.toUpperCase()]
    if (modifier === 'shift' && letter) return ['⇧', letter]
    return [key === 'Enter' ? '↵' : key]
  })
