// Removes from a text what could be a key, a phrase, a token or an address.

/** As much of a text as is looked at. The rest is dropped. */
const MOST_READ = 4000
const LONGEST_PHRASE = 24

/** Secrets and long texts in the order in which they must be removed. */
const RULES: readonly [RegExp, string | ((found: string) => string)][] = [
  [/((?:https?|wss?):\/\/)(?:[^\s/?#"'@]*@)?([^\s/?#"'@,;)]+)[^\s"')]*/gi, '$1$2/…'],
  // A phrase: words in a row, also numbered, quoted or with commas.
  [/(?<!\p{L})(?:\p{L}{3,8}["'\]]*(?:[\s,;:|/-]+|["'[]|\d{1,2}[.):])+){11,}\p{L}{3,8}(?!\p{L})/gu, '[words]'],
  [/eyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, '[token]'],
  [/0x[0-9a-f]{9,}|[0-9a-f]{32,}/gi, shorten],
  [/[\w\-+/=]{32,}/g, '[token]'],
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '[mail]'],
]

/** Forty digits are an address, of which both ends are left. Others are a hash, a key, calldata or an amount. */
function shorten(found: string): string {
  return found.replace(/^0x/i, '').length === 40 ? `${found.slice(0, 6)}…${found.slice(-4)}` : '[hex]'
}

/** A text of at most `most` characters without secrets. */
export function redact(text: string, most = 400): string {
  const read = text.slice(0, MOST_READ)
  // A secret that the limit cuts in two would not be recognized, so as many words as a phrase has are dropped.
  const whole = text.length > MOST_READ ? read.split(/\s+/).slice(0, -LONGEST_PHRASE).join(' ') : read
  const clean = RULES.reduce((now, [pattern, instead]) => now.replace(pattern, instead as string), whole)
  return clean.length > most ? `${clean.slice(0, most - 1)}…` : clean
}

/** The path of an address, in which parts that look like an id, a key or an address are `*`. */
export function redactPath(path: string): string {
  const parts = path.split('/').map(part => (/^\d+$|^0x|[0-9a-f]{8,}|.{25,}|%|@/i.test(part) ? '*' : part))
  return parts.join('/').slice(0, 200)
}
