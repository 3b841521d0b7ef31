import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Bookmark, ChevronDown, ListChecks, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMoralis } from '#/backend/use-moralis'
import { countQuery } from '#/features/issues/api'
import { sameQuery } from '#/features/issues/list/query-text'
import { dropView, saveView, useSavedViews } from '#/features/issues/list/saved-views'
import { VIEWS } from '#/features/issues/list/views'
import type { Sort } from '#/features/issues/list/address'
import { queueQuery } from '#/features/issues/triage/api'
import { Button, ButtonLink } from '#/ui/Button'
import { Dialog } from '#/ui/Dialog'
import { Menu, MenuItem, MenuLabel, MenuRule } from '#/ui/Menu'
import { Segmented } from '#/ui/Segmented'
import { TextField } from '#/ui/TextField'

interface Props {
  query: string
  sort: Sort
  onChoose: (query: string, sort?: Sort) => void
}

/** The searches everybody needs, and those somebody has kept. */
export function ViewBar({ query, sort, onChoose }: Props) {
  const { t } = useLingui()
  const isAdmin = useMoralis().user?.isAdmin ?? false
  const check = useQuery(countQuery('check:me'))
  const current = VIEWS.find(view => sameQuery(view.query, query))

  return (
    <div className="flex items-center gap-3 max-md:-mx-4 max-md:overflow-x-auto max-md:px-4">
      <Segmented
        label={t`Views`}
        value={current?.key ?? ''}
        onChange={key => {
          const view = VIEWS.find(each => each.key === key)
          if (view) onChoose(view.query, view.sort)
        }}
        options={VIEWS.map(view => ({
          value: view.key,
          label: t(view.label),
          count: view.counted ? check.data || undefined : undefined,
        }))}
      />
      {isAdmin && <TriageLink />}
      <Saved query={query} sort={sort} onChoose={onChoose} />
    </div>
  )
}

function TriageLink() {
  const queue = useQuery(queueQuery('promise'))
  return (
    <ButtonLink
      to="/issues/triage"
      size="small"
      icon={<ListChecks size={14} strokeWidth={1.9} className="text-ink-3" aria-hidden />}
    >
      <Trans>Triage</Trans>
      {queue.data && <span className="font-normal text-ink-3">{queue.data.waiting}</span>}
    </ButtonLink>
  )
}

function Saved({ query, sort, onChoose }: Props) {
  const { t } = useLingui()
  const views = useSavedViews()
  const [naming, setNaming] = useState(false)

  return (
    <span className="max-md:hidden">
      <Menu
        trigger={
          <Button
            kind="ghost"
            size="small"
            icon={<Bookmark size={14} strokeWidth={1.9} aria-hidden />}
            keys={<ChevronDown size={12} strokeWidth={2.1} aria-hidden />}
          >
            <Trans>Saved</Trans>
          </Button>
        }
      >
        {views.length === 0 && (
          <MenuLabel>
            <Trans>Nothing saved on this device</Trans>
          </MenuLabel>
        )}
        {views.map(view => (
          <MenuItem key={view.name} onSelect={() => onChoose(view.query, view.sort as Sort)}>
            {view.name}
          </MenuItem>
        ))}
        <MenuRule />
        <MenuItem onSelect={() => setNaming(true)}>
          <Trans>Save this search…</Trans>
        </MenuItem>
        {views
          .filter(view => sameQuery(view.query, query))
          .map(view => (
            <MenuItem
              key={view.name}
              icon={<Trash2 size={14} strokeWidth={1.9} aria-hidden />}
              onSelect={() => dropView(view.name)}
            >
              <Trans>Forget “{view.name}”</Trans>
            </MenuItem>
          ))}
      </Menu>
      <Dialog
        open={naming}
        onClose={() => setNaming(false)}
        title={<Trans>Save this search</Trans>}
        footer={
          <Button kind="primary" type="submit" form="save-view">
            <Trans>Save</Trans>
          </Button>
        }
      >
        <form
          id="save-view"
          onSubmit={event => {
            event.preventDefault()
            const name = String(new FormData(event.currentTarget).get('name')).trim()
            if (!name) return
            saveView({ name, query, sort })
            setNaming(false)
          }}
        >
          <p className="mb-3">
            <code className="mono">{query}</code>
          </p>
          <TextField name="name" label={t`Name`} required maxLength={40} data-autofocus autoComplete="off" />
        </form>
      </Dialog>
    </span>
  )
}
