import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { MOD } from '#/lib/key-names'
import { dayOf } from '#/lib/time'
import { figure } from '#/lib/number'
import { Checkbox } from '#/ui/Choice'
import { FormDialog } from '#/ui/FormDialog'
import { Keys } from '#/ui/Keys'
import { TextArea } from '#/ui/TextArea'

/** What the ledger takes as a reason. */
const REASON = { least: 10, most: 500 }

interface Props {
  title: ReactNode
  /** What the button says that acts. */
  act: ReactNode
  settledAt: string | null
  /** What was paid. */
  paid: number | null
  /** Whether leaving the points as they are is a choice. */
  optional: boolean
  busy: boolean
  problem: ReactNode
  onClose: () => void
  onDecide: (reason: string, recalculates: boolean) => void
}

/** Before something changes about an issue whose points are final: that they stay, or are recalculated. */
export function SettledDialog({
  title,
  act,
  settledAt,
  paid,
  optional,
  busy,
  problem,
  onClose,
  onDecide,
}: Props) {
  const [reason, setReason] = useState('')
  const [recalculates, setRecalculates] = useState(!optional)
  const said = reason.trim().length
  const ready = said >= REASON.least || (!recalculates && said === 0)

  return (
    <FormDialog
      onClose={onClose}
      title={title}
      submit={act}
      keys={<Keys of={[MOD, '↵']} />}
      busy={busy}
      disabled={!ready}
      problem={problem}
      onSubmit={() => onDecide(reason.trim(), recalculates)}
    >
      <p>
        {settledAt && paid !== null ? (
          <Trans>
            Points were settled on {dayOf(settledAt)}: {figure(paid)} paid.
          </Trans>
        ) : (
          <Trans>Its points are settled.</Trans>
        )}{' '}
        {!recalculates && <Trans>They don’t change.</Trans>}
      </p>
      {optional && (
        <Checkbox
          label={<Trans>Recalculate the points for the new grade</Trans>}
          checked={recalculates}
          onChange={event => setRecalculates(event.target.checked)}
        />
      )}
      <TextArea
        label={recalculates ? <Trans>Reason</Trans> : <Trans>Reason (optional)</Trans>}
        rows={3}
        value={reason}
        maxLength={REASON.most}
        data-autofocus
        onChange={event => setReason(event.target.value)}
        hint={
          recalculates ? (
            <Trans>
              At least {REASON.least} characters. Paid points are reversed and paid again. Affected testers
              see the reason in their ledger.
            </Trans>
          ) : (
            <Trans>It becomes a comment on the issue.</Trans>
          )
        }
      />
    </FormDialog>
  )
}
