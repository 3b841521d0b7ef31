import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useMoralis } from '#/backend/use-moralis'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { SidebarPreview } from '#/features/start/SidebarPreview'
import { StepForm } from '#/features/start/StepForm'
import type { StepProps } from '#/features/start/steps'
import { useSaveSettings } from '#/features/start/use-save-settings'
import { TextField } from '#/ui/TextField'

// Not a word: every address begins so.
const SCHEME = 'https://'

/** What the product under test is called, and where it is. */
export function ProgrammeStep({ rows, onDone }: StepProps) {
  const { t } = useLingui()
  const { user } = useMoralis()
  const { sayProblem } = useProblemMessages()
  const { save, isSaving, problem } = useSaveSettings(rows)
  const text = (key: string) => String(rows.find(row => row.key === key)?.value ?? '')
  const [draft, setDraft] = useState(() => ({
    'product.name': text('product.name'),
    'product.shortName': text('product.shortName'),
    'product.url': text('product.url'),
  }))
  const field = (key: keyof typeof draft) => ({
    name: key,
    size: 'large' as const,
    autoComplete: 'off',
    value: draft[key],
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      setDraft({ ...draft, [key]: event.currentTarget.value }),
  })

  return (
    <StepForm
      step="programme"
      title={t`What do testers test?`}
      busy={isSaving}
      problem={sayProblem(problem)}
      onSubmit={() => void save(trimmed(draft)).then(done => done && onDone())}
    >
      <TextField
        {...field('product.name')}
        required
        maxLength={60}
        label={<Trans>Product</Trans>}
        hint={<Trans>The product under test. Shown in the sidebar and in page titles.</Trans>}
      />
      <TextField
        {...field('product.shortName')}
        required
        maxLength={30}
        label={<Trans>Short name</Trans>}
        hint={<Trans>Shown as “Powered by …” below the sidebar.</Trans>}
      />
      <TextField
        {...field('product.url')}
        type="url"
        inputMode="url"
        maxLength={300}
        placeholder={SCHEME}
        label={<Trans>Product URL</Trans>}
        hint={<Trans>Testers get a link to it on their dashboard.</Trans>}
      />
      <SidebarPreview
        product={draft['product.name']}
        shortName={draft['product.shortName']}
        username={user?.username ?? ''}
      />
    </StepForm>
  )
}

const trimmed = (draft: Record<string, string>) =>
  Object.fromEntries(Object.entries(draft).map(([key, value]) => [key, value.trim()]))
