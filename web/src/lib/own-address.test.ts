import { expect, test } from 'vitest'
import { ownAddress } from '#/lib/own-address'

test.each(['/issues', '/issues?status=open#top', '/u/rin'])('%s is ours', address => {
  expect(ownAddress(address)).toBe(address)
})

test.each([
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '/\t/evil.example',
  '',
  7,
  undefined,
])('%s leads away', address => {
  expect(ownAddress(address)).toBeUndefined()
})
