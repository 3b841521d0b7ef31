import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ProofField } from '#/entities/evidence/ProofField'
import { useEvidence } from '#/entities/evidence/use-live-evidence'
import { useTellCircumstances } from '#/entities/evidence/use-circumstances'
import { useAttachEvidence } from '#/entities/evidence/use-evidence'
import { useVote } from '#/entities/issue/use-vote'
import type { Issue } from '#/entities/issue/view'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { FormDialog } from '#/ui/FormDialog'
import { toast } from '#/ui/toasts'

interface Props {
  issue: Pick<Issue, 'number' | 'mine'>
  onClose: () => void
}

/** "Affects me", with proof; to a report of one's own the proof alone. */
export function AddProofDialog({ issue: { number, mine }, onClose }: Props) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const [proof, setProof] = useState<string | null>(null)
  const vote = useVote()
  const attach = useAttachEvidence(number)
  const tell = useTellCircumstances()
  const found = useEvidence(proof).data
  const isBusy = vote.isPending || attach.isPending

  async function add() {
    if (!proof || isBusy) return
    if (found) await tell(found.evidence)
    const onSuccess = () => {
      toast({
        tone: 'success',
        title: t`Added to #${number}.`,
        detail: mine
          ? t`Proof added to the report.`
          : t`If it is confirmed in a new combination of network and wallet you may earn coverage points.`,
      })
      onClose()
    }
    if (mine) attach.mutate(proof, { onSuccess })
    else vote.mutate({ number, on: true, evidence: proof }, { onSuccess })
  }

  const problem = vote.error ?? attach.error
  return (
    <FormDialog
      width="wide"
      title={mine ? <Trans>Add proof</Trans> : <Trans>Affects me, with proof</Trans>}
      submit={mine ? <Trans>Add to #{number}</Trans> : <Trans>Affects me too</Trans>}
      busy={isBusy}
      disabled={proof === null}
      problem={problem ? sayProblem(problem) : null}
      onSubmit={() => void add()}
      onClose={onClose}
    >
      <p>
        <Trans>
          Your own transaction counts as proof. It is yours if it was sent from a wallet linked to your
          account.
        </Trans>
      </p>
      <ProofField id={proof} onChange={setProof} />
    </FormDialog>
  )
}
