import { expect, test } from 'vitest'
import { Code, Problem, UNREADABLE } from '#/backend/problem'
import { problemMessages } from '#/entities/problem/problem-messages'
import { named } from '#/entities/problem/use-problem-messages'

test('a 107 of the server is about what was sent, and is said in its own words', () => {
  expect(problemMessages(new Problem(107, 'Malformed JSON in the body.'))).toBeNull()
  expect(problemMessages(new Problem(UNREADABLE, 'seasons: rows'))).not.toBeNull()
})

test('a refusal with a reason for people is said in the server’s words', () => {
  expect(problemMessages(new Problem(Code.forbidden, 'Only administrators may do this.'))).not.toBeNull()
  expect(problemMessages(new Problem(Code.forbidden, 'ACCOUNT_SUSPENDED: Sells accounts.'))).toBeNull()
})

test('what the server failed at is reported with the id by which its log knows the request, a refusal is not', () => {
  const options = { requestId: '1a2b3c4d-7' }
  expect(named('It failed.', new Problem(Code.internal, 'x', options))).toBe('It failed. (1a2b3c4d-7)')
  expect(named('It failed.', new Problem(Code.internal, 'x'))).toBe('It failed.')
  expect(named('No.', new Problem(Code.forbidden, 'x', options))).toBe('No.')
  expect(named(null, new Problem(Code.internal, 'x', options))).toBeNull()
})
