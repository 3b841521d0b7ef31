import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleOff, Plus } from 'lucide-react'
import { useState } from 'react'
import { widgetKeysQuery } from '#/features/integrations/widget/api'
import { Install } from '#/features/integrations/widget/Install'
import type { WidgetKey } from '#/features/integrations/widget/model'
import { WidgetKeyDialog } from '#/features/integrations/widget/WidgetKeyDialog'
import { WidgetKeyMenu } from '#/features/integrations/widget/WidgetKeyMenu'
import { figure } from '#/lib/number'
import { usePageCommands } from '#/lib/page-commands'
import { useTextInAddress } from '#/lib/use-in-address'
import { Ago } from '#/ui/Ago'
import { Await } from '#/ui/Await'
import { Badge } from '#/ui/Badge'
import { Button } from '#/ui/Button'
import { DataTable } from '#/ui/DataTable'
import { EmptyState } from '#/ui/EmptyState'
import { Keys } from '#/ui/Keys'
import { Panel } from '#/ui/Panel'
import { SkeletonRows } from '#/ui/Skeleton'

/** Origins that a row of the list names. */
const SHOWN = 3

/** The keys with which pages of the product under test send reports, and how a page gets the widget. */
export function Widget() {
  const { t } = useLingui()
  const query = useQuery(widgetKeysQuery)
  const [, choose] = useTextInAddress('key')
  const [editing, setEditing] = useState<WidgetKey | 'new' | null>(null)
  const add = () => setEditing('new')
  usePageCommands([{ id: 'add', label: t`New key`, keys: ['a'], run: add }])
  return (
    <>
      <Panel
        flush
        title={<Trans>Keys</Trans>}
        note={query.data && figure(query.data.rows.length)}
        actions={
          <Button size="small" onClick={add} icon={<Plus size={14} aria-hidden />} keys={<Keys of={['a']} />}>
            <Trans>New key</Trans>
          </Button>
        }
      >
        <Await
          query={query}
          skeleton={<SkeletonRows rows={2} />}
          failed={<Trans>Couldn’t load the keys of the widget.</Trans>}
        >
          {({ rows }) =>
            rows.length === 0 ? (
              <EmptyState
                title={<Trans>No key yet.</Trans>}
                actions={
                  <Button onClick={add}>
                    <Trans>Create the first key</Trans>
                  </Button>
                }
              >
                <Trans>
                  With the widget, testers report a problem on the page of your app where it happened,
                  together with the wallet call that failed.
                </Trans>
              </EmptyState>
            ) : (
              <KeyTable rows={rows} onEdit={setEditing} />
            )
          }
        </Await>
      </Panel>
      {query.data && <Install {...query.data} />}
      {editing && (
        <WidgetKeyDialog
          row={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onSaved={({ id }) => {
            setEditing(null)
            choose(id)
          }}
        />
      )}
    </>
  )
}

function KeyTable({ rows, onEdit }: { rows: WidgetKey[]; onEdit: (row: WidgetKey) => void }) {
  const { t } = useLingui()
  return (
    <DataTable
      caption={t`Keys of the widget`}
      rows={rows}
      keyOf={row => row.id}
      columns={[
        {
          head: t`Name`,
          cell: row => (
            <>
              <span className="font-medium">{row.name}</span>
              {!row.records && (
                <span className="block text-12 text-ink-3">
                  <Trans>wallet calls are not recorded</Trans>
                </span>
              )}
              <span className="block py-1 md:hidden">
                <Origins of={row.origins} />
              </span>
            </>
          ),
        },
        { head: t`Origins`, wide: true, cell: row => <Origins of={row.origins} /> },
        { head: t`State`, cell: row => <State isOn={row.isOn} /> },
        {
          head: t`Last seen`,
          wide: true,
          cell: row =>
            row.lastUsedAt ? (
              <span className="text-ink-2">
                <Ago at={row.lastUsedAt} />
                <span className="mono block max-w-56 truncate text-12 text-ink-3">{row.lastOrigin}</span>
              </span>
            ) : (
              <span className="text-ink-3">
                <Trans>never</Trans>
              </span>
            ),
        },
        { head: t`Testers signed in`, figure: true, wide: true, cell: row => figure(row.devices) },
        { action: true, cell: row => <WidgetKeyMenu row={row} onEdit={() => onEdit(row)} /> },
      ]}
    />
  )
}

function Origins({ of }: { of: string[] }) {
  return (
    <>
      {of.slice(0, SHOWN).map(origin => (
        <span
          key={origin}
          title={origin}
          className="mono block max-w-64 truncate text-12 text-ink-2 max-md:max-w-48"
        >
          {origin}
        </span>
      ))}
      {of.length > SHOWN && (
        <span className="block text-12 text-ink-3" title={of.slice(SHOWN).join('\n')}>
          <Plural value={of.length - SHOWN} one="and # more" other="and # more" />
        </span>
      )}
    </>
  )
}

function State({ isOn }: { isOn: boolean }) {
  return isOn ? (
    <Badge tone="success" icon={<CircleCheck size={12} aria-hidden />}>
      <Trans>on</Trans>
    </Badge>
  ) : (
    <Badge icon={<CircleOff size={12} aria-hidden />}>
      <Trans>off</Trans>
    </Badge>
  )
}
