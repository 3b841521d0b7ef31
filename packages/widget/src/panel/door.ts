// Requests to the server. They carry no cookie and need no preflight.
import type { Start } from '../start.ts'

/** How long an answer may take. A report that was not answered is sent again with the same id. */
const PATIENCE_MS = 15_000

/** The code of a request that was not answered, or answered by something in front of the server. */
export const NO_ANSWER = 'NO_ANSWER'

/** Mistakes in the settings, which only a developer can correct. */
const FOR_DEVELOPERS = /_(KEY|ORIGIN)$/

export interface ProblemDetails {
  code?: string
  detail?: string
  details?: { retryAfter?: number }
  errors?: readonly { field: string; detail: string }[]
}

export class Refused extends Error {
  readonly code: string
  readonly problem: ProblemDetails
  constructor(problem: ProblemDetails) {
    super(problem.detail ?? problem.code ?? NO_ANSWER)
    this.code = problem.code ?? NO_ANSWER
    this.problem = problem
  }
}

export interface Door {
  get<Answer>(operation: string): Promise<Answer>
  post<Answer>(operation: string, body: object): Promise<Answer>
  /** Ends all open requests. */
  close(): void
}

export function createDoor({ options, key, memory, fetch, warn }: Start): Door {
  const open = new Set<AbortController>()
  let hasWarned = false

  async function ask<Answer>(path: string, init?: RequestInit): Promise<Answer> {
    const aborter = new AbortController()
    const timer = setTimeout(() => aborter.abort(), PATIENCE_MS)
    open.add(aborter)
    try {
      const address = `${options.server.replace(/\/+$/, '')}/widget/v1/${path}`
      const response = await fetch(address, { ...init, credentials: 'omit', signal: aborter.signal })
      const answer = (await response.json()) as unknown
      if (response.ok) return answer as Answer
      throw new Refused(response.status < 500 ? (answer as ProblemDetails) : {})
    } catch (error) {
      const refused = error instanceof Refused ? error : new Refused({})
      if (FOR_DEVELOPERS.test(refused.code) && !hasWarned) {
        hasWarned = true
        warn(`Touchstone: ${refused.message}`)
      }
      throw refused
    } finally {
      clearTimeout(timer)
      open.delete(aborter)
    }
  }

  function installation(): string {
    if (!memory.read().installation) memory.write({ installation: crypto.randomUUID() })
    return memory.read().installation as string
  }

  return {
    get: operation => ask(`${operation}?key=${encodeURIComponent(key)}`),
    // A string is sent as text/plain.
    post: (operation, body) =>
      ask(operation, {
        method: 'POST',
        body: written({ key, installation: installation(), ...body }),
      }),
    close() {
      for (const aborter of open) aborter.abort()
    },
  }
}

/** JSON without what no server reads: U+0000, and halves of characters, which are left where a text was cut. */
const written = (body: object): string =>
  JSON.stringify(body).replace(/(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f]..)/g, '$1')
