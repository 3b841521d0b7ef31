import { expect, test } from 'vitest'
import { nextStep } from '#/features/start/next-step'

const set = (...keys: string[]) =>
  ['product.url', 'promise.firstResponseH', 'access.mode'].map(key => ({
    key,
    value: '',
    default: '',
    version: keys.includes(key) ? 1 : 0,
    by: null,
    at: null,
    help: '',
    kind: 'text',
  }))

test('a setup goes on with the first step that was not done', () => {
  expect(nextStep(set(), 0)).toBe('programme')
  expect(nextStep(set('product.url'), 0)).toBe('networks')
  expect(nextStep(set('product.url'), 2)).toBe('response')
  expect(nextStep(set('product.url', 'access.mode'), 2)).toBe('response')
  expect(nextStep(set('product.url', 'promise.firstResponseH'), 2)).toBe('access')
  expect(nextStep(set('product.url', 'promise.firstResponseH', 'access.mode'), 1)).toBe('done')
})
