import { vi } from 'vitest'
import type { User } from '#/backend/user'
import { imagine } from '#test/fixtures/answers'

/** A way to the server that answers out of the imagined programme. Give it to `vi.mock('#/backend/parse-client')`. */
export function imaginedServer() {
  const server = {
    confirm: vi.fn(),
    sessions: vi.fn(async () => []),
    run: vi.fn(async (name: string, params: object): Promise<unknown> => imagine(name, { ...params })),
    runAsStranger: (name: string, params: object): Promise<unknown> => server.run(name, params),
  }
  return {
    server,
    /** Makes the server know `user`, and everything else be as imagined. */
    begin(user: User) {
      server.confirm.mockResolvedValue(user)
      server.run.mockImplementation(async (name, params) => imagine(name, { ...params }))
      return { as: user }
    },
    /** Lets one function answer otherwise; an error is thrown. */
    answer(name: string, answer: unknown) {
      const before = server.run.getMockImplementation()
      server.run.mockImplementation(async (asked, params) => {
        if (asked !== name) return before?.(asked, params)
        const said = typeof answer === 'function' ? answer(params) : answer
        if (said instanceof Error) throw said
        return said
      })
    },
    /** What a function was last asked. */
    asked: (name: string) => server.run.mock.calls.findLast(([called]) => called === name)?.[1],
  }
}
