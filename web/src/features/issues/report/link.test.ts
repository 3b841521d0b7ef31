import { expect, test } from 'vitest'
import { emptyDraft } from '#/features/issues/report/draft'
import { readLink } from '#/features/issues/report/dapp-link'
import { buildNamed, unknownBuild, withLink, withoutPart } from '#/features/issues/report/link'
import { begin } from '#/features/issues/report/use-draft'

const TX = `0x${'5e91'.repeat(16)}`
const draft = (given: object = {}) => ({ ...emptyDraft(), ...given })
const build = (id: string, channel: string, version: string) => ({
  id,
  channel,
  version,
  ordinal: 1,
  state: 'active',
  releasedAt: null,
})

test('a link names a transaction, a chain, a build and an error', () => {
  const error = '{"code":4001,"message":"User rejected"}'
  expect(readLink({ tx: TX.toUpperCase().replace('X', 'x'), chain: '8453', build: '0.5.1', error })).toEqual({
    tx: TX,
    chain: '8453',
    build: '0.5.1',
    error,
  })
})

test.each([
  ['a hash that is too short', { tx: '0x12' }],
  ['a hash with words around it', { tx: `${TX}?x=1` }],
  ['a signature', { tx: `0x${'ab'.repeat(65)}` }],
  ['an address of a page', { tx: 'javascript:alert(1)' }],
  ['no chain', { chain: '0' }],
  ['a chain in words', { chain: 'base' }],
  ['a chain below nothing', { chain: '-1' }],
  ['a chain no number can hold', { chain: '9'.repeat(30) }],
  ['blanks', { build: '  ', error: '\n' }],
  ['a list', { tx: [TX], error: ['a'], build: {} }],
])('%s is left out', (_, search) => expect(readLink(search)).toEqual({}))

test('a chain is read as wallets write it', () => {
  expect(readLink({ chain: '0x2105' })).toEqual({ chain: '8453' })
  expect(readLink({ chain: 'eip155:8453' })).toEqual({ chain: '8453' })
})

test('texts are cut, by characters, and lose what is not seen', () => {
  expect(readLink({ error: '😀'.repeat(3000) }).error).toBe('😀'.repeat(2000))
  expect(readLink({ build: 'x'.repeat(300) }).build).toHaveLength(64)
  expect(readLink({ error: 'a\u0000b\u202Ec\u200Bd\ne\tf' })).toEqual({ error: 'abcd\ne\tf' })
})

test('a hash is looked up, and the error stays as text', () => {
  const begun = withLink(draft({ way: 'idea' }), { tx: TX, error: 'execution reverted', chain: '8453' })
  expect(begun).toMatchObject({
    way: 'error',
    pasted: `${TX}\nexecution reverted`,
    link: { chain: '8453', build: '', toLookUp: TX },
  })
  expect(withoutPart(begun.pasted, TX)).toBe('execution reverted')
})

test('an error alone is looked up; plain words are not', () => {
  expect(withLink(draft(), { error: 'execution reverted' }).link.toLookUp).toBe('execution reverted')
  expect(withLink(draft(), { error: 'it did nothing' })).toMatchObject({
    pasted: 'it did nothing',
    link: { toLookUp: '' },
  })
})

test('what was written before stays, and the same link changes nothing twice', () => {
  const kept = draft({ title: 'Mine', body: 'My words', pasted: 'first error' })
  const once = withLink(kept, { error: 'second error' })
  expect(once).toMatchObject({ title: 'Mine', body: 'My words', pasted: 'first error\nsecond error' })
  const lookedUp = { ...once, pasted: '', link: { ...once.link, toLookUp: '' } }
  expect(withLink(lookedUp, { error: 'second error' })).toBe(lookedUp)
  expect(withLink(kept, {})).toBe(kept)
})

test('a second failure begins a new report, unless something was added to the first', () => {
  const error = 'execution reverted'
  const first = withLink(draft(), { error })
  const proposed = { title: 'Swap undone', body: 'It was undone.', area: 'swap', severity: 'S3' }
  const filled = { ...first, ...proposed, proposed, pasted: '', evidence: ['one'] }
  expect(begin(filled, { tx: TX })).toMatchObject({ title: '', evidence: [], pasted: TX })
  expect(begin(filled, { tx: TX, title: 'Mine' })).toMatchObject({ title: 'Mine', body: '' })
  for (const added of [{ body: 'My words' }, { steps: 'Swap' }, { evidence: ['one', 'two'] }])
    expect(begin({ ...filled, ...added }, { tx: TX })).toMatchObject({ ...added, pasted: TX })
  expect(begin({ ...filled, pasted: 'mine' }, { tx: TX }).pasted).toBe(`mine\n${TX}`)
  expect(begin(filled, { error })).toEqual(filled)
  expect(begin(filled, {})).toEqual(filled)
})

test('a part with the signs of a replacement is taken out as it is', () => {
  expect(withoutPart("a $& b $' c", "$& b $'")).toBe('a  c')
})

test('a build is found by id, by version, and by channel and version', () => {
  const builds = [
    build('b1', 'ios', '0.5.1'),
    build('b2', 'web', '0.5.1'),
    build('b3', 'web', '0.5.0'),
    build('b4', 'web', 'unknown'),
  ]
  const idOf = (said: string) => buildNamed(builds, said)?.id
  expect(idOf('b3')).toBe('b3')
  expect(idOf('0.5.0')).toBe('b3')
  expect(idOf('v0.5.0')).toBe('b3')
  expect(idOf('0.5.1')).toBe('b1')
  expect(idOf('Web 0.5.1 a41c9e2')).toBe('b2')
  expect(idOf('0.5.2-rc1')).toBeUndefined()
  expect(unknownBuild(builds, '0.5.2-rc1')?.id).toBe('b4')
})
