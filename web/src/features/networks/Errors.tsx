import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { VerdictMark } from '#/entities/evidence/VerdictMark'
import { errorsQuery } from '#/features/networks/api'
import { ErrorDialog } from '#/features/networks/ErrorDialog'
import type { ErrorRow } from '#/features/networks/model'
import { UnknownErrors } from '#/features/networks/UnknownErrors'
import { figure } from '#/lib/number'
import { usePageCommands } from '#/lib/page-commands'
import { useChoiceInAddress, useTypedInAddress } from '#/lib/use-in-address'
import { Await } from '#/ui/Await'
import { Tag } from '#/ui/Badge'
import { Button } from '#/ui/Button'
import { EmptyState } from '#/ui/EmptyState'
import { Keys } from '#/ui/Keys'
import { Panel } from '#/ui/Panel'
import { SearchField } from '#/ui/SearchField'
import { Segmented } from '#/ui/Segmented'
import { SkeletonRows } from '#/ui/Skeleton'
import { DataTable } from '#/ui/DataTable'

const SOURCES = ['all', 'admin', 'abi', 'builtin'] as const

/** So many rows are drawn at once; a user who looks for one more searches. */
const FIRST = 100

/** What errors mean: those to be named first, then all that have a meaning. */
export function Errors() {
  const query = useQuery(errorsQuery)
  return (
    <Await
      alone
      query={query}
      skeleton={<SkeletonRows rows={8} />}
      failed={<Trans>Couldn’t load the errors.</Trans>}
    >
      {({ rows, unknown }) => (
        <>
          <UnknownErrors rows={unknown} />
          <KnownErrors rows={rows} />
        </>
      )}
    </Await>
  )
}

function KnownErrors({ rows }: { rows: ErrorRow[] }) {
  const { t } = useLingui()
  const [search, setSearch] = useTypedInAddress('q')
  const [source, setSource] = useChoiceInAddress('show', SOURCES)
  const [isWhole, setWhole] = useState(false)
  const [editing, setEditing] = useState<ErrorRow | 'new' | null>(null)
  usePageCommands([
    { id: 'describe', label: t`Describe an error`, keys: ['a'], run: () => setEditing('new') },
  ])
  const found = rows.filter(row => (source === 'all' || row.source === source) && isFound(row, search))
  const shown = isWhole ? found : found.slice(0, FIRST)
  return (
    <Panel
      flush
      title={<Trans>Known errors</Trans>}
      note={figure(found.length)}
      actions={
        <Button
          size="small"
          onClick={() => setEditing('new')}
          icon={<Plus size={14} aria-hidden />}
          keys={<Keys of={['a']} />}
        >{t`Describe an error`}</Button>
      }
    >
      <div className="flex flex-wrap items-center gap-2 border-t border-line-faint px-4 py-2.5">
        <span className="w-64 max-md:w-full">
          <SearchField
            label={t`Search errors`}
            placeholder={t`Selector, name, class, sentence`}
            value={search}
            onChange={event => setSearch(event.currentTarget.value)}
          />
        </span>
        <Segmented
          label={t`Source`}
          value={source}
          onChange={setSource}
          options={[
            { value: 'all', label: <Trans>All</Trans> },
            { value: 'admin', label: <Trans>Custom</Trans> },
            { value: 'abi', label: <Trans>From ABIs</Trans> },
            { value: 'builtin', label: <Trans>Built in</Trans> },
          ]}
        />
      </div>
      {found.length === 0 ? (
        <EmptyState
          title={<Trans>No such error.</Trans>}
          actions={
            <Button
              onClick={() => {
                setSearch('')
                setSource('all')
              }}
            >{t`Show all`}</Button>
          }
        >{t`Errors come from the server, from contract ABIs and from your descriptions.`}</EmptyState>
      ) : (
        <DataTable
          compact
          caption={t`Known errors`}
          rows={shown}
          keyOf={row => `${row.id} ${row.key} ${row.signature}`}
          columns={[
            {
              head: t`Error`,
              cell: row => <ErrorName row={row} onEdit={() => setEditing(row)} />,
            },
            {
              head: t`Class`,
              wide: true,
              cell: row => (row.failureClass ? <Tag>{row.failureClass}</Tag> : '–'),
            },
            {
              head: t`Verdict`,
              cell: row => (row.verdict ? <VerdictMark verdict={row.verdict} /> : '–'),
            },
            {
              head: t`Description`,
              wide: true,
              cell: row => (
                <span className="block max-w-56 truncate text-ink-2" title={row.sentence ?? undefined}>
                  {row.sentence ?? <Trans>Another error is inside.</Trans>}
                </span>
              ),
            },
            {
              head: t`Seen`,
              figure: true,
              cell: row => (
                <span className={row.count ? 'tabular-nums' : 'text-ink-3 tabular-nums'}>
                  {figure(row.count)}
                </span>
              ),
            },
          ]}
        />
      )}
      {found.length > shown.length && (
        <div className="border-t border-line-faint p-2">
          <Button kind="ghost" size="small" onClick={() => setWhole(true)}>
            <Trans>Show all {figure(found.length)}</Trans>
          </Button>
        </div>
      )}
      {editing && <ErrorDialog row={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
    </Panel>
  )
}

function ErrorName({ row, onEdit }: { row: ErrorRow; onEdit: () => void }) {
  const { t } = useLingui()
  const name = row.signature ?? row.key
  return (
    <span className="flex max-w-64 min-w-0 items-baseline gap-2">
      <button
        type="button"
        onClick={onEdit}
        title={name}
        aria-label={t`Edit ${name}`}
        className={`mono min-w-0 truncate text-left font-medium hover:underline max-md:min-h-11 ${row.enabled ? 'text-ink' : 'text-ink-3 line-through'}`}
      >
        {row.isText ? `“${row.key}”` : name}
      </button>
      {row.signature && <span className="mono flex-none text-12 text-ink-3 max-md:hidden">{row.key}</span>}
    </span>
  )
}

function isFound(row: ErrorRow, search: string): boolean {
  const words = search.trim().toLowerCase()
  const texts = [row.key, row.signature, row.failureClass, row.sentence]
  return !words || texts.some(text => text?.toLowerCase().includes(words))
}
