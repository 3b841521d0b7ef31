import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { StepForm } from '#/features/start/StepForm'
import type { StepProps } from '#/features/start/steps'
import { useSaveSettings } from '#/features/start/use-save-settings'
import { settings } from '#/lib/settings'
import { Radio } from '#/ui/Choice'

const WAYS: { mode: string; label: MessageDescriptor; hint: MessageDescriptor }[] = [
  {
    mode: 'invite',
    label: msg`People with an invitation`,
    hint: msg`You create links and choose how many people can use each.`,
  },
  {
    mode: 'wallets',
    label: msg`Also wallets on a list`,
    hint: msg`Owners of listed wallets join without an invitation. Add the list in Settings, under Access.`,
  },
  { mode: 'open', label: msg`Everyone`, hint: msg`Every visitor can create an account.` },
]

/** Who may create an account. */
export function AccessStep({ rows, onDone }: StepProps) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const { save, isSaving, problem } = useSaveSettings(rows)
  const [mode, setMode] = useState(() => String(rows.find(row => row.key === 'access.mode')?.value))
  const ways = WAYS.filter(way => way.mode !== 'wallets' || settings.wallets || way.mode === mode)

  return (
    <StepForm
      step="access"
      title={t`Who may join?`}
      busy={isSaving}
      problem={sayProblem(problem)}
      onSubmit={() => void save({ 'access.mode': mode }).then(done => done && onDone())}
    >
      <fieldset className="grid gap-3">
        <legend className="sr-only">
          <Trans>New accounts</Trans>
        </legend>
        {ways.map(way => (
          <Radio
            key={way.mode}
            name="access"
            value={way.mode}
            checked={mode === way.mode}
            onChange={() => setMode(way.mode)}
            label={
              <span>
                <span className="block text-14 text-ink">{t(way.label)}</span>
                <span className="block text-ink-3">{t(way.hint)}</span>
              </span>
            }
          />
        ))}
      </fieldset>
    </StepForm>
  )
}
