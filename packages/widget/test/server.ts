// A server that speaks `/widget/v1` as the contract has it, for one programme. It refuses what a browser must not send.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Report } from '../src/report.ts'

export const KEY = `tsp_${'a1'.repeat(16)}`

interface Body {
  key: string
  installation: string
  address?: string
  chain?: number
  message?: string
  signature?: string
  invitation?: string
  token?: string
  claim?: string
  requestId?: string
  report?: Report
  evidence?: object
}

type Answer = [status: number, body: object]

export interface TestServer {
  address: string
  /** The origins of the key. */
  origins: Set<string>
  config: Record<string, unknown>
  /** The next answers of an operation, before its own. */
  next: Record<string, Answer[]>
  /** Answers of `/explain`, each of which is given once but the last. */
  explanations: object[]
  /** What was asked, in this order. */
  asked: { operation: string; body: Body }[]
  reports: Report[]
  /** Signatures by the text that was signed. */
  sign(message: string): string
  /** Requests are taken and never answered. */
  isHanging: boolean
  /** Reports are taken, and their answers are lost. */
  losesAnswers: boolean
  /** Breaks of the contract. */
  faults: string[]
  pause(): Promise<void>
  resume(): Promise<void>
  close(): Promise<void>
}

export const problem = (status: number, code: string, detail: string, more: object = {}): Answer => [
  status,
  { type: 'about:blank', title: code, status, code, key: code, detail, ...more },
]

