import { expect, test } from 'vitest'
import {
  cutAt,
  readSyntaxProblem,
  sameQuery,
  termFor,
  termsOf,
  withFacet,
  wordsOf,
} from '#/features/issues/list/query-text'

test('a search is taken apart into keys, quoted words and words', () => {
  expect(termsOf('is:open sev:S1,S2 "price moved" max #12')).toMatchObject([
    { key: 'is', value: 'open', start: 0, end: 7 },
    { key: 'sev', value: 'S1,S2' },
    { key: null, value: '"price moved"' },
    { key: null, value: 'max' },
    { key: null, value: '#12' },
  ])
})

test('a key without a value is a term too', () => {
  expect(termsOf('is:open area:')).toMatchObject([{ key: 'is' }, { key: 'area', value: '' }])
})

test('status and flags share a key and not a chip', () => {
  expect(termFor('is:private is:open', 'status')?.value).toBe('open')
  expect(termFor('is:private is:open', 'flag')?.value).toBe('private')
})

test('a facet is set in place, added, or taken away', () => {
  expect(withFacet('is:open max button', 'status', 'closed')).toBe('is:closed max button')
  expect(withFacet('is:open', 'sev', 'S1')).toBe('is:open sev:S1')
  expect(withFacet('is:open sev:S1 max', 'sev', null)).toBe('is:open max')
})

test('the words of a search are what a report could be called', () => {
  expect(wordsOf('is:open "max button" fee')).toBe('max button fee')
})

test('the order of filters makes no difference', () => {
  expect(sameQuery('is:open affects:me', 'affects:me  is:open')).toBe(true)
  expect(sameQuery('is:open', 'is:closed')).toBe(false)
})

test('a place in a search is counted in letters', () => {
  expect(cutAt('🦊 sev:S9 x', { start: 2, end: 8 })).toEqual(['🦊 ', 'sev:S9', ' x'])
})

test('the place of a mistake stands at the end of the sentence', () => {
  expect(readSyntaxProblem('Severity goes from S1 to S4. @8-14')).toEqual({
    said: 'Severity goes from S1 to S4.',
    span: { start: 8, end: 14 },
  })
  expect(readSyntaxProblem('No such word.')).toEqual({ said: 'No such word.', span: null })
})
