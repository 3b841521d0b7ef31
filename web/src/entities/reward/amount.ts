// Amounts of tokens as people read them. Digits all the way: nothing here passes through a floating-point number.
import { perLanguage } from '#/lib/intl'

const grouped = perLanguage(to => new Intl.NumberFormat(to))

/** How many places behind the point a step of `unit` has. */
export function placesOf(unit: string, decimals: number): number {
  const zeros = /0*$/.exec(unit)?.[0].length ?? 0
  return Math.max(0, decimals - zeros)
}

/** "1,567.37": to the last place that a step of `unit` can have, none cut off. */
export function tokenText(amount: string, decimals: number, unit = '1'): string {
  const base = 10n ** BigInt(decimals)
  const value = BigInt(amount)
  const rest = (value % base).toString().padStart(decimals, '0').replace(/0+$/, '')
  const places = rest.padEnd(decimals === 0 ? 0 : Math.min(2, placesOf(unit, decimals)), '0')
  return grouped().format(value / base) + (places ? `.${places}` : '')
}

/** The same without separators, as it is typed. */
export function typedAmount(amount: string, decimals: number): string {
  const base = 10n ** BigInt(decimals)
  const rest = (BigInt(amount) % base).toString().padStart(decimals, '0').replace(/0+$/, '')
  return (BigInt(amount) / base).toString() + (decimals > 0 && rest ? `.${rest}` : '')
}

/** A height for a plot: near enough to draw, and never written out. */
export const plotted = (amount: string, decimals: number): number =>
  Number((BigInt(amount) * 10_000n) / 10n ** BigInt(decimals)) / 10_000

/** `part` of `whole` in hundredths of a percent, rounded down; 0 of nothing. */
export const bpsOf = (part: string, whole: string): number =>
  BigInt(whole) === 0n ? 0 : Number((BigInt(part) * 10_000n) / BigInt(whole))

/** "0.63 %": as exact as hundredths of a percent are. */
export const bpsText = (bps: number): string => `${(bps / 100).toFixed(2)} %`

/** "0.312": an index between 0 and 1 of its ten-thousandths. */
export const indexText = (bps: number): string => (bps / 10_000).toFixed(3)

/** "20.298" of 20297783130: a root is counted in thousand-millionths. */
export function rootText(weight: string): string {
  const value = (BigInt(weight) + 500_000n) / 1_000_000n
  return `${grouped().format(value / 1000n)}.${(value % 1000n).toString().padStart(3, '0')}`
}

/** "0.2157 %": a share of a pool, down to a ten-thousandth of a percent. */
export function shareText(part: string, whole: string): string {
  if (BigInt(whole) === 0n) return '–'
  const share = (BigInt(part) * 1_000_000n) / BigInt(whole)
  return `${share / 10_000n}.${(share % 10_000n).toString().padStart(4, '0')} %`
}
