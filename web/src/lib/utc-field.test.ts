import { expect, test } from 'vitest'
import { momentOf, utcField } from '#/lib/utc-field'

test('what is typed is UTC, and comes back as it was typed', () => {
  expect(momentOf('2026-11-18T15:00')).toBe('2026-11-18T15:00:00.000Z')
  expect(utcField('2026-11-18T15:00:00.000Z')).toBe('2026-11-18T15:00')
})

test('nothing, and what is no time, is none', () => {
  expect(momentOf('')).toBeNull()
  expect(momentOf('soon')).toBeNull()
  expect(utcField(null)).toBe('')
  expect(utcField('soon')).toBe('')
})
