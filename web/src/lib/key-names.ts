/** The key that commands are pressed with, as its keyboard calls it. */
export const MOD = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'

/** How a key is written on its chip. */
export const chipsOf = (keys: string[]) =>
  keys.flatMap(key => {
    const [modifier, letter] = key.length > 1 ? key.split('+') : []
    if (modifier === 'mod' && letter) return [MOD, letter.toUpperCase()]
    if (modifier === 'shift' && letter) return ['⇧', letter]
    return [key === 'Enter' ? '↵' : key]
  })
