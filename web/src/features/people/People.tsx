import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { clsx } from 'clsx'
import { useDeferredValue, useEffect, useRef } from 'react'
import { PersonName } from '#/entities/person/PersonName'
import { PEOPLE_FILTERS, PEOPLE_SORTS, peopleQuery, type PeopleSort } from '#/features/people/api'
import { MemberDrawer } from '#/features/people/MemberDrawer'
import { MemberState } from '#/features/people/MemberState'
import type { Member } from '#/features/people/model'
import { figure, percent } from '#/lib/number'
import { usePageCommands } from '#/lib/page-commands'
import { dayOf } from '#/lib/time'
import { useChoiceInAddress, useTextInAddress, useTypedInAddress } from '#/lib/use-in-address'
import { Await } from '#/ui/Await'
import { besideDrawer } from '#/ui/Drawer'
import { EmptyState } from '#/ui/EmptyState'
import { Keys } from '#/ui/Keys'
import { SearchField } from '#/ui/SearchField'
import { Segmented } from '#/ui/Segmented'
import { SelectField } from '#/ui/SelectField'
import { SkeletonRows } from '#/ui/Skeleton'

/** Everyone in the programme. Only those in sight are in the page. */
export function People() {
  const { t } = useLingui()
  const field = useRef<HTMLInputElement>(null)
  const [search, setSearch] = useTypedInAddress('q')
  const [sort, setSort] = useChoiceInAddress('sort', PEOPLE_SORTS)
  const [filter, setFilter] = useChoiceInAddress('show', PEOPLE_FILTERS)
  const [open, setOpen] = useTextInAddress('person')
  const query = useInfiniteQuery(peopleQuery(useDeferredValue(search.trim()), sort, filter))
  const members = query.data?.pages.flatMap(page => page.rows)
  const total = query.data?.pages[0]?.total ?? 0
  const shown = members?.find(({ id }) => id === open)
  usePageCommands([{ id: 'find', label: t`Find a person`, keys: ['/'], run: () => field.current?.focus() }])

  return (
    <div className={clsx('transition-[margin] duration-(--time-calm)', besideDrawer(shown !== undefined))}>
      <section className="@container rounded-3 border border-line bg-panel" aria-label={t`People`}>
        <header className="flex flex-wrap items-center gap-2.5 border-b border-line px-4 py-2.5">
          <span className="w-64 @max-3xl:-order-2 @max-3xl:w-0 @max-3xl:min-w-40 @max-3xl:flex-1">
            <SearchField
              ref={field}
              label={t`Find by name or e-mail`}
              placeholder={t`Find by name or e-mail`}
              value={search}
              onChange={event => setSearch(event.target.value)}
              keys={<Keys of={['/']} />}
            />
          </span>
          <Segmented
            label={t`Who`}
            value={filter}
            onChange={setFilter}
            options={[
              { value: 'all', label: <Trans>All</Trans> },
              { value: 'admins', label: <Trans>Admins</Trans> },
              { value: 'limited', label: <Trans>Limited</Trans> },
              { value: 'suspended', label: <Trans>Suspended</Trans> },
            ]}
          />
          <span className="ml-auto text-12 text-ink-3">
            {query.data && <Plural value={total} one="# person" other="# people" />}
          </span>
          <span className="w-36 @max-3xl:-order-1 [&_label]:sr-only">
            <SelectField
              label={<Trans>Order</Trans>}
              value={sort}
              onChange={event => setSort(event.target.value as PeopleSort)}
            >
              <option value="joined">{t`newest first`}</option>
              <option value="active">{t`last active`}</option>
              <option value="points">{t`most points`}</option>
              <option value="name">{t`by name`}</option>
            </SelectField>
          </span>
        </header>
        <Await
          level={2}
          query={{ ...query, data: members }}
          skeleton={<SkeletonRows rows={8} />}
          failed={<Trans>Couldn’t load people.</Trans>}
        >
          {rows =>
            rows.length === 0 ? (
              <EmptyState title={<Trans>No person matches.</Trans>}>
                {search ? (
                  <Trans>No username or e-mail address starts with “{search}”.</Trans>
                ) : (
                  <Trans>No account is in this state.</Trans>
                )}
              </EmptyState>
            ) : (
              <MemberRows
                rows={rows}
                open={open}
                onOpen={id => setOpen(open === id ? '' : id)}
                more={query.hasNextPage}
                fetching={query.isFetchingNextPage}
                onMore={() => void query.fetchNextPage()}
              />
            )
          }
        </Await>
      </section>
      {shown && <MemberDrawer key={shown.id} member={shown} onClose={() => setOpen('')} />}
    </div>
  )
}

