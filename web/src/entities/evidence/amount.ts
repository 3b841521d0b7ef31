import { perLanguage } from '#/lib/intl'

const whole = perLanguage(to => new Intl.NumberFormat(to))
/** How many places behind the point say something, beyond the zeros that begin them. */
const PLACES = 6

/** Whether a text is an amount: digits and nothing else. */
const isUnits = (text: string) => /^\d{1,78}$/.test(text)

/** "1,200", "0.34281", "0.000041": an amount as people write it. Without decimals, the digits themselves. */
export function amountText(units: string, decimals: number | null): string {
  if (!isUnits(units)) return units
  const value = BigInt(units)
  if (!decimals) return whole().format(value)
  const base = 10n ** BigInt(decimals)
  const rest = (value % base).toString().padStart(decimals, '0')
  const zeros = value < base ? (/^0*/.exec(rest)?.[0].length ?? 0) : 0
  const places = rest.slice(0, zeros + PLACES).replace(/0+$/, '')
  return whole().format(value / base) + (places ? `.${places}` : '')
}

/** The digits of a typed amount; `null` for what is none, or has more places than the token. */
export function unitsOf(typed: string, decimals: number): string | null {
  const tight = typed.replaceAll(/[\s_'’]/g, '')
  const plain = /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(tight) ? tight.replaceAll(',', '') : tight.replace(',', '.')
  const match = /^(\d*)(?:\.(\d*))?$/.exec(plain)
  const [, before = '', after = ''] = match ?? []
  if (!match || (before === '' && after === '') || after.length > decimals) return null
  const digits = `${before}${after.padEnd(decimals, '0')}`.replace(/^0+(?=\d)/, '')
  return isUnits(digits) ? digits : null
}

/** All digits of an amount, for a field in which it is changed. */
export function exactAmount(units: string, decimals: number): string {
  if (!isUnits(units)) return units
  const base = 10n ** BigInt(decimals)
  const rest = (BigInt(units) % base).toString().padStart(decimals, '0').replace(/0+$/, '')
  return (BigInt(units) / base).toString() + (decimals > 0 && rest ? `.${rest}` : '')
}

/** How much `value` lies above or below `base`, in hundredths of a percent, rounded down; `null` without a base. */
export function bpsAgainst(value: string, base: string): number | null {
  if (!isUnits(value) || !isUnits(base) || BigInt(base) === 0n) return null
  const [numerator, denominator] = [(BigInt(value) - BigInt(base)) * 10_000n, BigInt(base)]
  const cut = numerator / denominator
  return Number(numerator < 0n && cut * denominator !== numerator ? cut - 1n : cut)
}
