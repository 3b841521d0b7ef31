import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ByRule } from '#/entities/points/schema'

export type ShareKey = 'bugs' | 'checks' | 'ideas' | 'other'

/** What points come from, in the order of the colours. */
export const SHARES: { key: ShareKey; label: MessageDescriptor; colour: string }[] = [
  { key: 'bugs', label: msg`bugs`, colour: 'var(--viz-1)' },
  { key: 'checks', label: msg`checks`, colour: 'var(--viz-2)' },
  { key: 'ideas', label: msg`ideas`, colour: 'var(--viz-3)' },
  { key: 'other', label: msg`other`, colour: 'var(--viz-4)' },
]

/** The share that a rule, or a family of rules, belongs to. */
export function shareOf(rule: string): ShareKey {
  const family = rule.split(/\./)[0]
  if (family === 'bug') return 'bugs'
  if (family === 'fix') return 'checks'
  return family === 'idea' || family === 'friction' ? 'ideas' : 'other'
}

/** Sums by share. */
export function sharesOf(byRule: ByRule): Record<ShareKey, number> {
  const sums: Record<ShareKey, number> = { bugs: 0, checks: 0, ideas: 0, other: 0 }
  for (const [rule, points] of Object.entries(byRule)) sums[shareOf(rule)] += points
  return sums
}

/** Widths of a share bar: what was lost has none. */
export const widthsOf = (byRule: ByRule): number[] => {
  const sums = sharesOf(byRule)
  return SHARES.map(({ key }) => Math.max(0, sums[key]))
}
