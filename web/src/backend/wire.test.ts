import { expect, test, vi } from 'vitest'
import { installRetry, retryAtOf } from '#/backend/wire'

const controller = () => ({
  handleError: (said: unknown) => Promise.reject(new Error((said as { error: string }).error)),
})

async function refusal(status: number, body: object, headers: HeadersInit = { 'X-Request-Id': 'r-7' }) {
  const host = {
    fetch: (async () => new Response(JSON.stringify(body), { status, headers })) as typeof fetch,
  }
  const rest = controller()
  installRetry(rest, host)
  const response = await host.fetch('/parse/functions/x')
  return rest.handleError(await response.json()).catch((error: unknown) => error)
}

test('a refusal carries the name of its request', async () => {
  expect(await refusal(400, { code: 142, error: 'no' })).toMatchObject({ message: 'no', requestId: 'r-7' })
})

test('an answer is left as it was', async () => {
  expect(await refusal(200, { error: 'not one' })).toMatchObject({ requestId: undefined })
})

test('each refusal for asking too often says when it may be asked again', async () => {
  vi.useFakeTimers({ now: 0 })
  const [one, other] = await Promise.all([
    refusal(429, { error: 'slow' }, { 'Retry-After': '10' }),
    refusal(429, { error: 'slow' }, { 'Retry-After': '42' }),
  ])
  expect([one, other]).toMatchObject([{ retryAt: 10_000 }, { retryAt: 42_000 }])
  vi.useRealTimers()
})

test.each([
  [200, { 'Retry-After': '42' }],
  [429, {}],
  [429, { 'Retry-After': 'soon' }],
])('%s with %o says nothing of waiting', (status, headers) => {
  expect(retryAtOf(new Response('{}', { status, headers: headers as HeadersInit }), 0)).toBeUndefined()
})

function unconnected(failures: number) {
  const sent: (RequestInit | undefined)[] = []
  const host = {
    fetch: (async (_: unknown, init?: RequestInit) => {
      sent.push(init)
      if (sent.length <= failures) throw new TypeError('Failed to fetch')
      return new Response('{}')
    }) as typeof fetch,
  }
  installRetry(controller(), host)
  return { host, sent }
}
const named = { method: 'POST', headers: { 'X-Parse-Request-Id': 'once' } }

test('a command that found no connection is sent again under the same name', async () => {
  const { host, sent } = unconnected(2)
  await host.fetch('/parse/functions/issueVote', named)
  expect(sent).toEqual([named, named, named])
})

test('a command is given up after three attempts', async () => {
  const { host, sent } = unconnected(9)
  await expect(host.fetch('/parse/functions/issueVote', named)).rejects.toThrow('Failed to fetch')
  expect(sent).toHaveLength(3)
})

test('what has no name is not sent again: it might be done twice', async () => {
  const { host, sent } = unconnected(1)
  await expect(host.fetch('/parse/functions/issueVote', { method: 'POST' })).rejects.toThrow()
  expect(sent).toHaveLength(1)
})
