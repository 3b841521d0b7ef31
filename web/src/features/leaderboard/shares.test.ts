import { expect, test } from 'vitest'
import { sharesOf, widthsOf } from '#/features/leaderboard/shares'

test('rules and families of rules are summed alike', () => {
  expect(sharesOf({ bug: 200, 'bug.S4': 15, 'fix.check': 40, friction: 20, manual: 11 })).toEqual({
    bugs: 215,
    checks: 40,
    ideas: 20,
    other: 11,
  })
})

test('what was lost takes no room in the bar', () => {
  expect(widthsOf({ bug: 50, spam: -20 })).toEqual([50, 0, 0, 0])
})