interface RowsProps {
  rows: Member[]
  open: string
  onOpen: (id: string) => void
  more: boolean
  fetching: boolean
  onMore: () => void
}

const COLUMNS =
  'grid grid-cols-[minmax(0,1.6fr)_minmax(0,1.6fr)_6rem_6rem_5rem_6rem] items-center gap-x-3 px-4 @max-3xl:grid-cols-[minmax(0,1fr)_5rem_4rem] @max-3xl:gap-x-2 [&>.wide]:@max-3xl:hidden'

function MemberRows({ rows, open, onOpen, more, fetching, onMore }: RowsProps) {
  const { t } = useLingui()
  const parent = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- it changes under the compiler's hands, which leaves it alone
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => parent.current,
    estimateSize: () => 44,
    overscan: 12,
    getItemKey: order => rows[order]?.id ?? order,
  })
  const items = virtual.getVirtualItems()
  const end = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (more && !fetching && end >= rows.length - 15) onMore()
  }, [more, fetching, end, rows.length, onMore])

  return (
    <div role="table" aria-label={t`People`} aria-rowcount={more ? -1 : rows.length}>
      <div role="rowgroup">
        <div
          role="row"
          className={clsx(COLUMNS, 'h-[34px] border-b border-line text-12 font-medium text-ink-3')}
        >
          <span role="columnheader">{t`Name`}</span>
          <span role="columnheader" className="wide">{t`E-mail`}</span>
          <span role="columnheader">{t`State`}</span>
          <span role="columnheader" className="text-right">{t`Accuracy`}</span>
          <span role="columnheader" className="wide text-right">{t`Points`}</span>
          <span role="columnheader" className="wide text-right">{t`Active`}</span>
        </div>
      </div>
      <div
        ref={parent}
        role="rowgroup"
        tabIndex={-1}
        className="h-[max(24rem,calc(100dvh-16rem))] overflow-y-auto"
      >
        <div role="presentation" className="relative" style={{ height: virtual.getTotalSize() }}>
          {items.map(item => {
            const row = rows[item.index]
            return (
              row && (
                <div
                  key={item.key}
                  role="row"
                  tabIndex={0}
                  aria-rowindex={item.index + 1}
                  aria-label={t`${row.username ?? t`Guest`}, ${row.email ?? ''}`}
                  onClick={event => !(event.target as Element).closest('a') && onOpen(row.id)}
                  onKeyDown={event => {
                    if (event.key !== 'Enter' || event.target !== event.currentTarget) return
                    // On a phone it opens with the focus on its way out, which this key would press.
                    event.preventDefault()
                    onOpen(row.id)
                  }}
                  className={clsx(
                    COLUMNS,
                    'absolute inset-x-0 top-0 h-11 cursor-pointer border-t border-line-faint hover:bg-hover focus-visible:-outline-offset-2',
                    open === row.id && 'bg-active',
                  )}
                  style={{ transform: `translateY(${item.start}px)` }}
                >
                  <MemberCells row={row} />
                </div>
              )
            )
          })}
        </div>
      </div>
    </div>
  )
}

function MemberCells({ row }: { row: Member }) {
  return (
    <>
      <span role="cell" className="flex min-w-0 items-center gap-2">
        <PersonName person={row} level={!row.isAdmin} />
        {row.trustPinned && (
          <span className="text-12 text-ink-3 @max-3xl:hidden">
            <Trans>pinned</Trans>
          </span>
        )}
      </span>
      <span role="cell" className="wide truncate text-ink-2">
        {row.email ?? '–'}
      </span>
      <span role="cell">
        <MemberState member={row} />
      </span>
      <span role="cell" className="text-right text-ink-2">
        {row.accuracyPct === null ? '–' : percent(row.accuracyPct)}
      </span>
      <span role="cell" className="wide text-right">
        {figure(row.points)}
      </span>
      <span role="cell" className="wide text-right text-ink-3">
        {row.lastActiveOn ? dayOf(row.lastActiveOn) : '–'}
      </span>
    </>
  )
}
