import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { CLUSTER_PERIOD, CLUSTER_STATE } from '#/entities/cluster/messages'
import { clusterListQuery } from '#/entities/cluster/queries'
import {
  CLUSTER_STATES,
  type ClusterPeriod,
  type ClusterRow,
  type ClusterState,
} from '#/entities/cluster/schema'
import { VerdictMark } from '#/entities/evidence/VerdictMark'
import { IssueLink } from '#/entities/issue/IssueLink'
import { usePageCommands } from '#/lib/page-commands'
import { Ago } from '#/ui/Ago'
import { Await } from '#/ui/Await'
import { Badge, Tag } from '#/ui/Badge'
import { Button } from '#/ui/Button'
import { EmptyState } from '#/ui/EmptyState'
import { Sparkline } from '#/ui/plot/Sparkline'
import { Segmented } from '#/ui/Segmented'
import { SkeletonRows } from '#/ui/Skeleton'

const SHOWN: ClusterPeriod[] = ['24h', '7d', '30d', '90d']

interface Props {
  period: ClusterPeriod
  state: ClusterState | undefined
  onChange: (period: ClusterPeriod, state: ClusterState | undefined) => void
}

/** Failures that are the same, with how many people have each. */
export function ClusterList({ period, state, onChange }: Props) {
  const { t } = useLingui()
  const list = useInfiniteQuery(clusterListQuery(period, state))
  const step = (by: number) => {
    const next = SHOWN[SHOWN.indexOf(period) + by]
    if (next) onChange(next, state)
  }
  usePageCommands([
    { id: 'shorter', label: t`Shorter period`, keys: ['['], run: () => step(-1) },
    { id: 'longer', label: t`Longer period`, keys: [']'], run: () => step(1) },
  ])
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Segmented
          label={t`Period`}
          value={period}
          onChange={chosen => onChange(chosen, state)}
          options={SHOWN.map(value => ({ value, label: t(CLUSTER_PERIOD[value]) }))}
        />
        <Segmented
          label={t`State`}
          value={state ?? 'all'}
          onChange={chosen => onChange(period, chosen === 'all' ? undefined : chosen)}
          options={[
            { value: 'all' as const, label: t`All` },
            ...CLUSTER_STATES.map(value => ({ value, label: t(CLUSTER_STATE[value]) })),
          ]}
        />
      </div>
      <Await
        alone
        query={list}
        skeleton={<SkeletonRows rows={6} />}
        failed={<Trans>Couldn’t load the clusters.</Trans>}
      >
        {data => (
          <>
            <Rows
              rows={data.pages.flatMap(({ rows }) => rows)}
              period={period}
              busy={list.isPlaceholderData}
            />
            {list.hasNextPage && (
              <div>
                <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                  <Trans>Show more</Trans>
                </Button>
              </div>
            )}
          </>
        )}
      </Await>
    </div>
  )
}

interface RowsProps {
  rows: ClusterRow[]
  period: ClusterPeriod
  busy: boolean
}

/** The columns of the list and of its head. */
const COLUMNS = 'grid-cols-[minmax(0,1fr)_120px_92px_104px_96px] items-center gap-x-4 px-4'

function Rows({ rows, period, busy }: RowsProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [at, setAt] = useState(-1)
  const move = (by: 1 | -1) => setAt(Math.min(Math.max(at + by, 0), rows.length - 1))
  const here = rows[at]
  const moving = { unlisted: true, repeats: true }
  usePageCommands([
    { id: 'next', label: t`Next cluster`, keys: ['j'], ...moving, run: () => move(1) },
    { id: 'previous', label: t`Previous cluster`, keys: ['k'], ...moving, run: () => move(-1) },
    {
      id: 'open',
      label: t`Open the cluster`,
      keys: ['Enter'],
      unlisted: true,
      run: () => here && void navigate({ to: '/issues/clusters/$id', params: { id: here.id } }),
    },
  ])
  if (rows.length === 0)
    return (
      <div className="rounded-3 border border-line bg-panel">
        <EmptyState level={2} title={<Trans>No failures in this period.</Trans>}>
          <Trans>
            The first pasted transaction or error starts a cluster. Failures of the same kind join it.
          </Trans>
        </EmptyState>
      </div>
    )
  return (
    <div className="rounded-3 border border-line bg-panel">
      <div
        aria-hidden
        className={clsx(
          COLUMNS,
          'grid min-h-[34px] border-b border-line text-12 font-medium text-ink-3 max-lg:hidden',
        )}
      >
        <span>{t`Failure`}</span>
        <span>{t`Cause`}</span>
        <span className="text-right">{t`People`}</span>
        <span>{t(CLUSTER_PERIOD[period])}</span>
        <span>{t`Issue`}</span>
      </div>
      <ul aria-label={t`Failure clusters`} aria-busy={busy}>
        {rows.map((row, order) => (
          <Line key={row.id} row={row} on={order === at} />
        ))}
      </ul>
    </div>
  )
}

function Line({ row, on }: { row: ClusterRow; on: boolean }) {
  const { t } = useLingui()
  return (
    <li
      aria-current={on || undefined}
      className={clsx(
        COLUMNS,
        'relative grid min-h-[58px] border-t border-line-faint py-2 first:border-t-0 hover:bg-hover max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:gap-y-1',
        on && 'bg-active shadow-[inset_2px_0_0_var(--ink)]',
      )}
    >
      <div className="min-w-0">
        <p className="truncate text-14 font-medium max-md:whitespace-normal">
          <Link
            to="/issues/clusters/$id"
            params={{ id: row.id }}
            className="text-ink after:absolute after:inset-0 hover:text-ink"
          >
            {row.title}
          </Link>
        </p>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-ink-3">
          {row.failureClass && <Tag>{row.failureClass}</Tag>}
          {row.isNewIn && (
            <span className="inline-flex items-center gap-1 font-medium text-warning">
              <ArrowUp size={12} strokeWidth={2.1} aria-hidden />
              <Trans>new in {row.isNewIn}</Trans>
            </span>
          )}
          {row.state !== 'open' && <Badge>{t(CLUSTER_STATE[row.state])}</Badge>}
          <Networks names={row.networks} />
          {row.lastSeenAt && <Ago at={row.lastSeenAt} />}
        </p>
      </div>
      <span className="max-lg:order-last max-lg:col-span-2">
        {row.verdict && <VerdictMark verdict={row.verdict} />}
      </span>
      <span className="text-right text-12 text-ink-2 max-lg:text-left">
        <b className="text-14 font-semibold text-ink">{row.personCount}</b>{' '}
        <span className="lg:sr-only">
          <Plural value={row.personCount} one="person" other="people" />
        </span>
      </span>
      <span className="max-lg:hidden" title={t`${row.inPeriod} in this period`}>
        <Sparkline values={row.spark} />
        <span className="sr-only">{t`${row.inPeriod} in this period`}</span>
      </span>
      <span className="relative z-1 text-12 max-lg:order-last">
        {row.rootIssue ? (
          <IssueLink number={row.rootIssue.number} />
        ) : (
          <span className="text-ink-3">{t`no issue`}</span>
        )}
      </span>
    </li>
  )
}

/** One network by name, several by number. */
function Networks({ names }: { names: string[] }) {
  const [first] = names
  if (!first) return null
  return (
    <span className="whitespace-nowrap max-md:hidden" title={names.join(', ')}>
      {names.length === 1 ? first : <Plural value={names.length} one="# network" other="# networks" />}
    </span>
  )
}
