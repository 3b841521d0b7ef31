import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { freshSignIn } from '#/backend/fresh-sign-in'
import { Code, Problem } from '#/backend/problem'
import { imaginedServer } from '#test/imagined-server'
import { renderRoute, tester } from '#test/render-route'

const { server, begin } = imaginedServer()
const confirmPassword = vi.fn()

vi.mock('#/backend/parse-client', () => ({ connectTo: () => ({ ...server, confirmPassword }) }))

const stale = new Problem(Code.validation, 'FRESH_SIGN_IN: Sign in again to change this.')

beforeEach(() => {
  begin(tester)
  confirmPassword.mockReset()
})

test('a change that takes a fresh sign-in waits for the password, and is made after it', async () => {
  confirmPassword
    .mockRejectedValueOnce(new Problem(Code.objectNotFound, 'Invalid username/password.'))
    .mockResolvedValue(tester)
  const page = renderRoute('/', { as: tester })
  await screen.findByRole('main')
  const change = vi.fn().mockRejectedValueOnce(stale).mockResolvedValue('changed')
  const done = freshSignIn.around(change)
  await page.user.type(await screen.findByLabelText('Your password'), 'wrong')
  await page.user.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('Wrong username or password.')).toBeInTheDocument()
  await page.user.type(screen.getByLabelText('Your password'), ' no, right')
  await page.user.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await done).toBe('changed')
  expect(confirmPassword).toHaveBeenLastCalledWith('wrong no, right')
  await waitFor(() => expect(screen.queryByLabelText('Your password')).not.toBeInTheDocument())
})

test('a user who cancels changes nothing', async () => {
  const page = renderRoute('/', { as: tester })
  await screen.findByRole('main')
  const change = vi.fn().mockRejectedValue(stale)
  const done = freshSignIn.around(change).catch((problem: unknown) => problem)
  await page.user.click(await screen.findByRole('button', { name: 'Cancel' }))
  await act(async () => expect(await done).toBe(stale))
  expect(change).toHaveBeenCalledTimes(1)
  expect(confirmPassword).not.toHaveBeenCalled()
})
