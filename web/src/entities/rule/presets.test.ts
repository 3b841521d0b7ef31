import { expect, test } from 'vitest'
import { nearestPreset } from '#/entities/rule/presets'
import { balancedRules } from '#test/fixtures/board'

const presets = [
  { key: 'bug_hunt', rules: { ...balancedRules, ideaAccepted: 10, ideaShipped: 30, bugS4PerDay: 9 } },
  { key: 'balanced', rules: balancedRules },
]

test('rules are named after the preset they differ least from', () => {
  expect(nearestPreset(presets, balancedRules)).toMatchObject({ preset: { key: 'balanced' }, differing: 0 })
  const changed = { ...balancedRules, ideaShipped: 71, bug: { ...balancedRules.bug, S4: 5 } }
  expect(nearestPreset(presets, changed)).toMatchObject({ preset: { key: 'balanced' }, differing: 2 })
})

test('without presets none is named', () => {
  expect(nearestPreset([], balancedRules)).toBeUndefined()
})
