import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Submission } from '#/entities/mission/schema'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useRevoke } from '#/features/missions/editor/answers-api'
import { figure } from '#/lib/number'
import { Button } from '#/ui/Button'
import { Complaint } from '#/ui/Complaint'
import { Dialog } from '#/ui/Dialog'
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
    <Dialog
      open
      width="wide"
      onClose={onClose}
      title={<Trans>Revoke the approval</Trans>}
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            kind="danger"
            busy={revoke.isPending}
            disabled={reason.trim().length < REASON.least}
            onClick={send}
          >
            <Trans>Revoke</Trans>
          </Button>
        </>
      }
    >
      <p className="mb-3 text-ink-2">
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
      <Complaint>{sayProblem(revoke.error)}</Complaint>
    </Dialog>
  )
}
