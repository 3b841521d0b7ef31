import { Trans, useLingui } from '@lingui/react/macro'
import type { SubmitEvent } from 'react'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useClearInvitation } from '#/entities/fairness/case-queries'
import { trimmedFieldsOf } from '#/lib/form'
import { Button } from '#/ui/Button'
import { Complaint } from '#/ui/Complaint'
import { Dialog } from '#/ui/Dialog'
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
    event.preventDefault()
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
    <Dialog
      open
      onClose={onClose}
      title={<Trans>Clear the invitation {invitation.label}</Trans>}
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button kind="primary" type="submit" form="clear" busy={clear.isPending}>
            <Trans>Clear it</Trans>
          </Button>
        </>
      }
    >
      <form id="clear" onSubmit={submit} className="grid grid-cols-1 gap-3.5">
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
        <Complaint>{sayProblem(clear.error)}</Complaint>
      </form>
    </Dialog>
  )
}
