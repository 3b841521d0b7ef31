import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type SubmitEvent, useState } from 'react'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useCreateKey } from '#/features/integrations/keys/api'
import { trimmedFieldsOf } from '#/lib/form'
import { Checkbox } from '#/ui/Choice'
import { FormDialog } from '#/ui/FormDialog'
import { TextField } from '#/ui/TextField'

/** What each scope lets a program do. */
const SCOPE_LABELS: Record<string, MessageDescriptor> = {
  read: msg`read issues`,
  report: msg`report issues`,
  triage: msg`decide issues`,
  builds: msg`announce builds and their fixes`,
  mail: msg`report bounced e-mails`,
  admin: msg`everything an administrator can do`,
}

interface Props {
  scopes: string[]
  onClose: () => void
  onMade: (name: string, secret: string) => void
}

export function ApiKeyDialog({ scopes, onClose, onMade }: Props) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const create = useCreateKey()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(['builds']))

  function toggle(scope: string, on: boolean) {
    const next = new Set(chosen)
    if (on) next.add(scope)
    else next.delete(scope)
    setChosen(next)
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    const { name, expiresAt } = trimmedFieldsOf(event, 'name', 'expiresAt')
    create.mutate(
      {
        name,
        scopes: scopes.filter(scope => chosen.has(scope)),
        ...(expiresAt ? { expiresAt: new Date(`${expiresAt}T23:59:59Z`).toISOString() } : {}),
      },
      { onSuccess: ({ secret }) => onMade(name, secret) },
    )
  }

  return (
    <FormDialog
      onClose={onClose}
      title={<Trans>New key</Trans>}
      submit={<Trans>Create key</Trans>}
      busy={create.isPending}
      disabled={chosen.size === 0}
      problem={sayProblem(create.error)}
      onSubmit={submit}
    >
      <TextField
        name="name"
        required
        maxLength={80}
        data-autofocus
        label={<Trans>Name</Trans>}
        hint={<Trans>Only for you: the program that uses it.</Trans>}
      />
      <fieldset className="grid gap-1.5">
        <legend className="mb-1.5 text-12 font-medium text-ink-2">{t`Permissions`}</legend>
        {scopes.map(scope => (
          <Checkbox
            key={scope}
            checked={chosen.has(scope)}
            onChange={event => toggle(scope, event.target.checked)}
            label={
              <span>
                <span className="mono font-medium">{scope}</span>{' '}
                {SCOPE_LABELS[scope] && <span className="text-ink-3">{t(SCOPE_LABELS[scope])}</span>}
              </span>
            }
          />
        ))}
      </fieldset>
      <TextField
        name="expiresAt"
        type="date"
        label={<Trans>Works until</Trans>}
        hint={<Trans>Optional.</Trans>}
      />
    </FormDialog>
  )
}
