import { expect, test } from 'vitest'
import { finishMention, isMeToo, mentionAt } from '#/features/issues/page/mentions'

test('a name is being written after an at sign that begins a word', () => {
  expect(mentionAt('thanks @ka', 10)).toBe('ka')
  expect(mentionAt('@', 1)).toBe('')
  expect(mentionAt('mail@kai', 8)).toBeNull()
  expect(mentionAt('@kai and', 8)).toBeNull()
})

test('a chosen name is finished in place', () => {
  expect(finishMention('ask @k about it', 6, 'kai')).toEqual({ text: 'ask @kai about it', caret: 9 })
})

test.each(['+1', ' +1 ', 'Me too!', 'same here', 'Same for me.'])('"%s" is a vote', text => {
  expect(isMeToo(text)).toBe(true)
})

test.each(['+1 on Base as well', 'me too, with a Ledger', 'same code as #412'])('"%s" says more', text => {
  expect(isMeToo(text)).toBe(false)
})
