import { Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { useState } from 'react'
import { EvidenceSkeleton } from '#/entities/evidence/EvidenceById'
import { EvidencePanel } from '#/entities/evidence/EvidencePanel'
import { PasteBox } from '#/entities/evidence/PasteBox'
import { useEvidence } from '#/entities/evidence/use-live-evidence'
import { SameFailure } from '#/entities/evidence/SameFailure'
import { type Evidence, isExplained } from '#/entities/evidence/schema'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { type Draft, MOST_EVIDENCE } from '#/features/issues/report/draft'
import type { ReportLookUp } from '#/features/issues/report/use-report-look-up'
import { Await } from '#/ui/Await'
import { Button } from '#/ui/Button'
import { Segmented } from '#/ui/Segmented'

interface Props {
  draft: Pick<Draft, 'pasted' | 'evidence'>
  lookUp: ReportLookUp
  /** What the form says about build and wallet. */
  said: { build: string; walletKind: string }
  onChange: (change: Partial<Draft>) => void
  onAdded: (number: number) => void
  /** Goes to where it is said what was different. */
  onWrite: () => void
}

/** The box for a transaction or an error, what came of it, and who else has it. Looking up never blocks writing. */
export function LookUpPart({ draft, lookUp, said, onChange, onAdded, onWrite }: Props) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const { evidence: all } = draft
  const [chosen, setChosen] = useState<string | null>(null)
  const shown = chosen && all.includes(chosen) ? chosen : all.at(-1)

  function remove(id: string) {
    onChange({ evidence: all.filter(each => each !== id) })
    setChosen(null)
  }

  return (
    <div className="grid gap-3">
      {all.length < MOST_EVIDENCE && (
        <PasteBox
          label={t`Error message, hash or link`}
          placeholder={
            all.length > 0
              ? t`Add another hash, link or error message`
              : t`Paste a transaction hash, explorer link or error message`
          }
          value={draft.pasted}
          onChange={pasted => onChange({ pasted })}
          onLookUp={text => {
            setChosen(null)
            lookUp.run(text)
          }}
          busy={lookUp.isPending}
          problem={lookUp.error ? sayProblem(lookUp.error) : null}
        />
      )}
      {all.length > 1 && (
        <Segmented
          label={t`Evidence of this report`}
          value={shown ?? ''}
          onChange={setChosen}
          options={all.map((id, order) => ({ value: id, label: <Trans>Evidence {order + 1}</Trans> }))}
        />
      )}
      {shown && (
        <Shown
          key={shown}
          id={shown}
          said={said}
          onRemove={() => remove(shown)}
          onAdded={onAdded}
          onWrite={onWrite}
        />
      )}
    </div>
  )
}

interface ShownProps extends Pick<Props, 'said'> {
  id: string
  onRemove: () => void
  onAdded: (number: number) => void
  onWrite: () => void
}

function Shown({ id, said, onRemove, onAdded, onWrite }: ShownProps) {
  const { t } = useLingui()
  const query = useEvidence(id)
  const [isDifferent, setDifferent] = useState(false)
  return (
    <Await
      alone
      level={3}
      query={query}
      skeleton={<EvidenceSkeleton />}
      failed={<Trans>Couldn’t load the evidence.</Trans>}
    >
      {({ evidence, similar }) => (
        <EvidencePanel
          keyed
          asks={false}
          evidence={evidence}
          answer={
            asksForDifference(evidence) && (
              <Button size="small" onClick={onWrite}>{t`Report anyway: what was different?`}</Button>
            )
          }
          actions={
            <Button
              size="small"
              kind="ghost"
              icon={<X size={12} strokeWidth={2.1} aria-hidden />}
              onClick={onRemove}
            >{t`Leave out`}</Button>
          }
          between={
            !isDifferent &&
            isExplained(evidence) && (
              <SameFailure
                evidence={evidence}
                said={said}
                rows={similar.filter(({ why }) => why === 'failure')}
                onAdded={onAdded}
                onDifferent={() => {
                  setDifferent(true)
                  onWrite()
                }}
              />
            )
          }
        />
      )}
    </Await>
  )
}

/** What is meant to fail so can be reported all the same. */
const asksForDifference = ({ explanation }: Evidence) =>
  explanation?.verdict === 'expected' || explanation?.verdict === 'setup'
