import { Trans, useLingui } from '@lingui/react/macro'
import type { SubmitEvent } from 'react'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useClearInvitation } from '#/entities/fairness/case-queries'
import { trimmedFieldsOf } from '#/lib/form'
import { FormDialog } from '#/ui/FormDialog'
import { TextField } from '#/ui/TextField'
import { toast } from '#/ui/toasts'

interface Props {
  invitation: { id: string; label: string }
  onClose: () => void
}

/** Says once that many came together by an invitation, and that this is fine. */
export function InvitationDialog({ invitation, onClose }: Props) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const clear = useClearInvitation()
  function submit(event: SubmitEvent<HTMLFormElement>) {
    const { note } = trimmedFieldsOf(event, 'note')
    clear.mutate(
      { id: invitation.id, cleared: true, note },
      {
        onSuccess: () => {
          toast({ tone: 'success', title: t`Sign-ups by ${invitation.label} no longer count as a burst.` })
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog
      onClose={onClose}
      title={<Trans>Clear the invitation {invitation.label}</Trans>}
      submit={<Trans>Clear it</Trans>}
      busy={clear.isPending}
      problem={sayProblem(clear.error)}
      onSubmit={submit}
    >
      <p>
        <Trans>
          Use this for workshops or classes that sign up within minutes. Cases that rely on the burst are
          closed and not opened again.
        </Trans>
      </p>
      <TextField
        name="note"
        required
        minLength={10}
        maxLength={500}
        data-autofocus
        label={<Trans>Description</Trans>}
        placeholder={t`Workshop of 12 November`}
      />
    </FormDialog>
  )
}
