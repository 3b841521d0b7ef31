import { expect, test } from 'vitest'
import { sameWords } from '#/features/review/fairness/same-words'

const marked = (pieces: { text: string; same: boolean }[]) =>
  pieces.map(({ text, same }) => (same ? `[${text}]` : text)).join('')

test('the words of both are marked, in their order', () => {
  const [one, other] = sameWords('When I press swap it fails every time', 'when I press Swap it always fails')
  expect(marked(one)).toBe('[When I press swap it fails] every time')
  expect(marked(other)).toBe('[when I press Swap it] always [fails]')
})

test('nothing is lost or added', () => {
  const texts = ['  a  b\nc ', 'x b, c!', '', 'a']
  for (const one of texts)
    for (const other of texts) {
      const [left, right] = sameWords(one, other)
      expect(left.map(({ text }) => text).join('')).toBe(one)
      expect(right.map(({ text }) => text).join('')).toBe(other)
    }
})

test('signs around a word do not matter', () => {
  const [one] = sameWords('fails, again', 'fails again.')
  expect(marked(one)).toBe('[fails, again]')
})

test('a text without an end is compared as far as an administrator reads', () => {
  const long = 'word '.repeat(5000)
  const [one] = sameWords(long, long)
  expect(one.map(({ text }) => text).join('')).toBe(long)
})
