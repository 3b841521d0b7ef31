import { describe, expect, test } from 'vitest'
import { type Auth, type AuthEvent, type AuthState, authReducer, initialAuth } from '#/backend/auth-machine'
import { Problem } from '#/backend/problem'
import type { User } from '#/backend/user'

const person = (username: string): User => ({
  objectId: username,
  username,
  email: '',
  emailVerified: false,
  isAdmin: false,
  createdAt: '2026-11-01T00:00:00.000Z',
})
const rin = person('rin')
const mia = person('mia')
const refused = new Problem(101, 'Invalid username/password.')

const at: Record<AuthState, Auth> = {
  undefined: { state: 'undefined', user: rin, error: null, expired: null },
  unauthenticated: { state: 'unauthenticated', user: null, error: null, expired: null },
  authenticating: { state: 'authenticating', user: null, error: null, expired: null },
  authenticated: { state: 'authenticated', user: rin, error: null, expired: null },
  logging_out: { state: 'logging_out', user: rin, error: null, expired: null },
  error: { state: 'error', user: null, error: refused, expired: null },
}

const events: Record<string, AuthEvent> = {
  'nothing stored': { type: 'nothing stored' },
  confirmed: { type: 'confirmed', user: mia },
  unconfirmed: { type: 'unconfirmed' },
  'sign-in began': { type: 'sign-in began' },
  'sign-in succeeded': { type: 'sign-in succeeded', user: mia },
  'sign-in failed': { type: 'sign-in failed', error: refused },
  'sign-in given up': { type: 'sign-in given up' },
  'log-out began': { type: 'log-out began' },
  'log-out succeeded': { type: 'log-out succeeded' },
  'log-out failed': { type: 'log-out failed', error: refused },
  'session ended': { type: 'session ended' },
  'user changed': { type: 'user changed', user: mia },
  'signed in elsewhere': { type: 'switched elsewhere', user: mia },
  'signed out elsewhere': { type: 'switched elsewhere', user: null },
  left: { type: 'left' },
}

// Where an event leads from each state; a state that is not listed ignores it.
const table: Record<string, Partial<Record<AuthState, AuthState>>> = {
  'nothing stored': { undefined: 'unauthenticated' },
  confirmed: { undefined: 'authenticated' },
  unconfirmed: { undefined: 'authenticated' },
  'sign-in began': {
    undefined: 'authenticating',
    unauthenticated: 'authenticating',
    authenticated: 'authenticating',
    error: 'authenticating',
  },
  'sign-in succeeded': { authenticating: 'authenticated' },
  'sign-in failed': { authenticating: 'error' },
  'sign-in given up': { authenticating: 'unauthenticated' },
  'log-out began': { undefined: 'logging_out', authenticated: 'logging_out' },
  'log-out succeeded': { logging_out: 'unauthenticated' },
  'log-out failed': { logging_out: 'authenticated' },
  'session ended': {
    undefined: 'unauthenticated',
    authenticated: 'unauthenticated',
    logging_out: 'unauthenticated',
  },
  'user changed': { authenticated: 'authenticated' },
  'signed in elsewhere': {
    undefined: 'authenticated',
    unauthenticated: 'authenticated',
    authenticated: 'authenticated',
    error: 'authenticated',
  },
  'signed out elsewhere': {
    undefined: 'unauthenticated',
    authenticated: 'unauthenticated',
    error: 'unauthenticated',
    unauthenticated: 'unauthenticated',
  },
  left: {},
}

describe.each(Object.entries(table))('on "%s"', (name, leads) => {
  test.each(Object.keys(at) as AuthState[])('from %s', from => {
    const event = events[name] as AuthEvent
    const next = authReducer(at[from], event)
    const to = leads[from]
    if (to) expect(next.state).toBe(to)
    else expect(next).toBe(at[from])
  })
})

test('every event is in the table', () => {
  expect(Object.keys(table).toSorted()).toEqual(Object.keys(events).toSorted())
})

test('a stored user is shown before the server has answered', () => {
  expect(initialAuth(rin)).toEqual(at.undefined)
})

test('without a stored user no user is signed in, at once', () => {
  expect(initialAuth(null).state).toBe('unauthenticated')
})

test('the stored user stays when the server cannot be asked', () => {
  expect(authReducer(at.undefined, { type: 'unconfirmed' }).user).toBe(rin)
})

test('signing in as another user keeps the old user until it has succeeded', () => {
  const began = authReducer(at.authenticated, { type: 'sign-in began' })
  expect(began).toMatchObject({ state: 'authenticating', user: rin })
  expect(authReducer(began, { type: 'sign-in succeeded', user: mia })).toMatchObject({
    state: 'authenticated',
    user: mia,
  })
})

test('a refused sign-in leaves the old user signed in', () => {
  const began = authReducer(at.authenticated, { type: 'sign-in began' })
  const failed = authReducer(began, { type: 'sign-in failed', error: refused })
  expect(failed).toEqual({ state: 'authenticated', user: rin, error: refused, expired: null })
})

test('declining in the wallet signs no user out, and leaves no error', () => {
  const began = authReducer(at.authenticated, { type: 'sign-in began' })
  expect(authReducer(began, { type: 'sign-in given up' })).toEqual(at.authenticated)
})

test('a failed log-out keeps the user and says why', () => {
  const failed = authReducer(at.logging_out, { type: 'log-out failed', error: refused })
  expect(failed).toEqual({ state: 'authenticated', user: rin, error: refused, expired: null })
})

test('an ended session remembers whose it was until they are back', () => {
  const ended = authReducer(at.authenticated, { type: 'session ended' })
  expect(ended).toEqual({ state: 'unauthenticated', user: null, error: null, expired: rin })
  const trying = authReducer(ended, { type: 'sign-in began' })
  expect(trying.expired).toBe(rin)
  expect(authReducer(trying, { type: 'sign-in failed', error: refused }).expired).toBe(rin)
  expect(authReducer(trying, { type: 'sign-in succeeded', user: rin }).expired).toBeNull()
})

test('a user who leaves instead of signing in again is forgotten', () => {
  const ended = authReducer(at.authenticated, { type: 'session ended' })
  expect(authReducer(ended, { type: 'left' })).toEqual(at.unauthenticated)
})

test('another tab that signs in brings this one back after its session ended', () => {
  const ended = authReducer(at.authenticated, { type: 'session ended' })
  expect(authReducer(ended, { type: 'switched elsewhere', user: rin })).toEqual(at.authenticated)
})

test('another tab that clears the storage does not close the page of an ended session', () => {
  const ended = authReducer(at.authenticated, { type: 'session ended' })
  expect(authReducer(ended, { type: 'switched elsewhere', user: null })).toBe(ended)
})
