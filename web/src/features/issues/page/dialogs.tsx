import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ProofField } from '#/entities/evidence/ProofField'
import type { Issue } from '#/entities/issue/view'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useForgetTexts, useIssueCommand, useProposeDuplicate } from '#/features/issues/api'
import { MergeDialog } from '#/features/issues/decide/MergeDialog'
import { EditDialog } from '#/features/issues/page/EditDialog'
import { ConfirmDialog } from '#/ui/ConfirmDialog'
import { FormDialog } from '#/ui/FormDialog'
import { TextArea } from '#/ui/TextArea'
import { toast } from '#/ui/toasts'

export type Opened = 'edit' | 'withdraw' | 'reopen' | 'propose' | 'forget' | null

interface Props {
  issue: Issue
  opened: Opened
  onClose: () => void
}

/** What the reporter, and others, can do about an issue besides talking. */
export function TesterDialogs({ issue, opened, onClose }: Props) {
  switch (opened) {
    case 'edit':
      return <EditDialog issue={issue} onClose={onClose} />
    case 'withdraw':
      return <Withdraw issue={issue} onClose={onClose} />
    case 'reopen':
      return <Reopen issue={issue} onClose={onClose} />
    case 'propose':
      return <Propose issue={issue} onClose={onClose} />
    case 'forget':
      return <Forget issue={issue} onClose={onClose} />
    default:
      return null
  }
}

type OneProps = Omit<Props, 'opened'>

/** Runs a command and closes when it has worked. */
function useOne({ issue, onClose }: OneProps) {
  const { sayProblem } = useProblemMessages()
  const command = useIssueCommand(issue.number)
  return {
    busy: command.isPending,
    problem: sayProblem(command.error),
    run: (name: string, params: Record<string, unknown>, done: string) =>
      command.mutate(
        { name, params },
        {
          onSuccess: () => {
            toast({ tone: 'success', title: done })
            onClose()
          },
        },
      ),
  }
}

/** Texts that were edited out of a report leave its timeline too, for good. */
function Forget({ issue, onClose }: OneProps) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const forget = useForgetTexts(issue.number)
  return (
    <ConfirmDialog
      title={<Trans>Erase the earlier texts?</Trans>}
      action={<Trans>Erase</Trans>}
      busy={forget.isPending}
      problem={sayProblem(forget.error)}
      onClose={onClose}
      onConfirm={() =>
        forget.mutate(undefined, {
          onSuccess: () => {
            toast({ tone: 'success', title: t`The earlier texts are erased.` })
            onClose()
          },
        })
      }
    >
      <p>
        <Trans>
          The timeline keeps who edited what and when, without the texts that were replaced. This cannot be
          undone. The audit log records it.
        </Trans>
      </p>
    </ConfirmDialog>
  )
}

function Withdraw(props: OneProps) {
  const { t } = useLingui()
  const { run, ...one } = useOne(props)
  return (
    <ConfirmDialog
      {...one}
      title={<Trans>Withdraw the report?</Trans>}
      action={<Trans>Withdraw</Trans>}
      onClose={props.onClose}
      onConfirm={() => run('issueWithdraw', {}, t`The report was withdrawn.`)}
    >
      <p>{t`It disappears from all lists except yours. It does not count against you.`}</p>
    </ConfirmDialog>
  )
}

function Reopen(props: OneProps) {
  const { t } = useLingui()
  const { run, ...one } = useOne(props)
  const [reason, setReason] = useState('')
  const [proof, setProof] = useState<string | null>(null)
  return (
    <FormDialog
      {...one}
      width="wide"
      title={<Trans>Reopen</Trans>}
      submit={<Trans>Reopen</Trans>}
      disabled={reason.trim().length < 50 && proof === null}
      onSubmit={() =>
        run('issueReopen', { reason: reason.trim(), ...(proof ? { evidence: proof } : {}) }, t`Reopened.`)
      }
      onClose={props.onClose}
    >
      <TextArea
        label={<Trans>Why should it be reopened?</Trans>}
        rows={4}
        value={reason}
        maxLength={2000}
        data-autofocus
        onChange={event => setReason(event.target.value)}
        hint={<Trans>At least 50 characters, or new proof. A reporter can reopen a report once.</Trans>}
      />
      <ProofField id={proof} onChange={setProof} />
    </FormDialog>
  )
}

function Propose({ issue, onClose }: OneProps) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const propose = useProposeDuplicate(issue.number)
  return (
    <MergeDialog
      exclude={issue.number}
      proposing
      busy={propose.isPending}
      problem={sayProblem(propose.error)}
      onClose={onClose}
      onDecide={target =>
        propose.mutate(target, {
          onSuccess: () => {
            toast({ tone: 'success', title: t`Proposed. An administrator will review it.` })
            onClose()
          },
        })
      }
    />
  )
}
