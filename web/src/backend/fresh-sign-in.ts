// Some changes ask for a sign-in of the last few minutes, so that a stolen session cannot make them. A request that was
// refused for want of one waits here until the person has signed in again, and is then sent again.
import { Problem } from '#/backend/problem'

const REASON = 'FRESH_SIGN_IN'

type Answer = (confirmed: boolean) => void

let waiting: readonly Answer[] = []
const listeners = new Set<() => void>()

function tell() {
  for (const listener of listeners) listener()
}

/** Whether a request waits for a sign-in. */
export const isSignInAsked = () => waiting.length > 0

/** Calls `listener` whenever that changes. Returns how to stop. */
export function subscribeSignInAsked(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Lets the waiting requests go on, or fail as they did. */
export function answerSignIn(confirmed: boolean) {
  const answers = waiting
  waiting = []
  tell()
  for (const answer of answers) answer(confirmed)
}

function askForSignIn(): Promise<boolean> {
  // There is no user to ask, as on the pages of strangers.
  if (listeners.size === 0) return Promise.resolve(false)
  return new Promise(answer => {
    waiting = [...waiting, answer]
    tell()
  })
}

/** Runs a request, and again after a sign-in if the server asks for one. */
export async function withFreshSignIn<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (thrown) {
    if (!(thrown instanceof Problem) || thrown.reason !== REASON) throw thrown
    if (!(await askForSignIn())) throw thrown
    return request()
  }
}
