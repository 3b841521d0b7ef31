import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { problemFrom } from '#/backend/problem'
import { useMoralis } from '#/backend/use-moralis'
import { issueListQuery } from '#/entities/issue/queries'
import { useVote } from '#/entities/issue/use-vote'
import { useWatch } from '#/features/issues/api'
import type { ListAddress } from '#/features/issues/list/search-params'
import { BulkBar } from '#/features/issues/list/BulkBar'
import { EmptyList, QueryProblem } from '#/features/issues/list/EmptyList'
import { FilterBar } from '#/features/issues/list/FilterBar'
import { IssueList } from '#/features/issues/list/IssueList'
import { ListSkeleton } from '#/features/issues/list/ListSkeleton'
import { orderAround } from '#/features/issues/list/order'
import { OpenIssuesSummary } from '#/features/issues/list/OpenIssuesSummary'
import { leaveAt, useCursor } from '#/features/issues/list/use-cursor'
import { useListNews } from '#/features/issues/list/use-list-news'
import { ViewBar } from '#/features/issues/list/ViewBar'
import { usePageCommands } from '#/lib/page-commands'
import { Await } from '#/ui/Await'
import { Keys } from '#/ui/Keys'

interface Props extends ListAddress {
  /** Leads to the field with the search. */
  onSearch: () => void
  onChange: (change: Partial<ListAddress>) => void
}

/** All issues, as far as one wants to see them. */
export function IssuesScreen({ query, sort, compact, onSearch, onChange }: Props) {
  const isAdmin = useMoralis().user?.isAdmin ?? false
  const cache = useQueryClient()
  const asked = issueListQuery(query, sort)
  const list = useInfiniteQuery(asked)
  const rows = list.data?.pages.flatMap(page => page.rows) ?? []
  const first = list.data?.pages[0]
  const news = useListNews({ query, sort, rows, readAt: first?.readAt ?? 0 })
  const total = news.total ?? first?.total ?? 0
  const place = `${query} ${sort}`
  const cursor = useCursor(rows, place)
  const leave = useCallback((number: number) => leaveAt(place, number), [place])
  const [sorting, setSorting] = useState(false)
  const syntax =
    list.isError && problemFrom(list.error).reason === 'QUERY_SYNTAX' ? problemFrom(list.error) : null
  useListKeys({ cursor, place, total, rows, onSearch, isAdmin, openSort: () => setSorting(true) })

  /** Begins the list anew, however far it was read. */
  function showNew() {
    cache.setQueryData(
      asked.queryKey,
      data => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    )
    scrollTo({ top: 0 })
    void list.refetch()
  }

  return (
    <>
      <div className="flex items-center gap-3">
        <ViewBar
          query={query}
          sort={sort}
          onChoose={(next, order) => onChange({ query: next, ...(order ? { sort: order } : {}) })}
        />
        {first?.facets && (
          <OpenIssuesSummary facets={first.facets} onQuery={next => onChange({ query: next })} />
        )}
      </div>
      <FilterBar
        query={query}
        sort={sort}
        compact={compact}
        count={
          first && !syntax
            ? { total, atLeast: first.totalIsFloor, loaded: rows.length, isOld: list.isPlaceholderData }
            : null
        }
        news={news}
        onNews={showNew}
        openSort={sorting}
        onOpenSort={setSorting}
        onQuery={next => onChange({ query: next })}
        onSort={next => onChange({ sort: next })}
        onCompact={next => onChange({ compact: next })}
      />
      <section
        aria-labelledby="list-of-issues"
        aria-busy={list.isPlaceholderData}
        className="rounded-3 border border-line bg-panel aria-busy:opacity-60"
      >
        <h2 id="list-of-issues" className="sr-only">
          <Trans>List of issues</Trans>
        </h2>
        {syntax ? (
          <QueryProblem query={query} problem={syntax} onQuery={next => onChange({ query: next })} />
        ) : (
          <Await
            level={2}
            query={list}
            skeleton={<ListSkeleton />}
            failed={<Trans>Couldn’t load the issues.</Trans>}
          >
            {() => (
              <>
                {rows.length === 0 ? (
                  <EmptyList query={query} onQuery={next => onChange({ query: next })} />
                ) : (
                  <IssueList
                    key={`${query} ${sort} ${compact}`}
                    rows={rows}
                    total={total}
                    compact={compact}
                    cursor={cursor.cursor}
                    gone={news.gone}
                    hasMore={list.hasNextPage}
                    onOpen={leave}
                    onMore={() => !list.isFetchingNextPage && void list.fetchNextPage()}
                    {...(isAdmin ? { selection: { numbers: cursor.chosen, onToggle: cursor.toggle } } : {})}
                  />
                )}
              </>
            )}
          </Await>
        )}
      </section>
      {isAdmin && (
        <BulkBar
          rows={rows.filter(({ number }) => cursor.chosen.has(number))}
          onDone={cursor.clear}
          onAll={cursor.chooseAll}
        />
      )}
      <KeyLine isAdmin={isAdmin} />
    </>
  )
}

