import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Code, Problem } from '#/backend/problem'
import { settings } from '#/lib/settings'
import { administrator, renderRoute } from '#test/render-route'

const server = vi.hoisted(() => ({
  run: vi.fn(),
  logIn: vi.fn(),
  signUp: vi.fn(),
  confirm: vi.fn(),
  requestPasswordReset: vi.fn(),
}))

vi.mock('#/backend/parse-client', () => ({ connectTo: () => server }))

const TOKEN = 'the-token-of-this-server'
const state = { needed: true, product: { name: 'Swap', shortName: 'S' }, access: { mode: 'open' } }

/** A server that is in a certain state, and takes one token. */
function answer(programme: object = state) {
  server.run.mockImplementation(async (name: string, { token }: { token?: string }) => {
    if (name === 'setupState') return programme
    if (token !== TOKEN) throw new Problem(Code.forbidden, 'The token is wrong.')
    return {}
  })
}

beforeEach(() => {
  for (const call of Object.values(server)) call.mockReset()
  sessionStorage.clear()
  answer()
})

const field = (name: string) => screen.findByRole('textbox', { name })

async function createAdministrator({ user }: ReturnType<typeof renderRoute>) {
  await user.type(await field('Username'), 'mia')
  await user.type(screen.getByLabelText('Password'), 'a plain long phrase')
  await user.click(screen.getByRole('button', { name: 'Create administrator' }))
}

test('the setup makes an administrator, signs in and goes on with the programme', async () => {
  const page = renderRoute(`/setup#token=${TOKEN}`)
  await waitFor(() => expect(page.router.state.location.href).toBe('/setup'))
  expect(await field('Username')).toHaveFocus()
  server.logIn.mockResolvedValue(administrator)
  await createAdministrator(page)
  await waitFor(() => expect(page.router.state.location.href).toBe('/admin/setup/programme'))
  expect(server.run).toHaveBeenCalledWith('setupComplete', {
    token: TOKEN,
    administrator: { username: 'mia', password: 'a plain long phrase' },
    product: { name: 'Swap', shortName: 'S' },
  })
  expect(server.logIn).toHaveBeenCalledWith('mia', 'a plain long phrase')
  expect(sessionStorage.getItem('touchstone.setup')).toBeNull()
})

test('without a token in the address the setup asks for it, and says when it is wrong', async () => {
  const page = renderRoute('/setup')
  await page.user.type(await field('Setup token'), 'guess')
  await createAdministrator(page)
  await waitFor(() =>
    expect(screen.getByLabelText('Setup token')).toHaveAccessibleDescription(/Wrong setup token/),
  )
  expect(screen.getByLabelText('Username')).toHaveValue('mia')
  await page.user.clear(screen.getByLabelText('Setup token'))
  await page.user.type(screen.getByLabelText('Setup token'), TOKEN)
  server.logIn.mockResolvedValue(administrator)
  await page.user.click(screen.getByRole('button', { name: 'Create administrator' }))
  await waitFor(() => expect(page.router.state.location.href).toBe('/admin/setup/programme'))
})

test('a wrong token in the address is noticed before anything is typed', async () => {
  renderRoute('/setup#token=old')
  expect(await field('Setup token')).toHaveAccessibleDescription(/Wrong setup token/)
})

test('a refused name is reported, and what was typed stays', async () => {
  const page = renderRoute(`/setup#token=${TOKEN}`)
  await field('Username')
  server.run.mockRejectedValue(new Problem(Code.validation, 'The username is too long.'))
  await createAdministrator(page)
  expect(await screen.findByText('The username is too long.')).toBeInTheDocument()
  expect(screen.getByLabelText('Username')).toHaveValue('mia')
})

test('what was typed survives a reload, and the password does not', async () => {
  const page = renderRoute(`/setup#token=${TOKEN}`)
  await page.user.type(await field('Username'), 'mia')
  await page.user.type(screen.getByLabelText('Password'), 'a plain long phrase')
  page.leave()
  renderRoute('/setup')
  expect(await field('Username')).toHaveValue('mia')
  expect(screen.getByLabelText('Password')).toHaveValue('')
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('a plain long phrase')
})

test('once there is an administrator there is no setup', async () => {
  answer({ ...state, needed: false })
  renderRoute(`/setup#token=${TOKEN}`)
  expect(await screen.findByRole('heading', { name: 'Object not found.' })).toBeInTheDocument()
})

test('a server that does not answer can be asked again', async () => {
  server.run.mockRejectedValueOnce(new Problem(Code.connectionFailed, ''))
  const { user } = renderRoute('/setup')
  await user.click(await screen.findByRole('button', { name: 'Retry' }))
  expect(await field('Setup token')).toBeInTheDocument()
})

test('the sign-in page of a server that is not set up says so and leads to the setup', async () => {
  renderRoute('/login')
  expect(await screen.findByText('This server is not set up yet.')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'set it up' })).toHaveAttribute('href', '/setup')
})

