import { expect, test, vi } from 'vitest'
import { freshSignIn } from '#/backend/fresh-sign-in'
import { Code, Problem } from '#/backend/problem'

const stale = new Problem(Code.validation, 'FRESH_SIGN_IN: Sign in again to change this.')

test('a request that asks for a fresh sign-in is sent once more after it', async () => {
  const stop = freshSignIn.subscribe(() => undefined)
  const request = vi.fn().mockRejectedValueOnce(stale).mockResolvedValue('done')
  const answer = freshSignIn.around(request)
  await vi.waitFor(() => expect(freshSignIn.isAsked()).toBe(true))
  freshSignIn.answer(true)
  expect(await answer).toBe('done')
  expect(request).toHaveBeenCalledTimes(2)
  expect(freshSignIn.isAsked()).toBe(false)
  stop()
})

test('a user who does not sign in again is shown what the server said', async () => {
  const stop = freshSignIn.subscribe(() => undefined)
  const request = vi.fn().mockRejectedValue(stale)
  const answer = freshSignIn.around(request)
  await vi.waitFor(() => expect(freshSignIn.isAsked()).toBe(true))
  freshSignIn.answer(false)
  await expect(answer).rejects.toBe(stale)
  expect(request).toHaveBeenCalledTimes(1)
  stop()
})

test('if no user can be asked, and for other refusals, nothing waits', async () => {
  await expect(freshSignIn.around(() => Promise.reject(stale))).rejects.toBe(stale)
  const stop = freshSignIn.subscribe(() => undefined)
  const other = new Problem(Code.validation, 'UNCHANGED: Nothing would change.')
  await expect(freshSignIn.around(() => Promise.reject(other))).rejects.toBe(other)
  expect(freshSignIn.isAsked()).toBe(false)
  stop()
})
