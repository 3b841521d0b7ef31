import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Submission } from '#/entities/mission/schema'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useRevoke } from '#/features/missions/editor/answers-api'
import { figure } from '#/lib/number'
import { FormDialog } from '#/ui/FormDialog'
import { TextArea } from '#/ui/TextArea'
import { toast } from '#/ui/toasts'

const REASON = { least: 10, most: 1000 }

/** Takes an approval back, with a reason that the tester reads. */
export function RevokeDialog({ submission, onClose }: { submission: Submission; onClose: () => void }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const revoke = useRevoke()
  const [reason, setReason] = useState('')
  const send = () =>
    revoke.mutate(
      { submission: submission.id, reason: reason.trim() },
      {
        onSuccess: () => {
          onClose()
          toast({ tone: 'success', title: t`The submission is revoked.` })
        },
      },
    )
  return (
    <FormDialog
      width="wide"
      onClose={onClose}
      title={<Trans>Revoke the approval</Trans>}
      submit={<Trans>Revoke</Trans>}
      danger
      busy={revoke.isPending}
      disabled={reason.trim().length < REASON.least}
      problem={sayProblem(revoke.error)}
      onSubmit={send}
    >
      <p>
        <Trans>
          The {figure(submission.paid)} points paid are deducted. The tester cannot start this mission again.
        </Trans>
      </p>
      <TextArea
        data-autofocus
        rows={4}
        maxLength={REASON.most}
        label={<Trans>Reason, shown to the tester</Trans>}
        hint={<Trans>At least 10 characters.</Trans>}
        value={reason}
        onChange={event => setReason(event.target.value)}
      />
    </FormDialog>
  )
}
