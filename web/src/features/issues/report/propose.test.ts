import { expect, test } from 'vitest'
import { bodyOf, emptyDraft, withEvidence } from '#/features/issues/report/draft'
import { fillGaps, isProposed } from '#/features/issues/report/propose'

const proposal = {
  title: 'Swap on Base: too late',
  body: 'It was too late.',
  area: 'swap',
  severityClaimed: null,
}

test('an empty report is filled in', () => {
  const draft = { ...emptyDraft(), ...fillGaps(emptyDraft(), proposal) }
  expect(draft).toMatchObject({ title: 'Swap on Base: too late', body: 'It was too late.', area: 'swap' })
  expect(isProposed(draft, 'title')).toBe(true)
  expect(isProposed(draft, 'severity')).toBe(false)
})

test('what was typed is never written over', () => {
  const draft = { ...emptyDraft(), title: 'My own words' }
  expect(fillGaps(draft, proposal)).toMatchObject({ body: 'It was too late.' })
  expect(fillGaps(draft, proposal)).not.toHaveProperty('title')
})

test('what was proposed and left alone follows a better proposal, what was changed does not', () => {
  const first = { ...emptyDraft(), ...fillGaps(emptyDraft(), proposal) }
  const changed = { ...first, body: 'I had waited for an hour.' }
  const change = fillGaps(changed, { ...proposal, title: 'Swap on Base: the deadline', body: 'Better.' })
  expect(change).toMatchObject({ title: 'Swap on Base: the deadline' })
  expect(change).not.toHaveProperty('body')
})

test('the same proposal again changes nothing, also where a gap was made on purpose', () => {
  const first = { ...emptyDraft(), ...fillGaps(emptyDraft(), proposal) }
  expect(fillGaps({ ...first, body: '' }, proposal)).toBeNull()
})

test('a report takes five pieces of evidence, and each once', () => {
  const draft = emptyDraft()
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) draft.evidence = withEvidence(draft, id)
  expect(draft.evidence).toEqual(['b', 'c', 'd', 'e', 'f'])
  expect(withEvidence(draft, 'f')).toEqual(draft.evidence)
})

test('a hash that was looked up is not written into the words that all users read', () => {
  expect(bodyOf({ ...emptyDraft(), body: 'It failed.', evidence: ['a'], pasted: '' })).toBe('It failed.')
})
