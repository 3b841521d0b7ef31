import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useDeferredValue, useState } from 'react'
import { REASON_LABEL } from '#/entities/fairness/messages'
import { type LinkReason, REASONS } from '#/entities/fairness/schema'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { peopleFoundQuery, useLinkPersons } from '#/features/people/api'
import type { Member } from '#/features/people/model'
import { trimmedFieldsOf } from '#/lib/form'
import { FormDialog } from '#/ui/FormDialog'
import { SelectField } from '#/ui/SelectField'
import { TextArea } from '#/ui/TextArea'
import { TextField } from '#/ui/TextField'
import { toast } from '#/ui/toasts'

/** Counts another account as the same person, without a case. */
export function LinkPersonDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const link = useLinkPersons()
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState<LinkReason>('said_so')
  const name = useDeferredValue(typed.trim().replace(/^@/, ''))
  const found = useQuery({ ...peopleFoundQuery(name), enabled: name.length > 1 })
  const other = found.data?.find(({ username }) => username.toLowerCase() === name.toLowerCase())

  function submit(event: SubmitEvent<HTMLFormElement>) {
    if (!other) return
    const { note } = trimmedFieldsOf(event, 'note')
    link.mutate(
      { users: [member.id, other.id], reason, ...(note ? { note } : {}) },
      {
        onSuccess: () => {
          toast({ tone: 'success', title: t`The accounts count as one person. Both are notified.` })
          onClose()
        },
      },
    )
  }

  return (
    <FormDialog
      onClose={onClose}
      title={<Trans>Link @{member.username ?? '–'} with another account</Trans>}
      submit={<Trans>Link</Trans>}
      danger
      busy={link.isPending}
      disabled={!other || other.id === member.id}
      problem={sayProblem(link.error)}
      onSubmit={submit}
    >
      <p>
        <Trans>
          Both accounts count as one person in ranks, votes and payouts. Points that were paid twice are
          deducted. Both owners see the reason and can appeal.
        </Trans>
      </p>
      <TextField
        data-autofocus
        autoComplete="off"
        label={<Trans>Username of the other account</Trans>}
        value={typed}
        onChange={event => setTyped(event.target.value)}
        hint={name.length > 1 && found.data && !other ? <Trans>No account of this name.</Trans> : undefined}
      />
      <SelectField
        label={<Trans>Reason, shown to them</Trans>}
        value={reason}
        onChange={event => setReason(event.target.value as LinkReason)}
      >
        {REASONS.map(each => (
          <option key={each} value={each}>
            {t(REASON_LABEL[each])}
          </option>
        ))}
      </SelectField>
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
