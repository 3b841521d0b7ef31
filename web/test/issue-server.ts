// The imagined programme behind the pages of issues: every function can answer otherwise, and all calls are kept.
import { vi } from 'vitest'
import { Problem } from '#/backend/problem'
import { imagine } from './fixtures/answers.ts'

type Instead = Record<string, (params: Record<string, unknown>) => unknown>

/** What the app calls instead of the SDK. Give it to `vi.mock('#/backend/parse-client', …)`. */
export function issueServer() {
  const server = { confirm: vi.fn(), run: vi.fn(), upload: vi.fn() }
  return {
    server,
    /** Answers out of the imagined programme, except for what a test says itself. */
    answer(instead: Instead = {}) {
      server.run.mockImplementation(async (name: string, params: Record<string, unknown>) => {
        try {
          return structuredClone(instead[name] ? instead[name](params) : imagine(name, params))
        } catch (thrown) {
          const { code = 141, message = '' } = thrown as { code?: number; message?: string }
          throw new Problem(code, message)
        }
      })
    },
    /** With what a function was called, each time. */
    asked: (name: string) =>
      server.run.mock.calls.filter(([called]) => called === name).map(([, params]) => params),
  }
}
