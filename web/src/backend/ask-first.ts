// Some requests are refused until the user has done something: signed in again, or accepted the terms. A request that was
// refused for that reason waits here until the user has done it, and is then sent again.
import { Problem } from '#/backend/problem'

type Answer = (done: boolean) => void

/** What a user is asked for when a request is refused with `reason`. */
export function askFirst(reason: string) {
  let waiting: readonly Answer[] = []
  const listeners = new Set<() => void>()

  function tell() {
    for (const listener of listeners) listener()
  }

  function ask(): Promise<boolean> {
    // There is no user to ask, as on the pages of strangers.
    if (listeners.size === 0) return Promise.resolve(false)
    return new Promise(answer => {
      waiting = [...waiting, answer]
      tell()
    })
  }

  return {
    /** Whether a request waits. */
    isAsked: () => waiting.length > 0,

    /** Calls `listener` whenever that changes. Returns how to stop. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** Lets the waiting requests go on, or fail as they did. */
    answer(done: boolean) {
      const answers = waiting
      waiting = []
      tell()
      for (const answer of answers) answer(done)
    },

    /** Runs a request, and again after the user has done what the server asks for. */
    async around<T>(request: () => Promise<T>): Promise<T> {
      try {
        return await request()
      } catch (thrown) {
        if (!(thrown instanceof Problem) || thrown.reason !== reason) throw thrown
        if (!(await ask())) throw thrown
        return request()
      }
    },
  }
}
