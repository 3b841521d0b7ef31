import { useLingui } from '@lingui/react/macro'
import { Code, problemFrom } from '#/backend/problem'
import { problemMessages, signInMessages } from '#/entities/problem/problem-messages'

/** Says what went wrong, whatever was thrown; what has no words of ours is said in the server's. */
export function useProblemMessages() {
  const { t } = useLingui()
  const say = (messageOf: typeof problemMessages) => (thrown: unknown) => {
    if (thrown === null || thrown === undefined) return null
    const problem = problemFrom(thrown)
    // That a session has ended is said by the dialog over the page.
    if (problem.code === Code.invalidSession) return null
    const ours = messageOf(problem)
    return ours ? t(ours) : problem.sentence || t`The server rejected the request without a reason.`
  }
  const sayNamed = (messageOf: typeof problemMessages) => (thrown: unknown) =>
    named(say(messageOf)(thrown), thrown)
  return {
    sayProblem: sayNamed(problemMessages),
    saySignInProblem: sayNamed(signInMessages),
    /** The same without the request's id, for who shows that apart. */
    wordsFor: say(problemMessages),
  }
}

/** With the id of a request that the server failed at: an operator finds the reason by it. */
export function named(words: string | null, thrown: unknown): string | null {
  if (words === null) return null
  const { code, requestId } = problemFrom(thrown)
  return code === Code.internal && requestId ? `${words} (${requestId})` : words
}
