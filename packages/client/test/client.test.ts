// The client against a server that answers from a list. The example in `examples/` uses a real one.
import { expect, test, vi } from 'vitest'
import { createClient, TouchstoneError } from '../src/index.ts'

const SERVER = 'https://beta.example.org/parse/'

type Answer = [status: number, body: unknown]

/** A client whose calls get these answers in turn, and the requests that it made. */
function clientOf(...answers: Answer[]) {
  const requests: { path: string; body: unknown; headers: Record<string, string> }[] = []
  const held = new Map<string, string>()
  const store = {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  }
  const fetch = async (url: string, { body, headers }: { body: string; headers: Record<string, string> }) => {
    requests.push({ path: new URL(url).pathname, body: JSON.parse(body), headers })
    const [status, answer] = answers.shift() ?? [500, undefined]
    return new Response(answer === undefined ? '<html>' : JSON.stringify(answer), { status })
  }
  const open = () => createClient({ server: SERVER, store, fetch: fetch as never })
  return { client: open(), open, requests }
}

test('a wallet signs the text of the server, and the session goes with the next calls', async () => {
  const { client, open, requests } = clientOf(
    [200, { result: { message: 'sign this' } }],
    [201, { objectId: 'tester', sessionToken: 'r:1' }],
    [200, { result: { number: 7 } }],
  )
  const sign = vi.fn(async () => '0xsigned')
  const signedIn = await client.signInWithWallet({ address: '0x1', sign, invitation: 'code' })
  expect(signedIn).toEqual({ userId: 'tester', session: 'r:1' })
  expect(sign).toHaveBeenCalledWith('sign this')
  const { number } = await client.call('issueSubmit', { kind: 'bug', title: 'x', area: 'swap', build: 'b' })
  expect(number).toBe(7)
  expect(requests.map(({ path }) => path)).toEqual([
    '/parse/functions/walletChallenge',
    '/parse/users',
    '/parse/functions/issueSubmit',
  ])
  expect(requests[1]?.body).toEqual({
    authData: { wallet: { family: 'evm', address: '0x1', message: 'sign this', signature: '0xsigned' } },
    invitation: 'code',
  })
  const sent = requests.map(({ headers }) => headers)
  expect(sent.map(headers => headers['X-Parse-Session-Token'])).toEqual([undefined, undefined, 'r:1'])
  expect(new Set(sent.map(headers => headers['X-Parse-Installation-Id'])).size).toBe(1)
  expect(open().session).toBe('r:1')
})

test('a refusal has its reason, and one that ends the session forgets it', async () => {
  const { client } = clientOf(
    [400, { code: 140, error: 'OVER_ALLOWANCE', key: 'OVER_ALLOWANCE', details: { minutes: 12 } }],
    [400, { code: 209, error: 'Invalid session token' }],
    [502, undefined],
  )
  client.useSession('r:1')
  const refused = await client.call('programme').catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(TouchstoneError)
  expect(refused).toMatchObject({ status: 400, key: 'OVER_ALLOWANCE', details: { minutes: 12 }, fields: [] })
  expect(client.session).toBe('r:1')
  await expect(client.call('programme')).rejects.toMatchObject({ code: 209 })
  expect(client.session).toBeUndefined()
  await expect(client.call('programme')).rejects.toThrow('The server answered with status 502.')
})

test('a signature that is declined leaves the session as it was', async () => {
  const { client, requests } = clientOf([200, { result: { message: 'sign this' } }])
  client.useSession('r:1')
  const sign = async () => Promise.reject(new Error('declined'))
  await expect(client.signInWithWallet({ address: '0x1', sign })).rejects.toThrow('declined')
  expect(requests[0]?.headers['X-Parse-Session-Token']).toBeUndefined()
  expect(client.session).toBe('r:1')
})

test('signing out ends the session here, also if the server has ended it before', async () => {
  const { client, open, requests } = clientOf([400, { code: 209, error: 'Invalid session token' }])
  await client.signOut()
  expect(requests).toEqual([])
  client.useSession('r:1')
  await client.signOut()
  expect([client.session, open().session]).toEqual([undefined, undefined])
})

test('without a store everything is kept in memory', async () => {
  const store = {
    getItem: () => {
      throw new Error('refused')
    },
    setItem() {
      throw new Error('refused')
    },
    removeItem() {},
  }
  const client = createClient({ server: SERVER, store })
  client.useSession('r:1')
  expect(client.session).toBe('r:1')
})
