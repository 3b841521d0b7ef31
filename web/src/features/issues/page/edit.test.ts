import { expect, test } from 'vitest'
import * as v from 'valibot'
import { issueView as schema } from '#/entities/issue/view'
import { changesOf, editable, qualityOfEdit } from '#/features/issues/page/edit'
import { issueView } from '#test/fixtures/issues'

const { issue } = v.parse(schema, issueView(402))

test('an edit sends what differs, and nothing else', () => {
  const words = editable(issue)
  expect(changesOf(issue, words, [])).toBeNull()
  expect(changesOf(issue, { ...words, steps: '1. Open it\n2. Press', area: 'quote' }, ['file-1'])).toEqual({
    steps: ['Open it', 'Press'],
    area: 'quote',
    attachments: ['file-1'],
  })
})

test('adding what was missing shows in the quality', () => {
  const words = { ...editable(issue), body: 'x'.repeat(60), steps: '', expected: '', actual: '' }
  expect(qualityOfEdit('bug', words, 0)).toBe('B')
  const whole = { ...words, steps: 'Press Max', expected: 'Some left', actual: 'None' }
  expect(qualityOfEdit('bug', whole, 1)).toBe('A')
})
