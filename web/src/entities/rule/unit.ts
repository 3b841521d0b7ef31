import { figure, measure, percent } from '#/lib/number'

/** How a number of the rules is written: as it is, or in hundredths of a percent. */
export type RuleUnit = 'points' | 'share' | 'factor' | 'times' | 'days'

/** A number of the rules as people write it: 2000 hundredths of a percent are 20 %, 12500 are × 1.25. */
export function ruleFigure(value: number, unit: RuleUnit): string {
  switch (unit) {
    case 'share':
      return percent(value / 100, 2)
    case 'factor':
      return `× ${figure(value / 10_000, 2)}`
    case 'days':
      return measure(value, 'day')
    default:
      return figure(value)
  }
}

/** What is typed for a number, and back: shares in percent, factors as they multiply. */
export const typed = (value: number, unit: RuleUnit): string =>
  String(unit === 'share' ? value / 100 : unit === 'factor' ? value / 10_000 : value)

/** `null` for what is no number, or has more places than the rules keep. */
export function untyped(text: string, unit: RuleUnit): number | null {
  const scale = unit === 'share' ? 100 : unit === 'factor' ? 10_000 : 1
  const number = Number(text.trim().replace(',', '.')) * scale
  const whole = Math.round(number)
  if (text.trim() === '' || !Number.isFinite(number) || Math.abs(number - whole) > 1e-6 || whole < 0)
    return null
  return whole
}
