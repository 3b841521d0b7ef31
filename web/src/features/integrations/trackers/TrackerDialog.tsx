import { Trans, useLingui } from '@lingui/react/macro'
import { type SubmitEvent, useState } from 'react'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { type TrackerChange, useSaveTracker } from '#/features/integrations/api'
import type { Tracker, TrackerKind } from '#/entities/tracker/schema'
import { trimmedFieldsOf } from '#/lib/form'
import { FormDialog } from '#/ui/FormDialog'
import { Segmented } from '#/ui/Segmented'
import { TextArea } from '#/ui/TextArea'
import { TextField } from '#/ui/TextField'
import { toast } from '#/ui/toasts'

/** What the address of a site looks like. */
const JIRA_SITE = 'https://example.atlassian.net'

interface Props {
  kind: TrackerKind
  name: string
  tracker: Tracker | null
  onClose: () => void
  /** With the secret for its webhook, if there is a new one. */
  onSaved: (secret: string | null) => void
}

/** Connects a repository, a team or a project. Credentials are written and never read back. */
export function TrackerDialog({ kind, name, tracker, onClose, onSaved }: Props) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const save = useSaveTracker()
  const [mode, setMode] = useState<'app' | 'token'>(tracker?.mode === 'app' ? 'app' : 'token')
  const byApp = kind === 'github' && mode === 'app'

  function submit(event: SubmitEvent<HTMLFormElement>) {
    const fields = trimmedFieldsOf(event, 'name', 'project', 'appId', 'site', 'mail', 'credential')
    const change: TrackerChange = {
      ...(tracker ? { id: tracker.id } : {}),
      kind,
      name: fields.name,
      project: fields.project,
      ...(kind === 'github' ? { mode } : {}),
      ...(byApp ? { appId: fields.appId } : {}),
      ...(kind === 'jira' ? { site: fields.site, mail: fields.mail } : {}),
      ...(fields.credential ? { credential: fields.credential } : {}),
    }
    save.mutate(change, {
      onSuccess: ({ webhookSecret }) => {
        toast({ tone: 'success', title: t`${fields.name} is saved. Test it before it is used.` })
        onSaved(webhookSecret)
      },
    })
  }

  const kept = tracker ? <Trans>Leave empty to keep the current value.</Trans> : undefined
  return (
    <FormDialog
      width="wide"
      onClose={onClose}
      title={tracker ? tracker.name : <Trans>Connect {name}</Trans>}
      submit={<Trans>Save</Trans>}
      busy={save.isPending}
      problem={sayProblem(save.error)}
      onSubmit={submit}
    >
      {kind === 'github' && (
        <Segmented
          label={t`Access`}
          value={mode}
          onChange={setMode}
          options={[
            { value: 'token', label: <Trans>Token</Trans> },
            { value: 'app', label: <Trans>GitHub App</Trans> },
          ]}
        />
      )}
      <TextField
        name="name"
        required
        maxLength={80}
        data-autofocus
        defaultValue={tracker?.name ?? name}
        label={<Trans>Name</Trans>}
      />
      <TextField
        name="project"
        required
        mono
        defaultValue={tracker?.project}
        label={
          kind === 'github' ? (
            <Trans>Repository</Trans>
          ) : kind === 'linear' ? (
            <Trans>Team ID</Trans>
          ) : (
            <Trans>Project key</Trans>
          )
        }
        placeholder={kind === 'github' ? 'owner/name' : undefined}
      />
      {kind === 'jira' && (
        <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
          <TextField
            name="site"
            type="url"
            required
            defaultValue={tracker?.site ?? ''}
            placeholder={JIRA_SITE}
            label={<Trans>Site</Trans>}
          />
          <TextField
            name="mail"
            type="email"
            required
            defaultValue={tracker?.mail ?? ''}
            label={<Trans>E-mail of the token’s owner</Trans>}
          />
        </div>
      )}
      {byApp && (
        <TextField
          name="appId"
          required
          mono
          defaultValue={tracker?.appId ?? ''}
          label={<Trans>Client ID or App ID</Trans>}
          hint={
            <Trans>
              The App needs Issues: write and Metadata: read, and the events issues and issue_comment.
            </Trans>
          }
        />
      )}
      {byApp ? (
        <TextArea
          name="credential"
          rows={4}
          required={!tracker}
          autoComplete="off"
          spellCheck={false}
          label={<Trans>Private key</Trans>}
          hint={kept ?? <Trans>The whole .pem file.</Trans>}
        />
      ) : (
        <TextField
          name="credential"
          type="password"
          mono
          required={!tracker}
          autoComplete="off"
          label={kind === 'linear' ? <Trans>API key</Trans> : <Trans>Token</Trans>}
          hint={
            kept ??
            (kind === 'github' ? (
              <Trans>A fine-grained token with Issues: read and write, for this repository.</Trans>
            ) : undefined)
          }
        />
      )}
    </FormDialog>
  )
}
