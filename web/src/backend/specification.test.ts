// @vitest-environment jsdom
// Section 5 of the specification: what the app and its SDK refuse before anything is sent.
import Parse from 'parse'
import { beforeAll, expect, test } from 'vitest'
import { checkSignUp, checkUserData } from '#/backend/user-data'

beforeAll(() => {
  Parse.initialize('swap', '')
  Parse.serverURL = 'http://127.0.0.1:1/parse'
})

test.each(['password', 'email', 'username'])('%s can only be a string type', key => {
  expect(() => checkUserData({ [key]: 7 })).toThrow(`${key} can only be a string type`)
  expect(() => checkUserData({ [key]: 'text' })).not.toThrow()
})

test.each([
  [{ username: '', password: 'secret' }, 'username'],
  [{ username: 'rin', password: '' }, 'password'],
])('a sign-up with %o is refused', (data, missing) => {
  expect(() => checkSignUp(data)).toThrow(missing)
})

test.each([
  ['username', [7, 'secret']],
  ['password', ['rin', 7]],
])('a login needs a %s that is text', async (missing, words) => {
  const attempt = Parse.User.logIn(...(words as unknown as [string, string]))
  await expect(attempt).rejects.toMatchObject({
    message: expect.stringMatching(new RegExp(missing as string, 'i')),
  })
})

test.each(['1st', 'a b', 'a-b', '€', ''])('%o is no name of a field', async name => {
  const thing = new Parse.Object('Thing')
  expect(thing.validate({ [name]: 1 })).toMatchObject({ code: 105 })
})

test.each(['title', 'a1', 'a_b', 'a.b'])('%o is a name of a field', name => {
  expect(new Parse.Object('Thing').validate({ [name]: 1 })).toBe(false)
})

test('a role has a plain name, which is set before it is first saved', () => {
  expect(new Parse.Role('ad_min-s 1', new Parse.ACL()).getName()).toBe('ad_min-s 1')
  expect(() => new Parse.Role('a/b', new Parse.ACL())).toThrow()
  const saved = Parse.Role.createWithoutData('abc') as Parse.Role
  expect(saved.validate({ name: 'other' })).toMatchObject({
    message: expect.stringContaining('before it has been saved') as string,
  })
})

test('an ACL is an ACL', () => {
  expect(new Parse.Object('Thing').validate({ ACL: 'everybody' } as never)).toMatchObject({
    message: 'ACL must be a Parse ACL.',
  })
})

test('read-only attributes are not set', () => {
  const session = new Parse.Session()
  expect(() => session.set('sessionToken', 'x')).toThrow()
})

test('a push expires at a moment or after a while, not both', async () => {
  const both = { data: {}, expiration_time: new Date(), expiration_interval: 60 }
  await expect((async () => Parse.Push.send(both as never))()).rejects.toThrow()
})

test('a polygon has three points', () => {
  expect(
    () =>
      new Parse.Polygon([
        [0, 0],
        [0, 1],
      ]),
  ).toThrow('3')
})

test.each([
  [91, 0],
  [-91, 0],
  [0, 181],
  [0, -181],
  [Number.NaN, 0],
])('%s, %s is no point on the earth', (latitude, longitude) => {
  expect(() => new Parse.GeoPoint(latitude, longitude)).toThrow()
})

test('a query skips a number that is not negative, and its limit is a number', () => {
  const query = new Parse.Query('Thing')
  expect(() => query.skip(-1)).toThrow()
  expect(() => query.skip('1' as never)).toThrow()
  expect(() => query.limit('many' as never)).toThrow()
})

test('a batch with a cycle is not sent', async () => {
  const [one, other] = [new Parse.Object('Thing'), new Parse.Object('Thing')]
  one.set('other', other)
  other.set('other', one)
  await expect(Parse.Object.saveAll([one, other])).rejects.toThrow()
})

test('what has no id is neither fetched nor pointed at', async () => {
  const thing = new Parse.Object('Thing')
  await expect((async () => thing.fetch())()).rejects.toThrow()
  expect(() => thing.toPointer()).toThrow()
})

test.each(['i', 'm', 'x', 's'])('a regular expression may have the option %s', option => {
  expect(() => new Parse.Query('Thing').matches('title', 'a', option)).not.toThrow()
})
