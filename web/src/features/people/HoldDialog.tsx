import { Trans, useLingui } from '@lingui/react/macro'
import { type SubmitEvent, useState } from 'react'
import { REASON_LABEL } from '#/entities/fairness/messages'
import { type LinkReason, REASONS } from '#/entities/fairness/schema'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useHold, useRelease } from '#/features/people/api'
import type { Member } from '#/features/people/model'
import { trimmedFieldsOf } from '#/lib/form'
import { Radio } from '#/ui/Choice'
import { FormDialog } from '#/ui/FormDialog'
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
    <FormDialog
      onClose={onClose}
      title={<Trans>Hold @{name}</Trans>}
      submit={<Trans>Hold</Trans>}
      danger
      busy={hold.isPending}
      problem={sayProblem(hold.error)}
      onSubmit={submit}
    >
      <p>
        <Trans>
          Their rank is hidden and payouts set their amount aside, for all accounts linked as this person.
          They can still report and earn points. They see the kind of reason and can appeal.
        </Trans>
      </p>
      <fieldset className="grid grid-cols-1 justify-items-start gap-1.5">
        <legend className="mb-1.5 text-12 font-medium text-ink-2">{t`Reason, shown to them`}</legend>
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
    </FormDialog>
  )
}

/** Gives a person rank and payouts back. */
export function ReleaseDialog({ member, onClose }: Props) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const release = useRelease()
  const name = member.username ?? t`Guest`

  function submit(event: SubmitEvent<HTMLFormElement>) {
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
    <FormDialog
      onClose={onClose}
      title={<Trans>Release @{name}</Trans>}
      submit={<Trans>Release</Trans>}
      busy={release.isPending}
      problem={sayProblem(release.error)}
      onSubmit={submit}
    >
      <p>{t`Their rank is shown again, and new payouts include them. They are notified.`}</p>
      <TextArea
        name="note"
        rows={2}
        maxLength={500}
        data-autofocus
        label={<Trans>Note, for the audit log</Trans>}
      />
    </FormDialog>
  )
}
