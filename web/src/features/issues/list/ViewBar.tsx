import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Bookmark, ChevronDown, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMoralis } from '#/backend/use-moralis'
import { countQuery } from '#/entities/issue/queries'
import type { Sort } from '#/entities/issue/sort'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { sameQuery } from '#/features/issues/list/query-text'
import { savedViewsQuery, sortOf, useDropView, useSaveView } from '#/features/issues/list/saved-views'
import { VIEWS } from '#/features/issues/list/views'
import { trimmedFieldsOf } from '#/lib/form'
import { Button } from '#/ui/Button'
import { Checkbox } from '#/ui/Choice'
import { FormDialog } from '#/ui/FormDialog'
import { Menu, MenuItem, MenuLabel, MenuRule } from '#/ui/Menu'
import { Segmented } from '#/ui/Segmented'
import { TextField } from '#/ui/TextField'

interface Props {
  query: string
  sort: Sort
  onChoose: (query: string, sort?: Sort) => void
}

/** The searches all users need, and those a user has kept. */
export function ViewBar({ query, sort, onChoose }: Props) {
  const { t } = useLingui()
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
      <Saved query={query} sort={sort} onChoose={onChoose} />
    </div>
  )
}

function Saved({ query, sort, onChoose }: Props) {
  const { t } = useLingui()
  const views = useQuery(savedViewsQuery).data ?? []
  const drop = useDropView()
  const [naming, setNaming] = useState(false)
  const own = views.filter(({ mine }) => mine)
  const shared = views.filter(({ mine }) => !mine)

  return (
    <span className="max-md:ml-auto">
      <Menu
        align="end"
        trigger={
          <Button
            kind="ghost"
            size="small"
            icon={<Bookmark size={14} strokeWidth={1.9} aria-hidden />}
            keys={<ChevronDown size={12} strokeWidth={2.1} aria-hidden />}
          >{t`Saved`}</Button>
        }
      >
        {views.length === 0 && <MenuLabel>{t`Nothing saved yet`}</MenuLabel>}
        {own.map(view => (
          <MenuItem key={view.id} onSelect={() => onChoose(view.query, sortOf(view))}>
            {view.name}
          </MenuItem>
        ))}
        {shared.length > 0 && <MenuLabel>{t`Shared with everyone`}</MenuLabel>}
        {shared.map(view => (
          <MenuItem key={view.id} onSelect={() => onChoose(view.query, sortOf(view))}>
            {view.name}
          </MenuItem>
        ))}
        <MenuRule />
        <MenuItem onSelect={() => setNaming(true)}>
          <Trans>Save this search…</Trans>
        </MenuItem>
        {own
          .filter(view => sameQuery(view.query, query))
          .map(view => (
            <MenuItem
              key={view.id}
              icon={<Trash2 size={14} strokeWidth={1.9} aria-hidden />}
              onSelect={() => drop.mutate(view.id)}
            >
              <Trans>Delete “{view.name}”</Trans>
            </MenuItem>
          ))}
      </Menu>
      {naming && <SaveDialog query={query} sort={sort} onClose={() => setNaming(false)} />}
    </span>
  )
}

function SaveDialog({ query, sort, onClose }: { query: string; sort: Sort; onClose: () => void }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const isAdmin = useMoralis().user?.isAdmin ?? false
  const save = useSaveView()
  const [shared, setShared] = useState(false)
  return (
    <FormDialog
      title={<Trans>Save this search</Trans>}
      submit={<Trans>Save</Trans>}
      busy={save.isPending}
      problem={sayProblem(save.error)}
      onSubmit={event => {
        const { name } = trimmedFieldsOf(event, 'name')
        if (name) save.mutate({ name, query, sort, shared }, { onSuccess: onClose })
      }}
      onClose={onClose}
    >
      <p>
        <code className="mono">{query}</code>
      </p>
      <TextField name="name" label={t`Name`} required maxLength={60} data-autofocus autoComplete="off" />
      {isAdmin && (
        <Checkbox
          label={<Trans>Share with everyone</Trans>}
          checked={shared}
          onChange={event => setShared(event.target.checked)}
        />
      )}
    </FormDialog>
  )
}
