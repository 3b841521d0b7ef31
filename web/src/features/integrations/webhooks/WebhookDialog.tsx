import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useSaveWebhook } from '#/features/integrations/webhooks/api'
import { byFamily, inShort, spelledOut } from '#/features/integrations/webhooks/events'
import { MinSeverityField } from '#/features/integrations/webhooks/MinSeverityField'
import { type MinSeverity, type Preset, PRESETS, type Webhook } from '#/features/integrations/webhooks/model'
import { trimmedFieldsOf } from '#/lib/form'
import { Checkbox } from '#/ui/Choice'
import { FormDialog } from '#/ui/FormDialog'
import { Segmented } from '#/ui/Segmented'
import { TextField } from '#/ui/TextField'
import { toast } from '#/ui/toasts'

/** What the presets are called; those of services by their own names. */
export const PRESET_NAME: Record<Preset, string> = {
  json: 'JSON',
  discord: 'Discord',
  slack: 'Slack',
  telegram: 'Telegram',
}

/** What a channel of a team wants to hear, as a beginning. */
const FOR_A_CHANNEL = new Set([
  'issue.submitted',
  'issue.regressed',
  'cluster.grew',
  'release.published',
  'announcement.published',
  'summary.daily',
])

interface Props {
  webhook: Webhook | null
  /** Every type of event there is. */
  types: string[]
  onClose: () => void
  /** With the secret of a new one, which is shown once. */
  onSaved: (name: string, secret: string | null) => void
}

/** Makes a webhook, or changes one. Its address is a secret: it is written and never read back. */
export function WebhookDialog({ webhook, types, onClose, onSaved }: Props) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const save = useSaveWebhook()
  const [preset, setPreset] = useState<Preset>(webhook?.preset ?? 'json')
  const [minSeverity, setMinSeverity] = useState<MinSeverity>(webhook?.minSeverity ?? 'any')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(webhook ? spelledOut(webhook.events, types) : types),
  )

  function choosePreset(next: Preset) {
    setPreset(next)
    if (webhook || (next === 'json') === (preset === 'json')) return
    setChosen(new Set(next === 'json' ? types : types.filter(type => FOR_A_CHANNEL.has(type))))
    setMinSeverity(next === 'json' ? 'any' : 'S1')
  }
  function toggle(members: readonly string[], on: boolean) {
    const next = new Set(chosen)
    for (const type of members) {
      if (on) next.add(type)
      else next.delete(type)
    }
    setChosen(next)
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    const { name, url } = trimmedFieldsOf(event, 'name', 'url')
    save.mutate(
      {
        ...(webhook ? { id: webhook.id } : {}),
        name,
        ...(url ? { url } : {}),
        preset,
        events: inShort(chosen, types),
        minSeverity,
      },
      {
        onSuccess: ({ secret }) => {
          toast({ tone: 'success', title: t`${name} is saved.` })
          onSaved(name, secret)
        },
      },
    )
  }

  return (
    <FormDialog
      width="wide"
      onClose={onClose}
      title={webhook ? <Trans>Webhook {webhook.name}</Trans> : <Trans>New webhook</Trans>}
      submit={webhook ? <Trans>Save</Trans> : <Trans>Add the webhook</Trans>}
      busy={save.isPending}
      disabled={chosen.size === 0}
      problem={sayProblem(save.error)}
      onSubmit={submit}
    >
      {!webhook && (
        <Segmented
          label={t`Preset`}
          value={preset}
          onChange={choosePreset}
          options={PRESETS.map(value => ({ value, label: PRESET_NAME[value] }))}
        />
      )}
      <TextField
        name="name"
        required
        maxLength={80}
        data-autofocus
        defaultValue={webhook?.name}
        label={<Trans>Name</Trans>}
      />
      <TextField
        name="url"
        type="url"
        mono
        required={!webhook}
        autoComplete="off"
        placeholder={webhook?.url}
        label={<Trans>URL</Trans>}
        hint={webhook ? <Trans>Leave empty to keep the current URL.</Trans> : HINT[preset]}
      />
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 text-12 font-medium text-ink-2">
          <Trans>Events</Trans>{' '}
          <span className="font-normal text-ink-3">
            {chosen.size} / {types.length}
          </span>
        </legend>
        <Checkbox
          label={<Trans>Everything</Trans>}
          checked={chosen.size === types.length}
          onChange={event => toggle(types, event.target.checked)}
        />
        <div className="max-h-64 overflow-y-auto rounded-2 border border-line bg-panel">
          {byFamily(types).map(([family, members]) => (
            <EventFamily key={family} family={family} members={members} chosen={chosen} onToggle={toggle} />
          ))}
        </div>
      </fieldset>
      <MinSeverityField value={minSeverity} onChange={setMinSeverity} />
      <p className="text-12 text-ink-3">
        <Trans>Private reports are sent by number only, without title and text.</Trans>
      </p>
    </FormDialog>
  )
}

interface FamilyProps {
  family: string
  members: string[]
  chosen: ReadonlySet<string>
  onToggle: (members: string[], on: boolean) => void
}

/** A family of events, with its types behind their number. */
function EventFamily({ family, members, chosen, onToggle }: FamilyProps) {
  const count = members.filter(type => chosen.has(type)).length
  return (
    <div className="flex flex-wrap items-start gap-x-3 border-t border-line-faint px-3 py-1.5 first:border-t-0">
      <Checkbox
        label={<span className="mono font-medium">{members.length > 1 ? `${family}.*` : members[0]}</span>}
        checked={count === members.length}
        onChange={event => onToggle(members, event.target.checked)}
      />
      {members.length > 1 && (
        <details className="ml-auto open:ml-0 open:w-full">
          <summary className="cursor-pointer text-12 text-ink-3">
            <Trans>
              {count} of {members.length}
            </Trans>
          </summary>
          <div className="grid gap-1 py-1.5 pl-4">
            {members.map(type => (
              <Checkbox
                key={type}
                label={<span className="mono">{type}</span>}
                checked={chosen.has(type)}
                onChange={event => onToggle([type], event.target.checked)}
              />
            ))}
          </div>
        </details>
      )}
    </div>
  )
}

const HINT: Record<Preset, ReactNode> = {
  json: <Trans>Each event is sent there as JSON, signed as Standard Webhooks defines.</Trans>,
  discord: <Trans>In Discord: Edit channel, Integrations, Webhooks, New webhook, Copy URL.</Trans>,
  slack: <Trans>In Slack: an app with Incoming Webhooks; its address begins with hooks.slack.com.</Trans>,
  telegram: (
    <Trans>The address of a bot’s sendMessage with chat_id; the bot must be in the group or channel.</Trans>
  ),
}
