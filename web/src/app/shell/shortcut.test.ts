import { expect, test } from 'vitest'
import { keyName, nothingPending, press } from '#/app/shell/shortcut'

const shortcuts = [
  { keys: ['g', 'd'] },
  { keys: ['g', 'i'] },
  { keys: ['?'] },
  { keys: ['mod+k'] },
  { keys: ['d'] },
]

function type(keys: string[], pause = 100) {
  let pending = nothingPending
  const hits: string[] = []
  keys.forEach((key, order) => {
    const step = press(pending, key, 10_000 + order * pause, shortcuts)
    pending = step.pending
    if (step.hit) hits.push(step.hit.keys.join(' '))
  })
  return hits
}

test('a single key acts at once', () => {
  expect(type(['?'])).toEqual(['?'])
})

test('two keys in a row make one shortcut', () => {
  expect(type(['g', 'i'])).toEqual(['g i'])
})

test('a sequence takes precedence over the key that ends it', () => {
  expect(type(['g', 'd'])).toEqual(['g d'])
})

test('after too long a pause the second key stands alone', () => {
  expect(type(['g', 'd'], 1500)).toEqual(['d'])
})

test('a key that continues nothing may begin something', () => {
  expect(type(['g', 'g', 'i'])).toEqual(['g i'])
  expect(type(['g', '?'])).toEqual(['?'])
})

test('Ctrl and Cmd are one', () => {
  const k = { key: 'K', altKey: false }
  expect(keyName({ ...k, ctrlKey: true, metaKey: false })).toBe('mod+k')
  expect(keyName({ ...k, ctrlKey: false, metaKey: true })).toBe('mod+k')
})

test('Shift counts with letters, and not with signs that need it', () => {
  const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: true }
  expect(keyName({ ...plain, key: 'X' })).toBe('shift+x')
  expect(keyName({ ...plain, key: '?' })).toBe('?')
})

test('keys with Alt belong to the browser', () => {
  expect(keyName({ key: 'd', ctrlKey: false, metaKey: false, altKey: true })).toBeNull()
})
