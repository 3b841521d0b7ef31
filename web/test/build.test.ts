import { expect, test } from 'vitest'
import { circleIn } from '../build/circles.ts'
import { builtIn } from '../build/native-core-js.ts'

test.each([
  ['object/define-property', 'Object.defineProperty'],
  ['instance/for-each', 'it => it.forEach'],
  ['weak-map', 'WeakMap'],
  ['promise', 'Promise'],
  ['array/is-array', 'Array.isArray'],
  ['json/stringify', 'JSON.stringify'],
  ['symbol/for', 'Symbol.for'],
  ['set-timeout', 'globalThis.setTimeout'],
  ['parse-int', 'globalThis.parseInt'],
])('%s stands for %s', (entry, native) => {
  expect(builtIn(entry)).toBe(native)
})

test.each([
  'object/define-property',
  'instance/for-each',
  'weak-map',
  'symbol/for',
  'number/is-integer',
  'instance/ends-with',
])('%s exists here', entry => {
  // oxlint-disable-next-line no-eval -- the text is ours
  expect((0, eval)(`(${builtIn(entry)})`)).toBeTypeOf('function')
})

test('a circle among the files of a build is found, and a tree has none', () => {
  const tree = { a: { imports: ['b', 'c'] }, b: { imports: ['c'] }, c: {} }
  expect(circleIn(tree)).toEqual([])
  expect(circleIn({ ...tree, c: { imports: ['a'] } })).toEqual(['a', 'b', 'c', 'a'])
})
