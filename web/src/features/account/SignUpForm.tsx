import { Trans, useLingui } from '@lingui/react/macro'
import type { SubmitEvent } from 'react'
import { Code, type Problem } from '#/backend/problem'
import { useMoralis } from '#/backend/use-moralis'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { AcceptField, acceptedPolicies } from '#/features/account/AcceptField'
import { EmailField } from '#/features/account/EmailField'
import { NewPasswordField } from '#/features/account/NewPasswordField'
import { UsernameField } from '#/features/account/UsernameField'
import { formFields } from '#/lib/form'
import { Checkbox } from '#/ui/Choice'
import { ShortForm } from '#/ui/ShortForm'
import { TextField } from '#/ui/TextField'
import '#/locales/public'

/** The field that a refusal is about, as far as it is known. */
function fieldOf(problem: Problem | null) {
  switch (problem?.code) {
    case Code.usernameTaken:
    case Code.usernameMissing:
      return 'username'
    case Code.emailTaken:
    case Code.emailMissing:
    case Code.invalidEmail:
      return 'email'
    case Code.validation:
      // The server gives a key, or at least names the field in its sentence.
      if (/invitation/i.test(problem.message)) return 'invitation'
      return /user ?name/i.test(problem.message) ? 'username' : null
    default:
      return null
  }
}

interface Props {
  /** Whether an account takes an invitation. */
  invited: boolean
  /** The code that the address has brought. */
  code?: string | undefined
}

/** A new account. The server's complaint about one field stands at that field. */
export function SignUpForm({ invited, code = '' }: Props) {
  const { t } = useLingui()
  const { signup, authError, isAuthenticating } = useMoralis()
  const { sayProblem } = useProblemMessages()
  const said = sayProblem(authError)
  const about = fieldOf(authError)

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    const { username, email, password, invitation, news } = formFields(
      event,
      'username',
      'email',
      'password',
      'invitation',
      'news',
    )
    const given = invitation.trim()
    void signup(username.trim(), password, email.trim(), {
      news: news !== '',
      ...(given ? { invitation: given } : {}),
      ...acceptedPolicies(),
    })
  }

  return (
    <ShortForm
      label={t`Create an account`}
      onSubmit={onSubmit}
      complaint={(about === null || (about === 'invitation' && !invited)) && said}
      submit={<Trans>Create account</Trans>}
      busy={isAuthenticating}
    >
      {invited && (
        <TextField
          name="invitation"
          label={<Trans>Invitation code</Trans>}
          hint={<Trans>It came with your invitation.</Trans>}
          size="large"
          mono
          required
          defaultValue={code}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={about === 'invitation' && said}
        />
      )}
      <UsernameField
        hint={<Trans>3 to 32 letters, digits, underscores, dots or hyphens.</Trans>}
        error={about === 'username' && said}
      />
      <EmailField
        hint={
          <Trans>
            For password resets, and when your reports, missions or account need you. Visible to
            administrators only.
          </Trans>
        }
        error={about === 'email' && said}
      />
      <NewPasswordField label={<Trans>Password</Trans>} />
      <Checkbox
        name="news"
        value="yes"
        label={
          <Trans>Also e-mail me news: progress of my reports, releases, seasons and announcements</Trans>
        }
      />
      <AcceptField />
      <p className="text-12 text-ink-3">
        <Trans>
          To find people with several accounts, the server compares hashes of your browser and network, kept
          for 30 days, and looks up who first funded your wallets.
        </Trans>
      </p>
    </ShortForm>
  )
}
