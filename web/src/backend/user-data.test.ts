import { expect, test } from 'vitest'
import { checkSignUp, checkUserData } from '#/backend/user-data'

test.each(['password', 'email', 'username'])('%s can only be text', key => {
  expect(() => checkUserData({ [key]: 7 })).toThrow(`${key} can only be a string type`)
})

test.each(['isAdmin', 'ethAddress', 'accounts', 'authData', 'ACL'])('%s is not for users to set', key => {
  expect(() => checkUserData({ [key]: 'x' })).toThrow(`${key} cannot be set`)
})

test('a sign-up needs a name and a password', () => {
  expect(() => checkSignUp({ username: '', password: 'x' })).toThrow('empty username')
  expect(() => checkSignUp({ username: 'x', password: '' })).toThrow('empty password')
  expect(() => checkSignUp({ username: 'x', password: 'y' })).not.toThrow()
})
