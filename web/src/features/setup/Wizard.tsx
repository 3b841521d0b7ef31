import { useLingui } from '@lingui/react/macro'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Code, problemFrom, type Problem } from '#/backend/problem'
import type { PublicFacts } from '#/backend/public-facts'
import { useMoralis } from '#/backend/use-moralis'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { checkToken } from '#/features/setup/api'
import { type Draft, useDraft } from '#/features/setup/draft'
import { Progress } from '#/features/setup/Progress'
import type { Step } from '#/features/setup/step'
import { Button } from '#/ui/Button'
import { ShortForm } from '#/ui/ShortForm'
import '#/ui/member.css'
import '#/locales/member'

interface Props {
  steps: Step[]
  programme: PublicFacts
  /** The token that the address has brought. */
  token: string
  /** Told when another user was faster. */
  onGone: () => void
}

/** Leads through the steps. What was typed survives a refusal, a step back and a reload; the password only the first two. */
export function Wizard({ steps, programme, token, onGone }: Props) {
  const { login } = useMoralis()
  const { draft, change, drop } = useDraft({
    product: programme.product,
    shortName: programme.shortName,
    token,
  })
  const [at, setAt] = useState(0)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const body = useFocusOnArrival(at)
  useEarlyCheck(token, setProblem)
  const step = steps[at] as Step

  function refuse(thrown: unknown) {
    const found = problemFrom(thrown)
    if (found.code === Code.objectNotFound) return onGone()
    const concerned = steps.findIndex(({ concerns }) => concerns?.(found))
    setProblem(found)
    if (concerned >= 0 && concerned < at) setAt(concerned)
  }

  async function goOn() {
    setBusy(true)
    setProblem(null)
    try {
      await step.leave?.(draft, { signIn: () => signIn(draft, login), change, dropDraft: drop })
      setAt(at + 1)
    } catch (thrown) {
      refuse(thrown)
    }
    setBusy(false)
  }

  return (
    <>
      <Progress steps={steps} at={at} />
      <div ref={body}>
        <StepForm
          step={step}
          draft={draft}
          change={change}
          problem={problem}
          busy={busy}
          onSubmit={() => void goOn()}
          onBack={at > 0 && !step.isFinal ? () => setAt(at - 1) : undefined}
        />
      </div>
    </>
  )
}

/** The account is there, whether or not the sign-in succeeds: the dashboard asks again. */
async function signIn(
  { username, password }: Draft,
  login: (name: string, word: string) => Promise<unknown>,
) {
  await login(username.trim(), password)
}

/** Says at once that a token from the address is wrong, before anything is typed in vain. */
function useEarlyCheck(token: string, onWrong: (problem: Problem) => void) {
  const tell = useRef(onWrong)
  useEffect(() => {
    if (token) checkToken(token).catch(thrown => tell.current(problemFrom(thrown)))
  }, [token])
}

/** The first field of a step has the focus when the step comes. */
function useFocusOnArrival(at: number) {
  const ref = useRef<HTMLDivElement>(null)
  const arrived = useRef(-1)
  useEffect(() => {
    if (arrived.current === at) return
    arrived.current = at
    ref.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  })
  return ref
}

interface FormProps {
  step: Step
  draft: Draft
  change: (part: Partial<Draft>) => void
  problem: Problem | null
  busy: boolean
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  onBack: (() => void) | undefined
}

function StepForm({ step, draft, change, problem, busy, onSubmit, onBack }: FormProps) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const body = <step.Body draft={draft} change={change} problem={problem} />
  if (!step.next) return <div className="grid gap-4">{body}</div>

  // What the step says at a field it need not say again below.
  const atField = problem?.code === Code.forbidden && step.concerns?.(problem)
  return (
    <ShortForm
      label={t(step.title)}
      onSubmit={onSubmit}
      complaint={!atField && sayProblem(problem)}
      submit={t(step.next)}
      busy={busy}
      before={onBack && <Button size="large" onClick={onBack}>{t`Back`}</Button>}
    >
      {body}
    </ShortForm>
  )
}
