import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { useState } from 'react'
import { EvidencePanel } from '#/entities/evidence/EvidencePanel'
import { PasteBox } from '#/entities/evidence/PasteBox'
import { useEvidence } from '#/entities/evidence/use-live-evidence'
import { useLookUp } from '#/entities/evidence/use-evidence'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { Button } from '#/ui/Button'

interface Props {
  /** What was looked up, if anything. */
  id: string | null
  onChange: (id: string | null) => void
  build?: string | undefined
}

/** Takes the proof that goes along with something else: a vote, a check, a word. It is looked up at once. */
export function ProofField({ id, onChange, build }: Props) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const lookUp = useLookUp()
  const [text, setText] = useState('')
  const found = useEvidence(id).data
  if (id && found)
    return (
      <div className="grid gap-2">
        <EvidencePanel compact evidence={found.evidence} />
        <div>
          <Button
            size="small"
            kind="ghost"
            icon={<X size={12} strokeWidth={2.1} aria-hidden />}
            onClick={() => onChange(null)}
          >{t`Another one`}</Button>
        </div>
      </div>
    )
  return (
    <PasteBox
      label={t`Your proof: hash, link or error message`}
      placeholder={t`Your own transaction hash, link or error message`}
      value={text}
      onChange={setText}
      busy={lookUp.isPending}
      problem={lookUp.error ? sayProblem(lookUp.error) : null}
      onLookUp={pasted =>
        lookUp.mutate(
          { text: pasted, build },
          {
            onSuccess: ({ evidence }) => {
              onChange(evidence.id)
              setText('')
            },
          },
        )
      }
    />
  )
}
