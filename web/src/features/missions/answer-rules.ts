import type { Answer, Question } from '#/entities/mission/schema'

export const LONGEST = 2000

/** The number that was typed; `null` for nothing, `undefined` for what is none or out of range. */
export function numberOf(
  typed: string,
  { min, max }: Pick<Question, 'min' | 'max'>,
): number | null | undefined {
  const text = typed.trim().replace(',', '.')
  if (text === '') return null
  const value = Number(text)
  if (!Number.isFinite(value) || (min !== null && value < min) || (max !== null && value > max))
    return undefined
  return value
}

/** The chosen ones with one more or one less, in the order in which they are offered; `null` for none. */
export function toggled(answer: Answer | undefined, option: string, options: string[]): string[] | null {
  const chosen = new Set(Array.isArray(answer) ? answer : [])
  if (!chosen.delete(option)) chosen.add(option)
  const kept = options.filter(each => chosen.has(each))
  return kept.length > 0 ? kept : null
}
