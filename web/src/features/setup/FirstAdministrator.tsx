import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { Code, problemFrom, type Problem } from '#/backend/problem'
import type { PublicFacts } from '#/backend/public-facts'
import { useMoralis } from '#/backend/use-moralis'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { checkToken, completeSetup } from '#/features/setup/api'
import { useDraft } from '#/features/setup/draft'
import { MIN_PASSWORD } from '#/lib/password-rule'
import { PasswordField } from '#/ui/PasswordField'
import { ShortForm } from '#/ui/ShortForm'
import { TextField } from '#/ui/TextField'
import '#/ui/member.css'
import '#/locales/member'

interface Props {
  programme: PublicFacts
  /** The token that the address has brought. */
  token: string
  /** Called when the account exists and is signed in. */
  onDone: () => void
  /** Called when another user was faster. */
  onGone: () => void
}

/** Who runs the programme, proven by the token that only the operator has seen. */
export function FirstAdministrator({ programme, token, onDone, onGone }: Props) {
  const { t } = useLingui()
  const { login } = useMoralis()
  const { sayProblem } = useProblemMessages()
  const { draft, change, drop } = useDraft(token)
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  // A token that came with the address need not be shown, unless it is wrong.
  const [brought] = useState(() => draft.token !== '')
  const first = useRef<HTMLInputElement>(null)
  const wrongToken = problem?.code === Code.forbidden
  useEarlyCheck(token, setProblem)
  useEffect(() => first.current?.focus(), [])

  async function create() {
    setBusy(true)
    setProblem(null)
    try {
      await completeSetup({ ...draft, password, ...programme })
      drop()
      // The account exists, whether or not the sign-in succeeds: the next page asks for it again.
      await login(draft.username.trim(), password).catch(() => undefined)
      onDone()
    } catch (thrown) {
      const found = problemFrom(thrown)
      if (found.code === Code.objectNotFound) return onGone()
      setProblem(found)
    }
    setBusy(false)
  }

  return (
    <ShortForm
      label={t`First administrator`}
      onSubmit={() => void create()}
      complaint={!wrongToken && sayProblem(problem)}
      submit={t`Create administrator`}
      busy={busy}
    >
      {(!brought || wrongToken) && (
        <TextField
          name="token"
          label={<Trans>Setup token</Trans>}
          hint={
            <Trans>
              <code className="mono">touchstone admin setup-link</code> shows it on the server.
            </Trans>
          }
          size="large"
          mono
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          ref={brought ? undefined : first}
          value={draft.token}
          onChange={event => change({ token: event.currentTarget.value })}
          error={wrongToken && <Trans>Wrong setup token. A restart may have created a new one.</Trans>}
        />
      )}
      <TextField
        name="username"
        label={<Trans>Username</Trans>}
        size="large"
        required
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        ref={brought ? first : undefined}
        value={draft.username}
        onChange={event => change({ username: event.currentTarget.value })}
      />
      <TextField
        name="email"
        type="email"
        label={<Trans>E-mail (optional)</Trans>}
        hint={<Trans>Used to reset a forgotten password. Not shown to others.</Trans>}
        size="large"
        autoComplete="email"
        value={draft.email}
        onChange={event => change({ email: event.currentTarget.value })}
      />
      <PasswordField
        name="password"
        label={<Trans>Password</Trans>}
        hint={<Trans>At least {MIN_PASSWORD} characters. A few words in a row are easy to remember.</Trans>}
        size="large"
        required
        minLength={MIN_PASSWORD}
        autoComplete="new-password"
        value={password}
        onChange={event => setPassword(event.currentTarget.value)}
      />
    </ShortForm>
  )
}

/** Reports a wrong token from the address before anything is typed. */
function useEarlyCheck(token: string, onWrong: (problem: Problem) => void) {
  useEffect(() => {
    if (token) checkToken(token).catch(thrown => onWrong(problemFrom(thrown)))
  }, [token, onWrong])
}