export async function openServer(): Promise<TestServer> {
  const tokens = new Set<string>()
  const messages = new Set<string>()
  const claims = new Map<string, Report>()
  const numbers = new Map<string, number>()
  let installation: string | undefined

  const test: TestServer = {
    address: '',
    origins: new Set(),
    config: {
      programme: 'Swap Beta',
      address: 'https://beta.example.org',
      areas: [
        { key: 'swap', label: 'Swap' },
        { key: 'pools', label: 'Pools' },
      ],
      signIn: { wallet: true },
      record: true,
    },
    next: {},
    explanations: [
      { evidence: { state: 'waiting' }, similar: [] },
      {
        evidence: {
          state: 'explained',
          class: 'reverted',
          verdict: 'App',
          title: 'Swap failed: the approval expired',
          sentence: 'The approval expired before the swap.',
        },
        similar: [
          {
            number: 17,
            title: 'Approval expires',
            status: 'accepted',
            address: 'https://beta.example.org/17',
          },
        ],
      },
    ],
    asked: [],
    reports: [],
    sign: message => `0x51${Buffer.from(message).toString('hex').slice(0, 60)}`,
    isHanging: false,
    losesAnswers: false,
    faults: [],
    pause: () => stop(server),
    async resume() {
      server = await listen(Number(new URL(test.address).port))
    },
    async close() {
      await stop(server)
    },
  }

  const needsToken = (body: Body): Answer | undefined =>
    tokens.has(body.token ?? '') ? undefined : problem(401, 'WIDGET_TOKEN', 'The token is not valid.')

  const operations: Record<string, (body: Body) => Answer> = {
    challenge({ address }) {
      const message = `swap.example.org wants you to sign in with your Ethereum account:\n${address}\n${messages.size}`
      messages.add(message)
      return [200, { message, expiresAt: new Date(Date.now() + 300_000).toISOString() }]
    },
    session({ message = '', signature }) {
      if (!messages.delete(message) || signature !== test.sign(message))
        return problem(401, 'SIGNATURE', 'The signature is not valid.')
      const token = `token-${tokens.size}`
      tokens.add(token)
      const expiresAt = new Date(Date.now() + 7 * 86_400_000).toISOString()
      return [201, { token, expiresAt, user: { name: 'rin' } }]
    },
    'session/end'({ token = '' }) {
      tokens.delete(token)
      return [200, {}]
    },
    explain(body) {
      const [now, ...later] = test.explanations
      if (later.length > 0) test.explanations = later
      return needsToken(body) ?? [200, now ?? {}]
    },
    claims(body) {
      const refused = needsToken(body)
      if (refused) return refused
      const report = claims.get(body.claim ?? '')
      if (!report) return problem(404, 'NOT_FOUND', 'Object not found.')
      claims.delete(body.claim ?? '')
      return operations['reports']?.({ ...body, requestId: body.claim ?? '', report }) ?? [500, {}]
    },
    reports(body) {
      if (body.claim && !body.token && body.report) {
        claims.set(body.claim, body.report)
        return [201, { keptUntil: new Date().toISOString() }]
      }
      const refused = needsToken(body)
      if (refused) return refused
      const { report, requestId = '' } = body
      if (!report || report.title.length < 8 || report.title.length > 120 || !report.area)
        return problem(400, 'INVALID', 'The report is not valid.')
      const { environment = {}, quote } = report.context ?? {}
      if (Object.values(environment).some(value => typeof value !== 'string')) test.faults.push('environment')
      if (quote?.quoteBlock !== undefined && typeof quote.quoteBlock !== 'number')
        test.faults.push('quoteBlock')
      const isRepeated = numbers.has(requestId)
      const number = numbers.get(requestId) ?? 418 + numbers.size
      numbers.set(requestId, number)
      if (!isRepeated) test.reports.push(report)
      return [201, { number, address: `https://beta.example.org/issues/${number}` }]
    },
  }

  function answer(request: IncomingMessage, operation: string, query: URLSearchParams, text: string): Answer {
    if (operation === 'config' && request.method === 'GET') {
      test.asked.push({ operation, body: { key: query.get('key') ?? '', installation: '' } })
      if (query.get('key') !== KEY) return problem(401, 'WIDGET_KEY', 'The key is not known.')
      return test.next['config']?.shift() ?? [200, test.config]
    }
    const own = operations[operation]
    if (!own || request.method !== 'POST') {
      test.faults.push(`${request.method} ${operation}`)
      return problem(404, 'NOT_FOUND', 'There is no such operation.')
    }
    const body = JSON.parse(text) as Body
    test.asked.push({ operation, body })
    JSON.stringify(body, (_, value) => {
      if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
        test.faults.push('characters that the server refuses')
      return value as unknown
    })
    if (request.headers['content-type'] !== 'text/plain;charset=UTF-8') test.faults.push('content type')
    if (request.headers.cookie !== undefined) test.faults.push('cookie')
    if (!/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(body.installation))
      test.faults.push(`installation ${body.installation}`)
    if (body.installation !== (installation ??= body.installation)) test.faults.push('another installation')
    if (body.key !== KEY) return problem(401, 'WIDGET_KEY', 'The key is not known.')
    return test.next[operation]?.shift() ?? own(body)
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://server')
    const origin = request.headers.origin ?? ''
    if (request.method === 'OPTIONS') test.faults.push('preflight')
    let text = ''
    for await (const chunk of request) text += String(chunk)
    if (test.isHanging) return
    const isListed = test.origins.has(origin)
    const [status, body] = isListed
      ? answer(request, pathname.replace('/widget/v1/', ''), searchParams, text)
      : problem(403, 'WIDGET_ORIGIN', `${origin} is not an origin of this key.`)
    if (pathname.endsWith('/reports') && test.losesAnswers) return void response.destroy()
    response.writeHead(status, {
      'Content-Type': status < 400 ? 'application/json' : 'application/problem+json',
      Vary: 'Origin',
      ...(isListed ? { 'Access-Control-Allow-Origin': origin } : {}),
    })
    response.end(JSON.stringify(body))
  }

  const listen = (port: number): Promise<Server> =>
    new Promise(resolve => {
      const made = createServer((request, response) => void handle(request, response))
      made.listen(port, '127.0.0.1', () => resolve(made))
    })
  let server = await listen(0)
  test.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return test
}

export function stop(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise(resolve => void server.close(() => resolve()))
}
