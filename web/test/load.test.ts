// @vitest-environment node
// The figures of docs/explanation/performance.md are of calls as this app makes them.
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { sources } from './source.ts'

interface Load {
  ask: (programme: object, name: string, params: object, token: string) => Promise<unknown>
}

const LOAD = new URL('../../bench/feedback/load.mjs', import.meta.url).href
const REQUEST_ID = 'x-parse-request-id'

test('load is measured with calls that carry a request id, as those of the app do', async () => {
  // With it, the SDK sends one with every command.
  const [client] = sources('src/backend', ['parse-client.ts'])
  expect(client?.text).toContain("Parse.CoreManager.set('IDEMPOTENCY', true)")

  const { ask }: Load = await import(/* @vite-ignore */ LOAD)
  const called: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    called.push(request.headers)
    response.end('{"result":{}}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const programme = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, headers: {} }
  for (const name of ['searchIssues', 'issueSubmit']) await ask(programme, name, {}, 'token')
  server.closeAllConnections()
  server.close()

  const ids = called.map(headers => headers[REQUEST_ID])
  expect(ids).toEqual([expect.stringMatching(/\S/), expect.stringMatching(/\S/)])
  expect(new Set(ids).size).toBe(2)
})
