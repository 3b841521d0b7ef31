import { Trans, useLingui } from '@lingui/react/macro'
import type { SubmitEvent } from 'react'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { invitationLink, useInvite } from '#/entities/invitation/commands'
import { trimmedFieldsOf } from '#/lib/form'
import { Button } from '#/ui/Button'
import { Checkbox } from '#/ui/Choice'
import { CopyButton } from '#/ui/CopyButton'
import { Dialog } from '#/ui/Dialog'
import { FormDialog } from '#/ui/FormDialog'
import { TextField } from '#/ui/TextField'

/** Makes an invitation, and shows its link the only time it can be shown. */
export function InvitationForm({ onClose }: { onClose: () => void }) {
  const { sayProblem } = useProblemMessages()
  const invite = useInvite()

  function make(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const { label, maxUses, expiresAt, cohort, known } = trimmedFieldsOf(
      event,
      'label',
      'maxUses',
      'expiresAt',
      'cohort',
      'known',
    )
    invite.mutate({
      label,
      maxUses: Number(maxUses),
      ...(expiresAt ? { expiresAt: new Date(`${expiresAt}T23:59:59Z`).toISOString() } : {}),
      ...(cohort ? { cohort } : {}),
      startTrust: known ? 1 : 0,
    })
  }

  if (invite.data) return <MadeLink code={invite.data.code} onClose={onClose} />
  return (
    <FormDialog
      onClose={onClose}
      title={<Trans>New invitation</Trans>}
      submit={<Trans>Create link</Trans>}
      busy={invite.isPending}
      problem={sayProblem(invite.error)}
      onSubmit={make}
    >
      <TextField
        name="label"
        required
        maxLength={80}
        data-autofocus
        label={<Trans>Label</Trans>}
        hint={<Trans>Only for you: the recipient, or where you posted it.</Trans>}
      />
      <div className="grid grid-cols-2 gap-3">
        <TextField
          name="maxUses"
          type="number"
          min={1}
          max={100_000}
          required
          defaultValue={25}
          label={<Trans>For how many people</Trans>}
        />
        <TextField name="expiresAt" type="date" label={<Trans>Works until</Trans>} />
      </div>
      <TextField
        name="cohort"
        maxLength={40}
        label={<Trans>Group</Trans>}
        hint={<Trans>Optional. Shown in the list of people.</Trans>}
      />
      <Checkbox name="known" label={<Trans>They start at level 1</Trans>} />
    </FormDialog>
  )
}

function MadeLink({ code, onClose }: { code: string; onClose: () => void }) {
  const { t } = useLingui()
  const link = invitationLink(code)
  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>Invitation created</Trans>}
      footer={
        <>
          <Button onClick={onClose}>{t`Done`}</Button>
          <CopyButton kind="primary" text={link} />
        </>
      }
    >
      <p>{t`Send this link. It is shown once: Touchstone stores only a fingerprint of the code.`}</p>
      <p
        aria-label={t`Link of the invitation`}
        className="mono mt-3 rounded-2 border border-line bg-sunken px-3 py-2 break-all text-ink select-all"
      >
        {link}
      </p>
      <p className="mt-2 text-12 text-ink-3">
        <Trans>
          Or the code alone: <b className="mono font-medium text-ink">{code}</b>
        </Trans>
      </p>
    </Dialog>
  )
}
