import { useLingui } from '@lingui/react/macro'
import { Code, type Problem } from '#/backend/problem'
import { problemWords, signInWords } from '#/backend/problem-words'

/** Says a problem in words; what has none of ours is said in the server's. */
export function useProblemWords() {
  const { t } = useLingui()
  const say = (words: typeof problemWords) => (problem: Problem | null) => {
    // That a session has ended is said by the dialog over the page.
    if (!problem || problem.code === Code.invalidSession) return null
    const ours = words(problem)
    return ours ? t(ours) : problem.sentence || t`The server refused, without a reason.`
  }
  return { sayProblem: say(problemWords), saySignInProblem: say(signInWords) }
}
