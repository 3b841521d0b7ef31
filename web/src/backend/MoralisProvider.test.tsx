import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Code, Problem } from '#/backend/problem'
import { SESSION_ENDED, storageKey } from '#/backend/stored-user'
import type { User } from '#/backend/user'
import { MoralisProvider } from '#/backend/MoralisProvider'
import { useMoralis } from '#/backend/use-moralis'

const rin: User = {
  objectId: 'a',
  username: 'rin',
  email: '',
  emailVerified: false,
  isAdmin: false,
  createdAt: '',
}

const server = vi.hoisted(() => ({
  confirm: vi.fn(),
  logIn: vi.fn(),
  signUp: vi.fn(),
  logOut: vi.fn(),
  setUserData: vi.fn(),
  changePassword: vi.fn(),
  reread: vi.fn(),
}))
let endSession: () => void = () => undefined

vi.mock('#/backend/parse-client', () => ({
  connectTo: (_: unknown, onSessionEnded: () => void) => {
    endSession = onSessionEnded
    return server
  },
}))

const inside = ({ children }: { children: ReactNode }) => (
  <MoralisProvider appId="swap" serverUrl="/parse">
    {children}
  </MoralisProvider>
)
const render = () => renderHook(useMoralis, { wrapper: inside })
const remember = (user: object) => localStorage.setItem(storageKey('swap'), JSON.stringify(user))

beforeEach(() => {
  for (const call of Object.values(server)) call.mockReset()
})

test('outside a provider the hook says what is missing', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(() => renderHook(useMoralis)).toThrow('Make sure to only call useMoralis within a MoralisProvider')
})

test.each([
  ['', '/parse', 'appId'],
  ['swap', '', 'serverUrl'],
])('a provider without an application or a server is an error', (appId, serverUrl, missing) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const without = ({ children }: { children: ReactNode }) => (
    <MoralisProvider appId={appId} serverUrl={serverUrl}>
      {children}
    </MoralisProvider>
  )
  expect(() => renderHook(useMoralis, { wrapper: without })).toThrow(missing)
})

test('without a stored user no user is signed in', () => {
  const { result } = render()
  expect(result.current).toMatchObject({ isUnauthenticated: true, user: null })
})

test('a stored user is shown at once, and replaced by what the server says', async () => {
  remember({ objectId: 'a', username: 'rin' })
  server.confirm.mockResolvedValue({ ...rin, isAdmin: true })
  const { result } = render()
  expect(result.current).toMatchObject({ isAuthUndefined: true, user: { username: 'rin', isAdmin: false } })
  await waitFor(() => expect(result.current.isAuthenticated).toBe(true))
  expect(result.current.user?.isAdmin).toBe(true)
})

test('a stored user that the server does not know is signed out', async () => {
  remember(rin)
  server.confirm.mockRejectedValue(new Problem(Code.invalidSession, 'Invalid session token'))
  const { result } = render()
  await waitFor(() => expect(result.current.isUnauthenticated).toBe(true))
})

test('a stored user stays while the server is away', async () => {
  remember(rin)
  server.confirm.mockRejectedValue(new Problem(Code.connectionFailed, ''))
  const { result } = render()
  await waitFor(() =>
    expect(result.current).toMatchObject({ isAuthenticated: true, user: { username: 'rin' } }),
  )
})

test('a sign-in goes through authenticating to authenticated', async () => {
  let answer: (user: User) => void = () => undefined
  server.logIn.mockReturnValue(new Promise<User>(resolve => (answer = resolve)))
  const { result } = render()
  let signingIn: Promise<User | null> = Promise.resolve(null)
  act(() => {
    signingIn = result.current.login('rin', 'secret')
  })
  expect(result.current.isAuthenticating).toBe(true)
  await waitFor(() => expect(server.logIn).toHaveBeenCalledWith('rin', 'secret'))
  await act(async () => {
    answer(rin)
    await signingIn
  })
  expect(result.current).toMatchObject({ isAuthenticated: true, user: rin, authError: null })
})

test('a refused sign-in is an error with the server’s reason', async () => {
  server.logIn.mockRejectedValue(new Problem(Code.objectNotFound, 'Invalid username/password.'))
  const { result } = render()
  await act(() => result.current.login('rin', 'wrong'))
  expect(result.current).toMatchObject({ hasAuthError: true, authError: { code: 101 }, user: null })
})

test('a password that is not text never leaves the browser', async () => {
  const { result } = render()
  await act(() => result.current.login('rin', 7 as unknown as string))
  expect(result.current.authError?.message).toBe('password can only be a string type')
  expect(server.logIn).not.toHaveBeenCalled()
})

async function signedIn() {
  server.logIn.mockResolvedValue(rin)
  const hook = render()
  await act(() => hook.result.current.login('rin', 'secret'))
  return hook
}

test('a log-out that the server refuses keeps the user', async () => {
  const { result } = await signedIn()
  server.logOut.mockRejectedValue(new Problem(Code.connectionFailed, ''))
  await act(async () => expect(await result.current.logout()).toBe(false))
  expect(result.current).toMatchObject({ isAuthenticated: true, user: rin, authError: { code: 100 } })
})

test('a log-out clears the user', async () => {
  const { result } = await signedIn()
  server.logOut.mockResolvedValue(undefined)
  await act(async () => expect(await result.current.logout()).toBe(true))
  expect(result.current).toMatchObject({ isUnauthenticated: true, user: null })
})

test('without a user no data can be set', async () => {
  const { result } = render()
  await expect(result.current.setUserData({ email: 'rin@example.org' })).rejects.toThrow(
    'User needs to be authenticated before setting new data',
  )
})

test('new data of the user is the user from then on', async () => {
  const { result } = await signedIn()
  server.setUserData.mockResolvedValue({ ...rin, email: 'rin@example.org' })
  await act(() => result.current.setUserData({ email: 'rin@example.org' }))
  expect(result.current.user?.email).toBe('rin@example.org')
})

test('a session that ends signs out, and remembers who it was', async () => {
  const { result } = await signedIn()
  act(() => endSession())
  expect(result.current).toMatchObject({ isUnauthenticated: true, user: null, expired: rin })
  act(() => result.current.leave())
  expect(result.current.expired).toBeNull()
})

const elsewhere = (key: string, newValue: string | null) =>
  act(() => void dispatchEvent(new StorageEvent('storage', { key, newValue })))

test('a sign-in in another tab is one here', () => {
  const { result } = render()
  elsewhere(storageKey('swap'), JSON.stringify(rin))
  expect(result.current).toMatchObject({ isAuthenticated: true, user: { username: 'rin' } })
})

test('a log-out in another tab is one here', async () => {
  const { result } = await signedIn()
  elsewhere(storageKey('swap'), null)
  expect(result.current).toMatchObject({ isUnauthenticated: true, expired: null })
})

test('a session that another tab found ended keeps the page here', async () => {
  const { result } = await signedIn()
  elsewhere(SESSION_ENDED, '1')
  elsewhere(storageKey('swap'), null)
  expect(result.current).toMatchObject({ isUnauthenticated: true, expired: rin })
})
