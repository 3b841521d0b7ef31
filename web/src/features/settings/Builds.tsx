import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { buildsQuery, useSaveBuild } from '#/features/settings/api'
import type { Build } from '#/features/settings/model'
import { dayOf } from '#/lib/time'
import { Await } from '#/ui/Await'
import { Badge } from '#/ui/Badge'
import { Button } from '#/ui/Button'
import { Complaint } from '#/ui/Complaint'
import { Dialog } from '#/ui/Dialog'
import { EmptyState } from '#/ui/EmptyState'
import { useExplain } from '#/ui/explain'
import { Panel } from '#/ui/Panel'
import { SelectField } from '#/ui/SelectField'
import { SkeletonRows } from '#/ui/Skeleton'
import { Cell, HeadCell, Row, Table } from '#/ui/Table'
import { TextArea } from '#/ui/TextArea'
import { TextField } from '#/ui/TextField'
import { toast } from '#/ui/toasts'

/** The builds that testers can report against, newest first. */
export function Builds() {
  const { t } = useLingui()
  const [editing, setEditing] = useState<Build | 'new' | null>(null)
  const query = useQuery(buildsQuery)
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
        failed={<Trans>The builds did not load.</Trans>}
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
              <Trans>A report names the build it was seen in; a fix names the one it came with.</Trans>
            </EmptyState>
          ) : (
            <Table
              caption={t`Builds`}
              head={
                <>
                  <HeadCell>
                    <Trans>Version</Trans>
                  </HeadCell>
                  <HeadCell>
                    <Trans>Channel</Trans>
                  </HeadCell>
                  <HeadCell>
                    <Trans>State</Trans>
                  </HeadCell>
                  <HeadCell>
                    <Trans>Released</Trans>
                  </HeadCell>
                  <HeadCell>
                    <Trans>Notes</Trans>
                  </HeadCell>
                  <HeadCell figure>
                    <span className="sr-only">
                      <Trans>Action</Trans>
                    </span>
                  </HeadCell>
                </>
              }
            >
              {rows.map(row => (
                <Row key={row.id}>
                  <Cell>
                    <span className="font-medium">{row.version}</span>
                  </Cell>
                  <Cell>
                    <span className="text-ink-2">{row.channel}</span>
                  </Cell>
                  <Cell>
                    <Badge tone={row.state === 'active' ? 'success' : 'plain'}>
                      <StateWord state={row.state} />
                    </Badge>
                  </Cell>
                  <Cell>
                    <span className="text-ink-2">{row.releasedAt ? dayOf(row.releasedAt) : '–'}</span>
                  </Cell>
                  <Cell>
                    <span className="block max-w-72 truncate text-ink-3">{row.notes}</span>
                  </Cell>
                  <Cell figure>
                    <Button
                      size="small"
                      onClick={() => setEditing(row)}
                      aria-label={t`Edit ${row.channel} ${row.version}`}
                    >
                      <Trans>Edit</Trans>
                    </Button>
                  </Cell>
                </Row>
              ))}
            </Table>
          )
        }
      </Await>
      {editing && <BuildForm build={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
    </Panel>
  )
}

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

function BuildForm({ build, onClose }: { build: Build | null; onClose: () => void }) {
  const { t } = useLingui()
  const explain = useExplain()
  const save = useSaveBuild()
  const [today] = useState(() => new Date().toISOString())

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '').trim()
    save.mutate(
      {
        ...(build ? { id: build.id, state: text('state') } : {}),
        channel: text('channel'),
        version: text('version'),
        releasedAt: new Date(`${text('releasedAt')}T00:00:00Z`).toISOString(),
        ...(text('notes') ? { notes: text('notes') } : {}),
        ...(text('commit') ? { commit: text('commit') } : {}),
      },
      {
        onSuccess: () => {
          toast({ tone: 'success', title: t`Build ${text('version')} is saved.` })
          onClose()
        },
      },
    )
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={build ? <Trans>Build {build.version}</Trans> : <Trans>New build</Trans>}
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button kind="primary" type="submit" form="build" busy={save.isPending}>
            {build ? <Trans>Save</Trans> : <Trans>Add the build</Trans>}
          </Button>
        </>
      }
    >
      <form id="build" onSubmit={submit} className="grid grid-cols-1 gap-3.5">
        <div className="grid grid-cols-2 gap-3">
          <TextField
            name="version"
            required
            data-autofocus
            defaultValue={build?.version}
            label={<Trans>Version</Trans>}
          />
          <TextField
            name="channel"
            required
            defaultValue={build?.channel ?? 'web'}
            label={<Trans>Channel</Trans>}
          />
        </div>
        <div className="grid grid-cols-2 gap-3">
          <TextField
            name="releasedAt"
            type="date"
            required
            defaultValue={(build?.releasedAt ?? today).slice(0, 10)}
            label={<Trans>Released</Trans>}
          />
          {build ? (
            <SelectField name="state" defaultValue={build.state} label={<Trans>State</Trans>}>
              <option value="active">{t`active`}</option>
              <option value="retired">{t`retired`}</option>
            </SelectField>
          ) : (
            <TextField name="commit" mono label={<Trans>Commit</Trans>} />
          )}
        </div>
        <TextArea
          name="notes"
          rows={3}
          defaultValue={build?.notes ?? ''}
          label={<Trans>Notes to testers</Trans>}
        />
        <Complaint>{save.isError && explain(save.error).words}</Complaint>
      </form>
    </Dialog>
  )
}
