import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Part, Quality } from '#/features/issues/report/quality'
import { Button } from '#/ui/Button'
import { Meter } from '#/ui/Meter'
import { Panel } from '#/ui/Panel'

interface Props extends Quality {
  onAdd: (part: Part) => void
}

/** How good the report is, and the one thing that would make it better. */
export function QualityPanel({ done, of, grade, missing, onAdd }: Props) {
  const { t } = useLingui()
  const words: Record<Part, { say: ReactNode; add: ReactNode }> = {
    words: {
      say: <Trans>Say in a sentence or two what happened.</Trans>,
      add: <Trans>Write it</Trans>,
    },
    steps: { say: <Trans>Add the steps that lead to it.</Trans>, add: <Trans>Add steps</Trans> },
    expected: {
      say: <Trans>Say what you expected, and what you saw.</Trans>,
      add: <Trans>Add both</Trans>,
    },
    proof: {
      say: <Trans>Add a picture, or the error itself.</Trans>,
      add: <Trans>Add a file</Trans>,
    },
  }
  return (
    <Panel
      title={<Trans>Quality</Trans>}
      actions={
        <span className="font-semibold" aria-label={t`Grade ${grade}`}>
          {grade}
        </span>
      }
    >
      <Meter label={t`Quality of the report`} value={done} max={of} />
      <p className="mt-2 text-ink-2" role="status">
        {missing ? words[missing].say : <Trans>Nothing is missing.</Trans>}
      </p>
      {missing && (
        <div className="mt-2">
          <Button size="small" onClick={() => onAdd(missing)}>
            {words[missing].add}
          </Button>
        </div>
      )}
      <p className="mt-3.5 border-t border-line-faint pt-3 text-12 text-ink-3">
        <Trans>A confirmed report earns points: more for severe bugs and better quality.</Trans>
      </p>
    </Panel>
  )
}
