import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { ANNOUNCEMENT_LOOK } from '#/entities/announcement/kinds'
import { type Announcement, ANNOUNCEMENT_KINDS } from '#/entities/announcement/schema'
import { buildsQuery } from '#/entities/build/queries'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { type AnnouncementChange, type Reach, useSaveAnnouncement } from '#/features/announcements/api'
import { numbersAsText, numbersIn } from '#/features/announcements/numbers'
import { WhoIsTold } from '#/features/announcements/WhoIsTold'
import { FormDialog } from '#/ui/FormDialog'
import { Markdown } from '#/ui/markdown/Markdown'
import { Segmented } from '#/ui/Segmented'
import { SelectField } from '#/ui/SelectField'
import { TextArea } from '#/ui/TextArea'
import { TextField } from '#/ui/TextField'
import { toast } from '#/ui/toasts'

interface Draft {
  kind: Reach['kind']
  title: string
  body: string
  build: string
  fixes: string
  toGroup: boolean
  cohort: string
  pinnedUntil: string
}

const draftOf = (row: Announcement | null): Draft => ({
  kind: row?.kind ?? 'news',
  title: row?.title ?? '',
  body: row?.body ?? '',
  build: row?.build?.id ?? '',
  fixes: numbersAsText(row?.fixes.map(({ number }) => number) ?? []),
  toGroup: row !== null && row.audience !== 'all',
  cohort: row && row.audience !== 'all' ? row.audience.cohort : '',
  pinnedUntil: row?.pinnedUntil?.slice(0, 10) ?? '',
})

const reachOf = ({ kind, build, fixes, toGroup, cohort }: Draft): Reach => ({
  kind,
  audience: toGroup ? { cohort: cohort.trim() } : 'all',
  ...(kind === 'release' && build ? { build, fixes: numbersIn(fixes) } : {}),
})

/** Everything that must be there before the server can say who is notified. */
const isReachable = ({ kind, build, toGroup, cohort }: Draft) =>
  (kind !== 'release' || build !== '') && (!toGroup || cohort.trim() !== '')

interface Props {
  row: Announcement | null
  onClose: () => void
  onSaved: (saved: Announcement) => void
}

/** Writes an announcement. It is a draft until it is published. */
export function AnnouncementDialog({ row, onClose, onSaved }: Props) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const save = useSaveAnnouncement()
  const builds = useQuery(buildsQuery).data ?? []
  const [draft, setDraft] = useState(() => draftOf(row))
  const [isPreview, setPreview] = useState(false)
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const asked = useDeferredValue(draft)

  function submit() {
    const change: AnnouncementChange = {
      ...(row ? { id: row.id } : {}),
      ...reachOf(draft),
      title: draft.title.trim(),
      body: draft.body.trim(),
      pinnedUntil: draft.pinnedUntil ? new Date(`${draft.pinnedUntil}T23:59:59Z`).toISOString() : null,
    }
    save.mutate(change, {
      onSuccess: ({ announcement }) => {
        toast({ tone: 'success', title: t`Saved as a draft. No notifications were sent.` })
        onSaved(announcement)
      },
    })
  }

  return (
    <FormDialog
      width="wide"
      onClose={onClose}
      title={row ? <Trans>Announcement</Trans> : <Trans>New announcement</Trans>}
      submit={<Trans>Save draft</Trans>}
      busy={save.isPending}
      problem={sayProblem(save.error)}
      onSubmit={submit}
    >
      <Segmented
        label={t`Kind`}
        value={draft.kind}
        onChange={kind => set({ kind })}
        options={ANNOUNCEMENT_KINDS.map(kind => ({ value: kind, label: t(ANNOUNCEMENT_LOOK[kind].label) }))}
      />
      <TextField
        required
        maxLength={140}
        data-autofocus
        label={<Trans>Title</Trans>}
        value={draft.title}
        onChange={event => set({ title: event.target.value })}
      />
      <div className="grid gap-1.5">
        <div className="flex justify-end">
          <Segmented
            label={t`Text or preview`}
            value={isPreview ? 'preview' : 'text'}
            onChange={value => setPreview(value === 'preview')}
            options={[
              { value: 'text', label: <Trans>Text</Trans> },
              { value: 'preview', label: <Trans>Preview</Trans> },
            ]}
          />
        </div>
        {isPreview ? (
          <div className="min-h-32 rounded-2 border border-line bg-panel px-3 py-2">
            <Markdown text={draft.body || t`Nothing to preview yet.`} />
          </div>
        ) : (
          <TextArea
            rows={6}
            maxLength={10_000}
            label={<Trans>Text</Trans>}
            value={draft.body}
            onChange={event => set({ body: event.target.value })}
          />
        )}
      </div>
      {draft.kind === 'release' && (
        <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
          <SelectField
            required
            label={<Trans>Build</Trans>}
            value={draft.build}
            onChange={event => set({ build: event.target.value })}
          >
            <option value="">{t`Choose one`}</option>
            {builds
              .filter(({ ordinal }) => ordinal > 0)
              .map(({ id, channel, version }) => (
                <option key={id} value={id}>
                  {channel} {version}
                </option>
              ))}
          </SelectField>
          <TextField
            label={<Trans>Fixed issues</Trans>}
            placeholder="#377, #390"
            value={draft.fixes}
            onChange={event => set({ fixes: event.target.value })}
            hint={<Trans>Affected users are notified of the issues that affect them.</Trans>}
          />
        </div>
      )}
      <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
        <SelectField
          label={<Trans>Recipients</Trans>}
          value={draft.toGroup ? 'group' : 'all'}
          onChange={event => set({ toGroup: event.target.value === 'group' })}
        >
          <option value="all">{draft.kind === 'release' ? t`Everyone affected` : t`Everyone`}</option>
          <option value="group">{t`One group`}</option>
        </SelectField>
        {draft.toGroup && (
          <TextField
            required
            maxLength={40}
            label={<Trans>Group</Trans>}
            value={draft.cohort}
            onChange={event => set({ cohort: event.target.value })}
          />
        )}
        <TextField
          type="date"
          label={<Trans>On dashboards until</Trans>}
          hint={<Trans>Optional. Users can dismiss it.</Trans>}
          value={draft.pinnedUntil}
          onChange={event => set({ pinnedUntil: event.target.value })}
        />
      </div>
      <WhoIsTold reach={reachOf(asked)} isReady={isReachable(asked)} />
    </FormDialog>
  )
}
