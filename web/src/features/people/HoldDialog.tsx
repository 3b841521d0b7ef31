import { Trans, useLingui } from '@lingui/react/macro'
import { type SubmitEvent, useState } from 'react'
import { REASON_LABEL } from '#/entities/fairness/messages'
import { type LinkReason, REASONS } from '#/entities/fairness/schema'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useHold, useRelease } from '#/features/people/api'
import type { Member } from '#/features/people/model'
import { trimmedFieldsOf } from '#/lib/form'
import { Button } from '#/ui/Button'
import { Radio } from '#/ui/Choice'
import { Complaint } from '#/ui/Complaint'
import { Dialog } from '#/ui/Dialog'
import { TextArea } from '#/ui/TextArea'
import { toast } from '#/ui/toasts'

interface Props {
  member: Member
  onClose: () => void
}

/** Keeps a person from ranks and payouts while an administrator looks at them. */
export function HoldDialog({ member, onClose }: Props) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const hold = useHold()
  const [reason, setReason] = useState<LinkReason>('same_device')
  const name = member.username ?? t`Guest`

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const { note } = trimmedFieldsOf(event, 'note')
    hold.mutate(
      { user: member.id, reason, ...(note ? { note } : {}) },
      {
        onSuccess: () => {
          toast({ tone: 'success', title: t`@${name} is held and has been notified.` })
          onClose()
        },
      },
    )
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>Hold @{name}</Trans>}
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button kind="danger" type="submit" form="hold" busy={hold.isPending}>
            <Trans>Hold</Trans>
          </Button>
        </>
      }
    >
      <form id="hold" onSubmit={submit} className="grid grid-cols-1 gap-3.5">
        <p>
          <Trans>
            Their rank is hidden and payouts set their amount aside, for all accounts linked as this person.
            They can still report and earn points. They see the kind of reason and can appeal.
          </Trans>
        </p>
        <fieldset className="grid grid-cols-1 justify-items-start gap-1.5">
          <legend className="mb-1.5 text-12 font-medium text-ink-2">
            <Trans>Reason, shown to them</Trans>
          </legend>
          {REASONS.map((each, place) => (
            <Radio
              key={each}
              name="reason"
              checked={reason === each}
              onChange={() => setReason(each)}
              data-autofocus={place === 0 || undefined}
              label={t(REASON_LABEL[each])}
            />
          ))}
        </fieldset>
        <TextArea
          name="note"
          rows={2}
          required={reason === 'other'}
          minLength={10}
          maxLength={500}
          label={<Trans>Note, for administrators only</Trans>}
        />
        <Complaint>{sayProblem(hold.error)}</Complaint>
      </form>
    </Dialog>
  )
}

/** Gives a person rank and payouts back. */
export function ReleaseDialog({ member, onClose }: Props) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const release = useRelease()
  const name = member.username ?? t`Guest`

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const { note } = trimmedFieldsOf(event, 'note')
    release.mutate(
      { user: member.id, ...(note ? { note } : {}) },
      {
        onSuccess: () => {
          toast({ tone: 'success', title: t`@${name} was released.` })
          onClose()
        },
      },
    )
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>Release @{name}</Trans>}
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button kind="primary" type="submit" form="release" busy={release.isPending}>
            <Trans>Release</Trans>
          </Button>
        </>
      }
    >
      <form id="release" onSubmit={submit} className="grid grid-cols-1 gap-3.5">
        <p>
          <Trans>Their rank is shown again, and new payouts include them. They are notified.</Trans>
        </p>
        <TextArea
          name="note"
          rows={2}
          maxLength={500}
          data-autofocus
          label={<Trans>Note, for the audit log</Trans>}
        />
        <Complaint>{sayProblem(release.error)}</Complaint>
      </form>
    </Dialog>
  )
}
