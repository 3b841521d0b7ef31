import { expect, test } from 'vitest'
import { RULE_LINES } from '#/entities/rule/lines'
import { numberAt, type Rules, withNumber } from '#/entities/rule/schema'
import { balancedRules } from '#test/fixtures/board'

const set: Rules = balancedRules

test('every line names a number that is there', () => {
  expect(RULE_LINES.filter(({ path }) => numberAt(set, path) === null)).toEqual([])
})

test('a changed number is changed, and nothing else is', () => {
  const changed = withNumber(set, 'bug.S2', 180)
  expect(numberAt(changed, 'bug.S2')).toBe(180)
  expect(withNumber(changed, 'bug.S2', 150)).toEqual(set)
  expect(numberAt(set, 'bug.S2')).toBe(150)
})

test('a share of nothing ends the list of shares', () => {
  expect(withNumber(set, 'coFinderShares.3', 0).coFinderShares).toEqual([2000, 1000])
  expect(withNumber(set, 'coFinderShares.1', 0).coFinderShares).toEqual([])
})

test('a rule that nothing pays by is not shown', () => {
  const shown = RULE_LINES.map(({ path }) => path)
  expect(shown).not.toContain('missionBlockedBps')
})
