import { expect, test } from 'vitest'
import { byFamily, hears, inShort, spelledOut } from '#/features/integrations/webhooks/events'

const TYPES = ['issue.submitted', 'issue.fixed', 'release.published', 'comment.added']

test('a star is all, a family is its members, anything else itself', () => {
  expect(spelledOut(['*'], TYPES)).toEqual(TYPES)
  expect(spelledOut(['issue.*', 'comment.added'], TYPES)).toEqual([
    'issue.submitted',
    'issue.fixed',
    'comment.added',
  ])
  expect(hears(['issue.fixed'], 'issue.submitted')).toBe(false)
})

test('what is chosen is said as shortly as it can be, and means the same', () => {
  const short = (chosen: string[]) => inShort(new Set(chosen), TYPES)
  expect(short(TYPES)).toEqual(['*'])
  expect(short(['issue.fixed', 'issue.submitted'])).toEqual(['issue.*'])
  expect(short(['issue.fixed', 'release.published'])).toEqual(['issue.fixed', 'release.published'])
  expect(short([])).toEqual([])
})

test('families keep the order of their first member', () => {
  expect(byFamily(TYPES).map(([family]) => family)).toEqual(['issue', 'release', 'comment'])
})
