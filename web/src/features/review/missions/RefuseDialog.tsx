import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Queued } from '#/features/review/missions/api'
import { MOD } from '#/lib/key-names'
import { FormDialog } from '#/ui/FormDialog'
import { Keys } from '#/ui/Keys'
import { TextArea } from '#/ui/TextArea'

const NOTE = { least: 10, most: 1000 }

interface Props {
  row: Queued
  onClose: () => void
  onRefuse: (note: string) => void
}

/** Refusing needs a reason that the tester reads. */
export function RefuseDialog({ row, onClose, onRefuse }: Props) {
  const { t } = useLingui()
  const [note, setNote] = useState('')
  const isReady = note.trim().length >= NOTE.least
  const left = row.submission.triesLeft
  return (
    <FormDialog
      label={t`Reason`}
      width="wide"
      onClose={onClose}
      title={<Trans>Refuse</Trans>}
      submit={<Trans>Refuse it</Trans>}
      keys={<Keys of={[MOD, '↵']} />}
      busy={false}
      disabled={!isReady}
      problem={null}
      onSubmit={() => onRefuse(note.trim())}
    >
      <TextArea
        data-autofocus
        rows={4}
        maxLength={NOTE.most}
        label={<Trans>Reason, shown to the tester</Trans>}
        value={note}
        onChange={event => setNote(event.target.value)}
        hint={
          left > 0 ? (
            <Plural
              value={left}
              one="At least 10 characters: what is missing, and what to change. # try is left."
              other="At least 10 characters: what is missing, and what to change. # tries are left."
            />
          ) : (
            <Trans>At least 10 characters: what is missing. No try is left.</Trans>
          )
        }
      />
    </FormDialog>
  )
}
