import { expect, test } from 'vitest'
import { Code, Problem, UNREADABLE } from '#/backend/problem'
import { problemMessages } from '#/entities/problem/problem-messages'

test('a 107 of the server is about what was sent, and is said in its own words', () => {
  expect(problemMessages(new Problem(107, 'Malformed JSON in the body.'))).toBeNull()
  expect(problemMessages(new Problem(UNREADABLE, 'seasons: rows'))).not.toBeNull()
})

test('a refusal with a reason for people is said in the server’s words', () => {
  expect(problemMessages(new Problem(Code.forbidden, 'Only administrators may do this.'))).not.toBeNull()
  expect(problemMessages(new Problem(Code.forbidden, 'ACCOUNT_SUSPENDED: Sells accounts.'))).toBeNull()
})
