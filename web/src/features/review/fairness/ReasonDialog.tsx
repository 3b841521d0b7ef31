import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { REASON_LABEL } from '#/entities/fairness/messages'
import { type LinkReason, REASONS } from '#/entities/fairness/schema'
import type { RiskCase } from '#/entities/fairness/case-schema'
import { trimmedFieldsOf } from '#/lib/form'
import { Radio } from '#/ui/Choice'
import { FormDialog } from '#/ui/FormDialog'
import { TextArea } from '#/ui/TextArea'

interface Props {
  names: string
  /** What the loudest signals say. */
  suggested: LinkReason
  busy: boolean
  problem: string | null
  onLink: (reason: LinkReason, note: string) => void
  onClose: () => void
}

/** The reason that fits what was noticed. */
export function reasonFor({ signals }: Pick<RiskCase, 'signals'>): LinkReason {
  const has = (kind: string) => signals.some(signal => signal.kind === kind)
  if (has('shared_payout')) return 'same_payout'
  if (has('shared_funder') && has('shared_device')) return 'same_funder_device'
  if (has('shared_funder')) return 'same_funder'
  if (has('shared_device')) return 'same_device'
  if (has('wallet_passed')) return 'wallet_passed'
  if (has('text_copy')) return 'same_texts'
  return 'other'
}

/** Asks for the reason: a kind that those concerned read, and a note that they do not. */
export function ReasonDialog({ names, suggested, busy, problem, onLink, onClose }: Props) {
  const { t } = useLingui()
  const [reason, setReason] = useState(suggested)
  return (
    <FormDialog
      title={<Trans>Count {names} as one person</Trans>}
      submit={<Trans>Link them</Trans>}
      busy={busy}
      problem={problem}
      onSubmit={event => onLink(reason, trimmedFieldsOf(event, 'note').note)}
      onKeyDown={event => {
        // The reason is suggested already: Enter in the list is enough.
        if (event.key === 'Enter' && (event.target as HTMLElement).matches('[type=radio]')) {
          event.preventDefault()
          event.currentTarget.requestSubmit()
        }
      }}
      onClose={onClose}
    >
      <p>
        <Trans>
          Each of them is notified, sees the kind of reason below and can appeal. Their reports, votes and
          comments stay.
        </Trans>
      </p>
      <fieldset className="grid grid-cols-1 justify-items-start gap-1.5">
        <legend className="mb-1.5 text-12 font-medium text-ink-2">{t`Reason, shown to them`}</legend>
        {REASONS.map(each => (
          <Radio
            key={each}
            name="reason"
            checked={reason === each}
            onChange={() => setReason(each)}
            data-autofocus={each === suggested || undefined}
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
