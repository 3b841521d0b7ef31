import { Trans, useLingui } from '@lingui/react/macro'
import { type SubmitEvent, useState } from 'react'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { type Deletion, useDeleteAccount } from '#/features/profile/data/api'
import { trimmedFieldsOf } from '#/lib/form'
import { Radio } from '#/ui/Choice'
import { FormDialog } from '#/ui/FormDialog'
import { TextField } from '#/ui/TextField'

interface Props {
  username: string
  onClose: () => void
}

/** The last question. A user who types their name means it. */
export function DeleteDialog({ username, onClose }: Props) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const [texts, setTexts] = useState<Deletion['texts']>('keep')
  const [mistyped, setMistyped] = useState(false)
  const remove = useDeleteAccount()

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    const typed = trimmedFieldsOf(event, 'username').username
    setMistyped(typed !== username)
    if (typed !== username) return
    // A refusal is in the form.
    await remove.mutateAsync({ username, texts }).then(onClose, () => undefined)
  }

  return (
    <FormDialog
      danger
      title={<Trans>Delete @{username}?</Trans>}
      submit={<Trans>Delete my account</Trans>}
      busy={remove.isPending}
      problem={sayProblem(remove.error)}
      onSubmit={event => void submit(event)}
      onClose={() => remove.isPending || onClose()}
    >
      <p>
        <Trans>
          Your account is deleted in 48 hours. You can cancel until then. After that you are signed out
          everywhere, and the account cannot be restored.
        </Trans>
      </p>
      <fieldset className="grid grid-cols-1 justify-items-start gap-1.5">
        <legend className="mb-1.5 text-12 font-medium text-ink-2">{t`Your texts and files`}</legend>
        <Radio
          name="texts"
          checked={texts === 'keep'}
          onChange={() => setTexts('keep')}
          data-autofocus
          label={<Trans>Keep it, under the pseudonym. It helps to improve the product.</Trans>}
        />
        <Radio
          name="texts"
          checked={texts === 'erase'}
          onChange={() => setTexts('erase')}
          label={<Trans>Erase it. Reports that others rely on stay, without their text.</Trans>}
        />
      </fieldset>
      <TextField
        name="username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        label={<Trans>Type your name, {username}</Trans>}
        error={mistyped ? t`Type your name exactly: ${username}` : null}
      />
    </FormDialog>
  )
}
