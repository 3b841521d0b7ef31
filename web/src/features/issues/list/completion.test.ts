import { expect, test } from 'vitest'
import { complete, completionsAt, meant } from '#/features/issues/list/completion'

const values = (...texts: string[]) => texts.map(text => ({ text, note: '' }))
const vocabulary = {
  is: { note: 'status', values: values('open', 'closed') },
  sev: { note: 'severity', values: values('S1', 'S2', 'S3', 'S4') },
  area: { note: 'area', values: values('swap', 'quote') },
}

test('a begun word offers the keys that begin so', () => {
  expect(completionsAt('is:open ar', 10, vocabulary).map(({ text }) => text)).toEqual(['area:'])
})

test('nothing typed offers every key', () => {
  expect(completionsAt('', 0, vocabulary).map(({ text }) => text)).toEqual(['is:', 'sev:', 'area:'])
})

test('after the colon come the values', () => {
  expect(completionsAt('sev:', 4, vocabulary)).toHaveLength(4)
  expect(completionsAt('area:q', 6, vocabulary).map(({ text }) => text)).toEqual(['area:quote'])
})

test('what is complete offers nothing', () => {
  expect(completionsAt('is:open', 7, vocabulary)).toEqual([])
})

test('choosing replaces the word at the caret and goes on behind it', () => {
  expect(complete('is:open area:q max', 14, { text: 'area:quote', note: '' })).toEqual({
    query: 'is:open area:quote max',
    caret: 19,
  })
  expect(complete('a', 1, { text: 'area:', note: '' })).toEqual({ query: 'area:', caret: 5 })
})

test('a slip of the finger is recognised', () => {
  expect(meant('sev:S9', vocabulary)).toBe('sev:S4')
  expect(meant('is:opne', vocabulary)).toBe('is:open')
  expect(meant('aera:swap', vocabulary)).toBe('area:swap')
  expect(meant('zzzzzz:1', vocabulary)).toBeNull()
})