interface ListKeys {
  cursor: ReturnType<typeof useCursor>
  place: string
  rows: { number: number }[]
  total: number
  onSearch: () => void
  isAdmin: boolean
  openSort: () => void
}

function useListKeys({ cursor, place, rows, total, onSearch, isAdmin, openSort }: ListKeys) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const vote = useVote()
  const watch = useWatch()
  const { row } = cursor

  function open() {
    if (!row) return
    const at = rows.findIndex(({ number }) => number === row.number)
    leaveAt(place, row.number)
    void navigate({
      to: '/issues/$number',
      params: { number: String(row.number) },
      state: { order: orderAround(rows, at, total) },
    })
  }

  const moving = { unlisted: true, repeats: true }
  usePageCommands([
    { id: 'next', label: t`Next issue`, keys: ['j'], ...moving, run: () => cursor.move(1) },
    { id: 'previous', label: t`Previous issue`, keys: ['k'], ...moving, run: () => cursor.move(-1) },
    { id: 'open', label: t`Open the issue`, keys: ['o'], unlisted: true, run: open },
    {
      id: 'vote',
      label: t`Affects me`,
      keys: ['v'],
      unlisted: true,
      run: () => row && !row.mine && vote.mutate({ number: row.number, on: !row.affectsMe }),
    },
    {
      id: 'watch',
      label: t`Watch or unwatch`,
      keys: ['w'],
      unlisted: true,
      run: () => row && watch.mutate({ number: row.number, level: row.watching ? null : 'all' }),
    },
    {
      id: 'filters',
      label: t`Filters`,
      keys: ['f'],
      run: () => document.querySelector<HTMLElement>('#filters button')?.focus(),
    },
    { id: 'sort', label: t`Sort`, keys: ['s'], run: openSort },
    { id: 'edit-query', label: t`Edit the search`, keys: ['e'], run: onSearch },
    { id: 'query', label: t`Search issues`, keys: ['/'], run: onSearch },
    ...(isAdmin
      ? [
          {
            id: 'select',
            label: t`Choose`,
            keys: ['x'],
            unlisted: true,
            run: () => row && cursor.toggle(row.number, false),
          },
          {
            id: 'choose-range',
            label: t`Select up to here`,
            keys: ['shift+x'],
            unlisted: true,
            run: () => row && cursor.toggle(row.number, true),
          },
        ]
      : []),
  ])
}

function KeyLine({ isAdmin }: { isAdmin: boolean }) {
  const { t } = useLingui()
  const keys = [
    { of: ['j', 'k'], does: t`move` },
    { of: ['o'], does: t`open` },
    { of: ['v'], does: t`affects me` },
    { of: ['w'], does: t`watch` },
    ...(isAdmin ? [{ of: ['x'], does: t`select` }] : []),
    { of: ['f'], does: t`filters` },
    { of: ['?'], does: t`all shortcuts` },
  ]
  return (
    <p className="mt-3 hidden gap-4 text-12 text-ink-3 md:mouse:flex" aria-hidden>
      {keys.map(({ of, does }) => (
        <span key={does} className="inline-flex items-center gap-1.5">
          <Keys of={of} /> {does}
        </span>
      ))}
    </p>
  )
}
