import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ProofField } from '#/entities/evidence/ProofField'
import { useFixCheck } from '#/entities/issue/use-fix-check'
import { useIssueMessages } from '#/entities/issue/use-issue-messages'
import type { CheckVerdict, IssueView } from '#/entities/issue/view'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { MOD } from '#/lib/key-names'
import { FormDialog } from '#/ui/FormDialog'
import { Keys } from '#/ui/Keys'
import { SelectField } from '#/ui/SelectField'
import { TextArea } from '#/ui/TextArea'
import { toast } from '#/ui/toasts'

/** One more question before a check is sent: on which build. */
export function CheckDialog({
  view,
  verdict,
  onClose,
}: {
  view: IssueView
  verdict: CheckVerdict
  onClose: () => void
}) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const { programme } = useIssueMessages()
  const check = useFixCheck()
  const fixed = view.issue.buildFixed
  const builds = (programme?.builds ?? []).filter(build => !fixed?.channel || build.channel === fixed.channel)
  const [build, setBuild] = useState(builds[0]?.id ?? fixed?.id ?? '')
  const [note, setNote] = useState('')
  const [proof, setProof] = useState<string | null>(null)
  const title = {
    works: t`It works`,
    still_broken: t`It is still broken`,
    cannot_test: t`I cannot test it`,
  }[verdict]

  function send() {
    check.mutate(
      {
        number: view.issue.number,
        build,
        verdict,
        ...(note.trim() ? { note: note.trim() } : {}),
        ...(proof ? { evidence: proof } : {}),
      },
      {
        onSuccess: () => {
          toast({ tone: 'success', title: t`Thanks. Your check was recorded.` })
          onClose()
        },
      },
    )
  }

  return (
    <FormDialog
      width="wide"
      title={title}
      label={title}
      submit={<Trans>Send the check</Trans>}
      keys={<Keys of={[MOD, '↵']} />}
      busy={check.isPending}
      problem={sayProblem(check.error)}
      onSubmit={send}
      onClose={onClose}
    >
      <SelectField
        label={<Trans>Your build</Trans>}
        value={build}
        onChange={event => setBuild(event.target.value)}
      >
        {builds.map(each => (
          <option key={each.id} value={each.id}>
            {each.channel} {each.version}
          </option>
        ))}
      </SelectField>
      <TextArea
        label={verdict === 'still_broken' ? <Trans>What happens now?</Trans> : <Trans>Note (optional)</Trans>}
        rows={3}
        maxLength={1000}
        value={note}
        onChange={event => setNote(event.target.value)}
      />
      {verdict !== 'cannot_test' && (
        <div className="grid gap-1.5">
          <h3 className="text-12 font-medium text-ink-2">
            {verdict === 'still_broken' ? (
              <Trans>Proof: a failed transaction on this build</Trans>
            ) : (
              <Trans>Proof (optional): a successful transaction on this build</Trans>
            )}
          </h3>
          <ProofField id={proof} onChange={setProof} build={build} />
        </div>
      )}
    </FormDialog>
  )
}
