import { Trans, useLingui } from '@lingui/react/macro'
import { type SubmitEvent, useState } from 'react'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { type Deletion, useDeleteAccount } from '#/features/profile/data/api'
import { trimmedFieldsOf } from '#/lib/form'
import { Button } from '#/ui/Button'
import { Radio } from '#/ui/Choice'
import { FormError } from '#/ui/FormError'
import { Dialog } from '#/ui/Dialog'
import { TextField } from '#/ui/TextField'

interface Props {
  open: boolean
  username: string
  onClose: () => void
}

/** The last question. A user who types their name means it. */
export function DeleteDialog({ open, username, onClose }: Props) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const [texts, setTexts] = useState<Deletion['texts']>('keep')
  const [mistyped, setMistyped] = useState(false)
  const remove = useDeleteAccount()

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = trimmedFieldsOf(event, 'username').username
    setMistyped(typed !== username)
    if (typed !== username || remove.isPending) return
    // A refusal is in the form.
    await remove.mutateAsync({ username, texts }).then(onClose, () => undefined)
  }

  return (
    <Dialog
      open={open}
      {...(remove.isPending ? {} : { onClose })}
      title={<Trans>Delete @{username}?</Trans>}
      footer={
        <>
          <Button kind="ghost" disabled={remove.isPending} onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button kind="danger" type="submit" form="delete-account" busy={remove.isPending}>
            <Trans>Delete my account</Trans>
          </Button>
        </>
      }
    >
      <form
        id="delete-account"
        onSubmit={event => void submit(event)}
        noValidate
        className="grid grid-cols-1 gap-3.5"
      >
        <p>
          <Trans>
            Your account is deleted in 48 hours. You can cancel until then. After that you are signed out
            everywhere, and the account cannot be restored.
          </Trans>
        </p>
        <fieldset className="grid grid-cols-1 justify-items-start gap-1.5">
          <legend className="mb-1.5 text-12 font-medium text-ink-2">
            <Trans>Your texts and files</Trans>
          </legend>
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
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          label={<Trans>Type your name, {username}</Trans>}
          error={mistyped ? t`Type your name exactly: ${username}` : null}
        />
        <FormError>{sayProblem(remove.error)}</FormError>
      </form>
    </Dialog>
  )
}