test('an invitation leads to an account that carries its code', async () => {
  answer({ ...state, needed: false, access: { mode: 'invite' } })
  const { user, router } = renderRoute('/login')
  await user.type(await screen.findByLabelText('Have an invitation?'), '00123')
  await user.click(screen.getByRole('button', { name: 'Join' }))
  await waitFor(() => expect(router.state.location.href).toBe('/sign-up?code=00123'))
  const code = await field('Invitation code')
  expect(code).toHaveValue('00123')
  server.signUp.mockRejectedValue(new Problem(Code.validation, 'This invitation is used up.'))
  await user.type(screen.getByLabelText('Username'), 'rin')
  await user.type(screen.getByLabelText('E-mail'), 'rin@example.org')
  await user.type(screen.getByLabelText('Password'), 'a plain long phrase')
  expect(screen.getByRole('checkbox', { name: /e-mail me news/ })).not.toBeChecked()
  await user.click(screen.getByRole('button', { name: 'Create account' }))
  await waitFor(() => expect(code).toHaveAccessibleDescription('This invitation is used up.'))
  expect(server.signUp).toHaveBeenCalledWith({
    username: 'rin',
    password: 'a plain long phrase',
    email: 'rin@example.org',
    news: false,
    invitation: '00123',
  })
})

test('a sign-up accepts the pages that ask for it, and names their versions', async () => {
  answer({ ...state, needed: false })
  settings.policies = [
    { kind: 'privacy', version: 3, required: 2 },
    { kind: 'rules', version: 1, required: null },
  ]
  const { user } = renderRoute('/sign-up')
  await user.type(await field('Username'), 'rin')
  await user.type(screen.getByLabelText('E-mail'), 'rin@example.org')
  await user.type(screen.getByLabelText('Password'), 'a plain long phrase')
  const accept = screen.getByRole('checkbox', { name: 'I have read and accept: Privacy' })
  expect(accept).not.toBeChecked()
  await user.click(screen.getByRole('button', { name: 'Create account' }))
  expect(server.signUp).not.toHaveBeenCalled()
  server.signUp.mockRejectedValue(new Problem(Code.usernameTaken, 'This name is taken.'))
  await user.click(accept)
  await user.click(screen.getByRole('button', { name: 'Create account' }))
  await waitFor(() =>
    expect(server.signUp).toHaveBeenCalledWith({
      username: 'rin',
      password: 'a plain long phrase',
      email: 'rin@example.org',
      news: false,
      acceptedPolicies: { privacy: 3 },
    }),
  )
  // The pages that ask for nothing are linked, too.
  expect(await screen.findByRole('link', { name: 'Rules' })).toHaveAttribute('href', '/legal/rules')
  delete settings.policies
})

test('a user who tried too often sees how long to wait', async () => {
  server.logIn.mockRejectedValue(
    new Problem(Code.requestLimit, 'Too often.', { retryAt: Date.now() + 41_500 }),
  )
  const { user } = renderRoute('/login')
  await user.type(await screen.findByLabelText('Username'), 'rin')
  await user.type(screen.getByLabelText('Password'), 'a plain long phrase')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByText(/Try again in 4\d s\./)).toBeInTheDocument()
})

test('the sign-in page promises no look-up of transactions', async () => {
  renderRoute('/login')
  expect(await screen.findByText(/follow your report until the fix is checked/)).toBeInTheDocument()
  expect(screen.queryByText(/transaction, see what happened/)).not.toBeInTheDocument()
})

test('a user who forgot the password is shown that the server sends no mail', async () => {
  server.requestPasswordReset.mockRejectedValue(
    new Problem(
      Code.internal,
      'An appName, publicServerURL, and emailAdapter are required for password reset and email verification functionality.',
    ),
  )
  const page = renderRoute('/reset-password')
  await page.user.type(await field('E-mail'), 'rin@example.org')
  await page.user.click(screen.getByRole('button', { name: 'Send the link' }))
  expect(await screen.findByText(/E-mail is not configured on this server/)).toBeInTheDocument()
  expect(screen.queryByText(/went wrong on the server/)).not.toBeInTheDocument()
})

test('a suspended person reads why at the sign-in', async () => {
  server.logIn.mockRejectedValue(
    new Problem(Code.forbidden, 'ACCOUNT_SUSPENDED: This account is suspended. Reason: Sells accounts.'),
  )
  answer({ ...state, needed: false })
  const { user } = renderRoute('/login')
  await user.type(await field('Username'), 'rin')
  await user.type(screen.getByLabelText('Password'), 'a plain long phrase')
  await user.click(screen.getByRole('button', { name: /^Sign in/ }))
  expect(await screen.findByText('This account is suspended. Reason: Sells accounts.')).toBeInTheDocument()
})

test('it is said at the sign-up who sees the address, what for, and what is compared', async () => {
  answer({ ...state, needed: false })
  renderRoute('/sign-up')
  const email = await screen.findByLabelText('E-mail')
  expect(email).toHaveAccessibleDescription(/password resets, and when your reports, missions or account/)
  expect(email).toHaveAccessibleDescription(/Visible to administrators only/)
  expect(screen.getByText(/hashes of your browser and network.*who first funded your wallets/)).toBeVisible()
})

test('the rule for names is said before a name is refused', async () => {
  answer({ ...state, needed: false })
  renderRoute('/sign-up')
  expect(await screen.findByLabelText('Username')).toHaveAccessibleDescription(/^3 to 32 letters/)
})
