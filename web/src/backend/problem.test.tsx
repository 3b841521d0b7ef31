import { expect, test, vi } from 'vitest'
import { Code, Problem, problemFrom } from '#/backend/problem'

test('the server’s code and sentence are kept', () => {
  expect(problemFrom({ code: 202, message: 'Account already exists for this username.' })).toMatchObject({
    code: Code.usernameTaken,
    message: 'Account already exists for this username.',
  })
})

test('an error of the SDK without a code means that the server did not answer', () => {
  expect(problemFrom({ code: undefined, message: 'Failed to fetch' })).toMatchObject({
    code: Code.connectionFailed,
    message: 'Unable to connect to the API',
  })
})

test('a bug in the app does not look like the server’s, and is reported', () => {
  const report = vi.spyOn(globalThis, 'reportError').mockImplementation(() => undefined)
  const fault = new TypeError('x is not a function')
  expect(problemFrom(fault).code).toBe(Code.internal)
  expect(report).toHaveBeenCalledWith(fault)
})

test.each([
  [Code.connectionFailed, true],
  [Code.internal, true],
  [Code.timeout, true],
  [Code.objectNotFound, false],
  [Code.invalidSession, false],
])('whether %i may pass', (code, passing) => {
  expect(new Problem(code, '').passing).toBe(passing)
})
