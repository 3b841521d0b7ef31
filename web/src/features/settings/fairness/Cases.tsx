import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ShieldCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { SIGNAL_WORD } from '#/entities/fairness/messages'
import { type CaseFilter, casesQuery } from '#/features/settings/fairness/api'
import { CasePane } from '#/features/settings/fairness/CasePane'
import type { CasePage, CaseRow } from '#/features/settings/fairness/model'
import { figure } from '#/lib/number'
import { usePageCommands } from '#/lib/page-commands'
import { shortSpanOf } from '#/lib/time'
import { Ago } from '#/ui/Ago'
import { Await } from '#/ui/Await'
import { Button } from '#/ui/Button'
import { EmptyState } from '#/ui/EmptyState'
import { Keys } from '#/ui/Keys'
import { SelectField } from '#/ui/SelectField'
import { SkeletonRows } from '#/ui/Skeleton'

/** The queue on the left, the case in hand on the right. */
export function Cases() {
  const { t } = useLingui()
  const [filter, setFilter] = useState<CaseFilter>('open')
  const [number, setNumber] = useState<number | null>(null)
  const query = useInfiniteQuery(casesQuery(filter))
  const rows = query.data?.pages.flatMap(page => page.rows)
  const at = rows
    ? Math.max(
        0,
        rows.findIndex(row => row.number === number),
      )
    : 0
  const current = rows?.[at]
  const to = (order: number) => setNumber(rows?.[order]?.number ?? null)
  const step = (by: number) => rows?.[at + by] && to(at + by)
  const moving = { unlisted: true, repeats: true }
  usePageCommands([
    { id: 'next', label: t`Next case`, keys: ['j'], ...moving, run: () => step(1) },
    { id: 'previous', label: t`Previous case`, keys: ['k'], ...moving, run: () => step(-1) },
  ])

  return (
    <div className="grid grid-cols-[16rem_minmax(0,1fr)] items-start gap-4 max-lg:grid-cols-1">
      <section
        aria-label={t`Cases`}
        className="rounded-3 border border-line bg-panel lg:sticky lg:top-[calc(var(--strip)+20px)]"
      >
        <header className="flex items-center gap-2 px-4 py-2.5">
          <span className="flex-1 [&_label]:sr-only">
            <SelectField
              label={<Trans>Which</Trans>}
              value={filter}
              onChange={event => {
                setFilter(event.target.value as CaseFilter)
                setNumber(null)
              }}
            >
              <option value="open">{t`open, by score`}</option>
              <option value="watch">{t`watched`}</option>
              <option value="decided">{t`decided`}</option>
            </SelectField>
          </span>
          <Keys of={['j', 'k']} />
        </header>
        <Await
          query={{ ...query, data: rows }}
          skeleton={<SkeletonRows rows={4} />}
          failed={<Trans>The queue did not load.</Trans>}
        >
          {all => (
            <>
              <ul aria-label={t`Waiting cases`} className="max-h-[60dvh] overflow-y-auto max-lg:max-h-56">
                {all.map(row => (
                  <li key={row.number}>
                    <QueueLine row={row} on={row.number === current?.number} onOpen={setNumber} />
                  </li>
                ))}
              </ul>
              {query.hasNextPage && (
                <div className="border-t border-line-faint p-2">
                  <Button
                    kind="ghost"
                    size="small"
                    busy={query.isFetchingNextPage}
                    onClick={() => void query.fetchNextPage()}
                  >
                    <Trans>More</Trans>
                  </Button>
                </div>
              )}
              <Note page={query.data?.pages[0]} filter={filter} />
            </>
          )}
        </Await>
      </section>
      <section aria-label={t`Case`} className="grid min-w-0 grid-cols-1 gap-4">
        {current ? (
          <CasePane
            key={current.number}
            number={current.number}
            // The one below takes its place; after the last, the one above.
            onDone={() => to(rows[at + 1] ? at + 1 : at - 1)}
          />
        ) : (
          rows && <NoCase filter={filter} />
        )}
      </section>
    </div>
  )
}

function NoCase({ filter }: { filter: CaseFilter }) {
  return (
    <div className="rounded-3 border border-line bg-panel pt-1">
      <EmptyState level={2} title={<Trans>Nothing waiting.</Trans>}>
        {filter === 'open' ? (
          <Trans>A case opens by itself when at least two kinds of evidence speak for one person.</Trans>
        ) : (
          <Trans>There is no case in this state.</Trans>
        )}
      </EmptyState>
    </div>
  )
}

/** What the queue is not: a judgement. */
function Note({ page, filter }: { page: CasePage | undefined; filter: CaseFilter }) {
  const scan = page?.scan
  return (
    <div className="grid grid-cols-1 gap-1.5 border-t border-line-faint px-4 py-3 text-12 text-ink-3">
      {filter === 'open' && (
        <p className="flex gap-1.5">
          <ShieldCheck size={12} strokeWidth={2.1} className="mt-[3px] flex-none" aria-hidden />
          <Trans>Nobody here has lost anything yet. A flag alone does nothing.</Trans>
        </p>
      )}
      {scan ? (
        <p>
          <Trans>
            Last scan <Ago at={scan.at} />
          </Trans>
          , <Plural value={scan.testers} one="# tester" other="# testers" />
          {scan.unknownWallets > 0 && (
            <>
              ,{' '}
              <Plural
                value={scan.unknownWallets}
                one="# wallet whose payer is not known"
                other="# wallets whose payer is not known"
              />
            </>
          )}
        </p>
      ) : (
        page && (
          <p>
            <Trans>No scan has run yet.</Trans>
          </p>
        )
      )}
    </div>
  )
}

function QueueLine({ row, on, onOpen }: { row: CaseRow; on: boolean; onOpen: (number: number) => void }) {
  const { t } = useLingui()
  const [now] = useState(Date.now)
  const ref = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (on) ref.current?.scrollIntoView?.({ block: 'nearest' })
  }, [on])
  const names = row.people.map(({ username }) => `@${username ?? '…'}`).join(', ')
  return (
    <button
      ref={ref}
      type="button"
      aria-current={on || undefined}
      onClick={() => onOpen(row.number)}
      className={clsx(
        'grid w-full grid-cols-[minmax(0,1fr)_auto] gap-x-2 border-t border-line-faint px-4 py-[9px] text-left focus-visible:-outline-offset-2',
        on ? 'bg-active shadow-[inset_2px_0_0_var(--ink)]' : 'hover:bg-hover',
      )}
    >
      <span className="truncate font-medium">
        {row.accounts > 2 ? (
          <Trans>
            {figure(row.accounts)} accounts, {names}
          </Trans>
        ) : (
          names
        )}
      </span>
      <span className="font-semibold tabular-nums">{figure(row.score)}</span>
      <span className="truncate text-12 text-ink-3">
        F-{row.number} · {t(SIGNAL_WORD[row.title])}
      </span>
      <span className="text-12 text-ink-3">
        {row.state === 'asked' ? (
          <Trans>asked</Trans>
        ) : (
          shortSpanOf((now - new Date(row.openedAt).getTime()) / 1000)
        )}
      </span>
    </button>
  )
}
