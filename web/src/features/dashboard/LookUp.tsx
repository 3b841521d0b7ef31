import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Check, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { EvidenceSkeleton } from '#/entities/evidence/EvidenceById'
import { EvidencePanel } from '#/entities/evidence/EvidencePanel'
import { PasteBox } from '#/entities/evidence/PasteBox'
import { pastedKind } from '#/entities/evidence/pasted'
import { useEvidence } from '#/entities/evidence/use-live-evidence'
import { SameFailure } from '#/entities/evidence/SameFailure'
import { type Evidence, isExplained } from '#/entities/evidence/schema'
import { useLookUp } from '#/entities/evidence/use-evidence'
import { IssueLink } from '#/entities/issue/IssueLink'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { usePageCommands } from '#/lib/page-commands'
import { Await } from '#/ui/Await'
import { Band } from '#/ui/Band'
import { Button, ButtonLink } from '#/ui/Button'
import { Keys } from '#/ui/Keys'

/** Something went wrong: what it was, who else has it, and the way to a report. */
export function LookUp({ slim = false }: { slim?: boolean }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const navigate = useNavigate()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const [found, setFound] = useState<string | null>(null)
  const lookUp = useLookUp()
  const { paste } = useSearch({ from: '/_member/' })
  usePageCommands([
    { id: 'look-up', label: t`Look up a transaction`, keys: ['p'], run: () => field.current?.focus() },
  ])

  function run(pasted: string) {
    // Words are no evidence: they are the beginning of a report.
    if (pastedKind(pasted) === 'words')
      return void navigate({ to: '/issues/new', search: { title: pasted.trim() } })
    lookUp.mutate(
      { text: pasted },
      {
        onSuccess: ({ evidence }) => {
          setFound(evidence.id)
          setText('')
        },
      },
    )
  }

  useEffect(() => {
    if (paste) run(paste)
    // Once for each address; `run` is new with each render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [paste])

  return (
    <section aria-labelledby="look-up" className="grid grid-cols-1 gap-3">
      <div className={clsx('grid grid-cols-1 gap-2.5', !slim && 'rounded-3 border border-line bg-panel p-4')}>
        <h2 id="look-up" className={slim ? 'sr-only' : 'text-14'}>{t`Something went wrong?`}</h2>
        <PasteBox
          label={t`Transaction, link or error`}
          placeholder={t`Paste a transaction hash, explorer link or error message`}
          value={text}
          onChange={setText}
          onLookUp={run}
          busy={lookUp.isPending}
          problem={lookUp.error ? sayProblem(lookUp.error) : null}
          field={field}
          keys={<Keys of={['p']} />}
          primary={!slim}
        />
      </div>
      {found && <Found key={found} id={found} onClose={() => setFound(null)} />}
    </section>
  )
}

function Found({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useLingui()
  const query = useEvidence(id)
  const [added, setAdded] = useState<number | null>(null)
  const navigate = useNavigate()
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
          evidence={evidence}
          answer={added === null && <ReportThis evidence={evidence} />}
          actions={
            <Button
              size="small"
              kind="ghost"
              icon={<X size={12} strokeWidth={2.1} aria-hidden />}
              onClick={onClose}
            >{t`Close`}</Button>
          }
          between={
            added !== null ? (
              <Band
                tone="success"
                role="status"
                icon={<Check size={16} strokeWidth={1.75} aria-hidden />}
                title={
                  <Trans>
                    Your proof is in <IssueLink number={added} />.
                  </Trans>
                }
              >{t`You’ll be asked to check the fix.`}</Band>
            ) : (
              isExplained(evidence) && (
                <SameFailure
                  evidence={evidence}
                  rows={similar.filter(({ why }) => why === 'failure')}
                  onAdded={setAdded}
                  onDifferent={() => void navigate({ to: '/issues/new', search: { evidence: id } })}
                />
              )
            )
          }
        />
      )}
    </Await>
  )
}

/** The way to a report that has it already; also where it was meant to fail so. */
function ReportThis({ evidence: { id, explanation } }: { evidence: Evidence }) {
  const isMeant = explanation?.verdict === 'expected' || explanation?.verdict === 'setup'
  return (
    <ButtonLink size="small" to="/issues/new" search={{ evidence: id }}>
      {isMeant ? <Trans>Report anyway: what was different?</Trans> : <Trans>Report this</Trans>}
    </ButtonLink>
  )
}
