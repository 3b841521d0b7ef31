import { Trans } from '@lingui/react/macro'
import type { ReactNode, SubmitEvent } from 'react'
import { trimmedFieldsOf } from '#/lib/form'
import { FormDialog } from '#/ui/FormDialog'
import { TextArea } from '#/ui/TextArea'

interface Props {
  title: ReactNode
  /** What will be done with the words, and by whom. */
  children: ReactNode
  label: ReactNode
  action: ReactNode
  busy: boolean
  problem: ReactNode
  onSend: (body: string) => void
  onClose: () => void
}

/** A few sentences of a tester's own, to an administrator. */
export function WriteDialog({ title, children, label, action, busy, problem, onSend, onClose }: Props) {
  function submit(event: SubmitEvent<HTMLFormElement>) {
    if (!busy) onSend(trimmedFieldsOf(event, 'body').body)
  }
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      submit={action}
      busy={busy}
      problem={problem}
      onSubmit={submit}
    >
      <p>{children}</p>
      <TextArea
        name="body"
        required
        minLength={20}
        maxLength={2000}
        rows={6}
        data-autofocus
        label={label}
        hint={<Trans>20 to 2,000 characters. Don’t include keys or passwords.</Trans>}
      />
    </FormDialog>
  )
}
