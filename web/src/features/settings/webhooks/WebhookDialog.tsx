import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useSaveWebhook } from '#/features/settings/webhooks/api'
import { byFamily, inShort, spelledOut } from '#/features/settings/webhooks/events'
import { MinSeverityField } from '#/features/settings/webhooks/MinSeverityField'
import { type MinSeverity, type Preset, PRESETS, type Webhook } from '#/features/settings/webhooks/model'
import { trimmedFieldsOf } from '#/lib/form'
import { Button } from '#/ui/Button'
import { Checkbox } from '#/ui/Choice'
import { Complaint } from '#/ui/Complaint'
import { Dialog } from '#/ui/Dialog'
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
  function toggle(members: string[], on: boolean) {
    const next = new Set(chosen)
    for (const type of members) {
      if (on) next.add(type)
      else next.delete(type)
    }
    setChosen(next)
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
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
    <Dialog
      open
      width="wide"
      onClose={onClose}
      title={webhook ? <Trans>Webhook {webhook.name}</Trans> : <Trans>New webhook</Trans>}
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            kind="primary"
            type="submit"
            form="webhook"
            busy={save.isPending}
            disabled={chosen.size === 0}
          >
            {webhook ? <Trans>Save</Trans> : <Trans>Add the webhook</Trans>}
          </Button>
        </>
      }
    >
      <form id="webhook" onSubmit={submit} className="grid grid-cols-1 gap-3.5">
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
          label={<Trans>Address</Trans>}
          hint={webhook ? <Trans>Left empty, it stays as it is.</Trans> : HINT[preset]}
        />
        <fieldset className="grid gap-2">
          <legend className="mb-1.5 text-12 font-medium text-ink-2">
            <Trans>Events</Trans>{' '}
            <span className="font-normal text-ink-3">
              {chosen.size} / {types.length}
            </span>
          </legend>
          <div className="grid max-h-64 gap-x-4 gap-y-2.5 overflow-y-auto rounded-2 border border-line bg-panel p-3 md:grid-cols-2">
            {byFamily(types).map(([family, members]) => (
              <div key={family} className="grid content-start gap-1">
                {members.length > 1 && (
                  <Checkbox
                    label={<span className="mono font-medium">{family}.*</span>}
                    checked={members.every(type => chosen.has(type))}
                    onChange={event => toggle(members, event.target.checked)}
                  />
                )}
                {members.map(type => (
                  <span key={type} className={members.length > 1 ? 'pl-4' : ''}>
                    <Checkbox
                      label={<span className="mono">{type}</span>}
                      checked={chosen.has(type)}
                      onChange={event => toggle([type], event.target.checked)}
                    />
                  </span>
                ))}
              </div>
            ))}
          </div>
        </fieldset>
        <MinSeverityField value={minSeverity} onChange={setMinSeverity} />
        <p className="text-12 text-ink-3">
          <Trans>Of private reports only the number goes out, never a title or a text.</Trans>
        </p>
        <Complaint>{sayProblem(save.error)}</Complaint>
      </form>
    </Dialog>
  )
}

const HINT: Record<Preset, ReactNode> = {
  json: <Trans>Each event is posted there as JSON, signed by the rules of Standard Webhooks.</Trans>,
  discord: <Trans>In Discord: Edit channel, Integrations, Webhooks, New webhook, Copy URL.</Trans>,
  slack: <Trans>In Slack: an app with Incoming Webhooks; its address begins with hooks.slack.com.</Trans>,
  telegram: (
    <Trans>The address of a bot’s sendMessage with chat_id; the bot must be in the group or channel.</Trans>
  ),
}
