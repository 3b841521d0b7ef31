import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { SIGNAL_LABEL } from '#/entities/fairness/messages'
import { type CaseFilter, casesQuery } from '#/entities/fairness/case-queries'
import type { ReviewProps } from '#/features/review/kinds'
import { CasePane } from '#/features/review/fairness/CasePane'
import type { CasePage, CaseRow } from '#/entities/fairness/case-schema'
import { figure } from '#/lib/number'
import { shortSpanOf } from '#/lib/time'
import { Ago } from '#/ui/Ago'
import { EmptyState } from '#/ui/EmptyState'
import { SelectField } from '#/ui/SelectField'
import { QueueItem } from '#/ui/workbench/QueueItem'
import { QueueList } from '#/ui/workbench/QueueList'
import { useCaseInHand } from '#/ui/workbench/use-case-in-hand'
import { CaseSteps, Workbench } from '#/ui/workbench/Workbench'

const keyOf = ({ number }: CaseRow) => `F-${number}`

/** Cases in which several accounts may be one person. */
export function FairnessReview({ item, onItem }: ReviewProps) {
  const { t } = useLingui()
  const [filter, setFilter] = useState<CaseFilter>('open')
  const query = useInfiniteQuery(casesQuery(filter))
  const rows = query.data?.pages.flatMap(page => page.rows)
  const hand = useCaseInHand(rows, keyOf, item, onItem)
  // The address may name a case of another state.
  const number = item === null ? hand.current?.number : (numberIn(item) ?? hand.current?.number)

  return (
    <Workbench
      label={t`Case`}
      queue={
        <>
          <header className="border-b border-line-faint px-4 py-2.5 [&_label]:sr-only">
            <SelectField
              label={<Trans>Which</Trans>}
              value={filter}
              onChange={event => {
                setFilter(event.target.value as CaseFilter)
                onItem(null)
              }}
            >
              <option value="open">{t`open, by score`}</option>
              <option value="watch">{t`watched`}</option>
              <option value="decided">{t`decided`}</option>
            </SelectField>
          </header>
          <QueueList
            label={t`Waiting cases`}
            query={{ ...query, data: rows }}
            keyOf={keyOf}
            footer={<Note page={query.data?.pages[0]} filter={filter} />}
          >
            {row => <Line row={row} on={row.number === number} onOpen={() => onItem(keyOf(row))} />}
          </QueueList>
        </>
      }
    >
      {number !== undefined ? (
        <CasePane
          key={number}
          number={number}
          steps={<CaseSteps {...hand} onStep={hand.step} />}
          onDone={hand.goOn}
        />
      ) : (
        rows && <NoCase filter={filter} />
      )}
    </Workbench>
  )
}

const numberIn = (item: string) => {
  const digits = /^F-(\d{1,9})$/.exec(item)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

function NoCase({ filter }: { filter: CaseFilter }) {
  return (
    <EmptyState level={2} title={<Trans>Nothing waiting.</Trans>}>
      {filter === 'open' ? (
        <Trans>A case opens automatically when at least two kinds of evidence point to one person.</Trans>
      ) : (
        <Trans>There is no case in this state.</Trans>
      )}
    </EmptyState>
  )
}

/** What the queue is not: a judgement. */
function Note({ page, filter }: { page: CasePage | undefined; filter: CaseFilter }) {
  const scan = page?.scan
  return (
    <div className="grid grid-cols-1 gap-1.5 text-12 text-ink-3">
      {filter === 'open' && (
        <p className="flex gap-1.5">
          <ShieldCheck size={12} strokeWidth={2.1} className="mt-[3px] flex-none" aria-hidden />
          <Trans>A flag alone changes nothing.</Trans>
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
                one="# wallet with an unknown payer"
                other="# wallets with an unknown payer"
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

function Line({ row, on, onOpen }: { row: CaseRow; on: boolean; onOpen: () => void }) {
  const { t } = useLingui()
  const [now] = useState(Date.now)
  const names = row.people.map(({ username }) => `@${username ?? '…'}`).join(', ')
  return (
    <QueueItem
      on={on}
      onOpen={onOpen}
      title={
        row.accounts > 2 ? (
          <Trans>
            {figure(row.accounts)} accounts, {names}
          </Trans>
        ) : (
          names
        )
      }
      aside={<span className="font-semibold text-ink tabular-nums">{figure(row.score)}</span>}
      note={
        <>
          F-{row.number} · {t(SIGNAL_LABEL[row.title])}
        </>
      }
      sign={
        row.state === 'asked' ? (
          <Trans>asked</Trans>
        ) : (
          shortSpanOf((now - new Date(row.openedAt).getTime()) / 1000)
        )
      }
    />
  )
}
