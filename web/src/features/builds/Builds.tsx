import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { buildsQuery } from '#/entities/build/queries'
import type { BuildDetails } from '#/entities/build/schema'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useSaveBuild } from '#/features/builds/api'
import { trimmedFieldsOf } from '#/lib/form'
import { dayOf } from '#/lib/time'
import { Await } from '#/ui/Await'
import { Badge } from '#/ui/Badge'
import { Button } from '#/ui/Button'
import { FormDialog } from '#/ui/FormDialog'
import { EmptyState } from '#/ui/EmptyState'
import { Panel } from '#/ui/Panel'
import { SelectField } from '#/ui/SelectField'
import { SkeletonRows } from '#/ui/Skeleton'
import { DataTable } from '#/ui/DataTable'
import { TextArea } from '#/ui/TextArea'
import { TextField } from '#/ui/TextField'
import { toast } from '#/ui/toasts'

/** The builds that testers can report against, newest first. */
export function Builds() {
  const { t } = useLingui()
  const [editing, setEditing] = useState<BuildDetails | 'new' | null>(null)
  // The builds called "unknown" are there for reports alone.
  const query = useQuery({
    ...buildsQuery,
    select: all => all.filter(({ version }) => version !== 'unknown'),
  })
  return (
    <Panel
      flush
      title={<Trans>Builds</Trans>}
      note={query.data?.length}
      actions={
        <Button size="small" onClick={() => setEditing('new')} icon={<Plus size={14} aria-hidden />}>
          <Trans>Add a build</Trans>
        </Button>
      }
    >
      <Await
        query={query}
        skeleton={<SkeletonRows rows={4} />}
        failed={<Trans>Couldn’t load the builds.</Trans>}
      >
        {rows =>
          rows.length === 0 ? (
            <EmptyState
              title={<Trans>No build yet.</Trans>}
              actions={
                <Button onClick={() => setEditing('new')}>
                  <Trans>Add the first build</Trans>
                </Button>
              }
            >
              <Trans>
                Each report names the build it was seen in. Each fix names the build it shipped in.
              </Trans>
            </EmptyState>
          ) : (
            <DataTable
              caption={t`Builds`}
              rows={rows}
              keyOf={row => row.id}
              columns={[
                {
                  head: t`Version`,
                  cell: row => <span className="font-medium">{row.version}</span>,
                },
                { head: t`Channel`, cell: row => <span className="text-ink-2">{row.channel}</span> },
                {
                  head: t`State`,
                  cell: row =>
                    isCurrent(row, rows) ? (
                      <Badge tone="success">{t`current`}</Badge>
                    ) : (
                      !isUnknown(row) && (
                        <Badge>
                          <StateWord state={row.state} />
                        </Badge>
                      )
                    ),
                },
                {
                  head: t`Released`,
                  wide: true,
                  cell: row => (
                    <span className="text-ink-2">
                      {row.releasedAt && !isUnknown(row) ? dayOf(row.releasedAt) : '–'}
                    </span>
                  ),
                },
                {
                  head: t`Notes`,
                  wide: true,
                  cell: row => <span className="block max-w-72 truncate text-ink-3">{row.notes}</span>,
                },
                {
                  action: true,
                  cell: row =>
                    !isUnknown(row) && (
                      <Button
                        size="small"
                        onClick={() => setEditing(row)}
                        aria-label={t`Edit ${row.channel} ${row.version}`}
                      >{t`Edit`}</Button>
                    ),
                },
              ]}
            />
          )
        }
      </Await>
      {editing && <BuildForm build={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
    </Panel>
  )
}

/** The newest that testers of its channel can get. */
export const isCurrent = (build: BuildDetails, all: BuildDetails[]) =>
  build.state === 'active' &&
  !isUnknown(build) &&
  !all.some(
    ({ channel, state, ordinal }) =>
      channel === build.channel && state === 'active' && ordinal > build.ordinal,
  )

/** What reports name that do not know their build. It belongs to the server and stays as it is. */
const isUnknown = ({ ordinal }: BuildDetails) => ordinal === 0

/** The lines of builds that the server knows. */
const CHANNELS = ['web', 'contracts', 'mobile']

function StateWord({ state }: { state: string }) {
  switch (state) {
    case 'active':
      return <Trans>active</Trans>
    case 'retired':
      return <Trans>retired</Trans>
    case 'planned':
      return <Trans>planned</Trans>
    default:
      return state
  }
}

/** The moment of a release; the hour stays as it was while the day does. */
function releaseOf(build: BuildDetails | null, day: string): string {
  if (build?.releasedAt?.startsWith(day)) return build.releasedAt
  return new Date(`${day}T00:00:00Z`).toISOString()
}

function BuildForm({ build, onClose }: { build: BuildDetails | null; onClose: () => void }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const save = useSaveBuild()
  const [today] = useState(() => new Date().toISOString())

  function submit(event: SubmitEvent<HTMLFormElement>) {
    const { state, releasedAt, ...fields } = trimmedFieldsOf(
      event,
      'state',
      'channel',
      'version',
      'releasedAt',
      'notes',
      'commit',
    )
    save.mutate(
      {
        ...(build ? { id: build.id, state } : {}),
        ...fields,
        releasedAt: releaseOf(build, releasedAt),
      },
      {
        onSuccess: () => {
          toast({ tone: 'success', title: t`Build ${fields.version} is saved.` })
          onClose()
        },
      },
    )
  }

  return (
    <FormDialog
      onClose={onClose}
      title={build ? <Trans>Build {build.version}</Trans> : <Trans>New build</Trans>}
      submit={build ? <Trans>Save</Trans> : <Trans>Add the build</Trans>}
      busy={save.isPending}
      problem={sayProblem(save.error)}
      onSubmit={submit}
    >
      <div className="grid grid-cols-2 gap-3">
        <TextField
          name="version"
          required
          data-autofocus
          defaultValue={build?.version}
          label={<Trans>Version</Trans>}
        />
        <SelectField
          name="channel"
          defaultValue={build?.channel ?? CHANNELS[0]}
          label={<Trans>Channel</Trans>}
        >
          {CHANNELS.map(channel => (
            <option key={channel} value={channel}>
              {channel}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="grid grid-cols-2 gap-3">
        <TextField
          name="releasedAt"
          type="date"
          required
          defaultValue={(build?.releasedAt ?? today).slice(0, 10)}
          label={<Trans>Released</Trans>}
        />
        <TextField
          name="commit"
          mono
          maxLength={80}
          defaultValue={build?.commit ?? ''}
          label={<Trans>Commit</Trans>}
        />
      </div>
      {build && (
        <SelectField
          name="state"
          defaultValue={build.state}
          label={<Trans>State</Trans>}
          hint={<Trans>Fixes cannot name a retired build.</Trans>}
        >
          <option value="active">{t`active`}</option>
          <option value="retired">{t`retired`}</option>
        </SelectField>
      )}
      <TextArea
        name="notes"
        rows={3}
        maxLength={4000}
        defaultValue={build?.notes ?? ''}
        label={<Trans>Notes</Trans>}
        hint={<Trans>Visible to administrators only.</Trans>}
      />
    </FormDialog>
  )
}
