import { Plural, Trans } from '@lingui/react/macro'
import type { Problem } from '#/backend/problem'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { secondsUntil } from '#/lib/seconds-until'
import { useSecondsLeft } from '#/lib/use-seconds-left'

/** Why a sign-in was refused. Anyone who tried too often sees how long to wait. */
export function SignInError({ problem }: { problem: Problem }) {
  const { saySignInProblem } = useProblemMessages()
  const left = useSecondsLeft(problem.retryAt)
  if (problem.retryAt === undefined) return saySignInProblem(problem)
  if (left === 0) return <Trans>You can try again now.</Trans>
  const atFirst = secondsUntil(problem.retryAt, problem.at)
  return (
    <>
      <Trans>Too many attempts.</Trans> {/* Read out once, not every second. */}
      <span aria-hidden>
        <Trans>Try again in {left} s.</Trans>
      </span>
      <span className="sr-only">
        <Plural value={atFirst} one="Try again in # second." other="Try again in # seconds." />
      </span>
    </>
  )
}
