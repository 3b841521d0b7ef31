import { expect, test, vi } from 'vitest'
import { answerSignIn, isSignInAsked, subscribeSignInAsked, withFreshSignIn } from '#/backend/fresh-sign-in'
import { Code, Problem } from '#/backend/problem'

const stale = new Problem(Code.validation, 'FRESH_SIGN_IN: Sign in again to change this.')

test('a request that asks for a fresh sign-in is sent once more after it', async () => {
  const stop = subscribeSignInAsked(() => undefined)
  const request = vi.fn().mockRejectedValueOnce(stale).mockResolvedValue('done')
  const answer = withFreshSignIn(request)
  await vi.waitFor(() => expect(isSignInAsked()).toBe(true))
  answerSignIn(true)
  expect(await answer).toBe('done')
  expect(request).toHaveBeenCalledTimes(2)
  expect(isSignInAsked()).toBe(false)
  stop()
})

test('a user who does not sign in again is shown what the server said', async () => {
  const stop = subscribeSignInAsked(() => undefined)
  const request = vi.fn().mockRejectedValue(stale)
  const answer = withFreshSignIn(request)
  await vi.waitFor(() => expect(isSignInAsked()).toBe(true))
  answerSignIn(false)
  await expect(answer).rejects.toBe(stale)
  expect(request).toHaveBeenCalledTimes(1)
  stop()
})

test('if no user can be asked, and for other refusals, nothing waits', async () => {
  await expect(withFreshSignIn(() => Promise.reject(stale))).rejects.toBe(stale)
  const stop = subscribeSignInAsked(() => undefined)
  const other = new Problem(Code.validation, 'UNCHANGED: Nothing would change.')
  await expect(withFreshSignIn(() => Promise.reject(other))).rejects.toBe(other)
  expect(isSignInAsked()).toBe(false)
  stop()
})
