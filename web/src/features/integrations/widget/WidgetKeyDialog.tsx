import { Trans, useLingui } from '@lingui/react/macro'
import type { SubmitEvent } from 'react'
import { problemFrom } from '#/backend/problem'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useSaveWidgetKey } from '#/features/integrations/widget/api'
import type { WidgetKey } from '#/features/integrations/widget/model'
import { trimmedFieldsOf } from '#/lib/form'
import { Checkbox } from '#/ui/Choice'
import { FormDialog } from '#/ui/FormDialog'
import { TextArea } from '#/ui/TextArea'
import { TextField } from '#/ui/TextField'
import { toast } from '#/ui/toasts'

interface Props {
  /** Nothing for a new key. */
  row: WidgetKey | null
  onClose: () => void
  onSaved: (row: WidgetKey) => void
}

/** Adds a key for pages, or changes one. */
export function WidgetKeyDialog({ row, onClose, onSaved }: Props) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const save = useSaveWidgetKey()
  const said = sayProblem(save.error)
  const reason = save.error && problemFrom(save.error).reason

  function submit(event: SubmitEvent<HTMLFormElement>) {
    const { name, origins, records, unsigned, isOn } = trimmedFieldsOf(
      event,
      'name',
      'origins',
      'records',
      'unsigned',
      'isOn',
    )
    save.mutate(
      {
        ...(row ? { id: row.id } : {}),
        name,
        origins: origins.split(/[\s,]+/),
        records: records !== '',
        unsigned: unsigned !== '',
        isOn: isOn !== '',
      },
      {
        onSuccess: saved => {
          toast({ tone: 'success', title: t`${saved.name} is saved.` })
          onSaved(saved)
        },
      },
    )
  }

  return (
    <FormDialog
      onClose={onClose}
      title={row ? <Trans>Key {row.name}</Trans> : <Trans>New key</Trans>}
      submit={row ? <Trans>Save</Trans> : <Trans>Create key</Trans>}
      busy={save.isPending}
      problem={reason === 'WIDGET_NAME' || reason === 'WIDGET_ORIGINS' ? null : said}
      onSubmit={submit}
    >
      <TextField
        name="name"
        required
        maxLength={60}
        autoComplete="off"
        data-autofocus
        defaultValue={row?.name}
        label={<Trans>Name</Trans>}
        hint={<Trans>The name of the app. Testers see it in their wallet when they sign in.</Trans>}
        error={reason === 'WIDGET_NAME' && said}
      />
      <TextArea
        name="origins"
        required
        rows={3}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        defaultValue={row?.origins.join('\n')}
        label={<Trans>Origins</Trans>}
        hint={
          <Trans>
            One per line, such as https://swap.example.org. Pages from other origins are rejected. Only
            localhost may use http.
          </Trans>
        }
        error={reason === 'WIDGET_ORIGINS' && said}
      />
      <div className="grid gap-1">
        <Checkbox
          name="records"
          defaultChecked={row?.records ?? true}
          label={<Trans>Record wallet calls</Trans>}
        />
        <p className="pl-6 text-12 text-ink-3">
          <Trans>
            The page keeps the last calls and console lines. Testers choose what a report includes.
          </Trans>
        </p>
      </div>
      <div className="grid gap-1">
        <Checkbox
          name="unsigned"
          defaultChecked={row?.unsigned ?? false}
          label={<Trans>Take reports without a sign-in</Trans>}
        />
        <p className="pl-6 text-12 text-ink-3">
          <Trans>
            They wait under Review until the tester signs in or an administrator accepts them. The key is
            public, so expect spam.
          </Trans>
        </p>
      </div>
      <Checkbox name="isOn" defaultChecked={row?.isOn ?? true} label={<Trans>The key is on</Trans>} />
    </FormDialog>
  )
}
