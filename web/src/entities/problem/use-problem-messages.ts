import { useLingui } from '@lingui/react/macro'
import { Code, type Problem } from '#/backend/problem'
import { problemMessages, signInMessages } from '#/entities/problem/problem-messages'

/** Says a problem in words; what has none of ours is said in the server's. */
export function useProblemMessages() {
  const { t } = useLingui()
  const say = (messageOf: typeof problemMessages) => (problem: Problem | null) => {
    // That a session has ended is said by the dialog over the page.
    if (!problem || problem.code === Code.invalidSession) return null
    const ours = messageOf(problem)
    return ours ? t(ours) : problem.sentence || t`The server refused, without a reason.`
  }
  return { sayProblem: say(problemMessages), saySignInProblem: say(signInMessages) }
}
