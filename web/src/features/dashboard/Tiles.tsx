import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Clock, Flame, Inbox, type LucideIcon, Network as NetworkIcon, RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { lagWords } from '#/entities/network/HealthMark'
import { networksQuery } from '#/entities/network/queries'
import type { AdminDashboard } from '#/features/dashboard/model'
import { figure, percent } from '#/lib/number'
import { spanOf } from '#/lib/time'

const MINUTE = 60
const HOUR = 3600

/** Five figures; whatever burns comes first and is red. Each leads to what it counts. */
export function Tiles({ dashboard: { queue, promise, urgent, regressions } }: { dashboard: AdminDashboard }) {
  const { t } = useLingui()
  const burning = urgent.s1 + urgent.private
  return (
    <nav
      className="grid grid-cols-2 overflow-hidden rounded-3 border border-line bg-panel lg:grid-cols-5"
      aria-label={t`State of the programme`}
    >
      <Tile
        to={{ triage: true }}
        Icon={Flame}
        burns={burning > 0}
        name={<Trans>Urgent</Trans>}
        value={figure(burning)}
        unit={
          burning > 0 ? (
            <Trans>
              {urgent.s1} critical, {urgent.private} private
            </Trans>
          ) : (
            <Trans>all clear</Trans>
          )
        }
      />
      <Tile
        to={{ triage: true }}
        Icon={Inbox}
        name={<Trans>Queue</Trans>}
        value={figure(queue.waiting)}
        unit={<Trans>waiting</Trans>}
        note={
          queue.waiting > 0 && queue.oldestHours !== null ? (
            <Trans>oldest {spanOf(queue.oldestHours * HOUR)}</Trans>
          ) : null
        }
      />
      <Tile
        to={{ query: 'is:new' }}
        Icon={Clock}
        name={<Trans>Response target</Trans>}
        value={promise.inTimePct === null ? '–' : percent(promise.inTimePct)}
        unit={promise.inTimePct === null ? <Trans>no data yet</Trans> : <Trans>met</Trans>}
        note={
          promise.p90Hours === null ? null : (
            <Trans>p90 first decision {spanOf(Math.max(MINUTE, promise.p90Hours * HOUR))}</Trans>
          )
        }
      />
      <Tile
        to={{ query: 'regressed:yes is:open' }}
        Icon={RotateCcw}
        name={<Trans>Regressions</Trans>}
        value={figure(regressions)}
        unit={<Trans>came back</Trans>}
      />
      <NetworksTile />
    </nav>
  )
}

/** Whether hashes can be read: how many networks answer, and which do not. */
function NetworksTile() {
  const { t } = useLingui()
  const { data } = useQuery(networksQuery)
  const networks = data?.filter(({ enabled }) => enabled) ?? []
  const good = networks.filter(({ health }) => health === 'ok')
  const troubled = networks
    .filter(({ health }) => health === 'down' || health === 'lagging')
    .map(({ name, health, headLagSec }) =>
      health === 'down' ? t`${name} down` : t`${name} ${lagWords(headLagSec ?? 0)} behind`,
    )
  const isDark = networks.length > 0 && networks.every(({ health }) => health === 'down')
  return (
    <Tile
      to={{ tab: 'networks' }}
      Icon={NetworkIcon}
      burns={isDark}
      name={<Trans>Networks</Trans>}
      value={data ? figure(good.length) : '–'}
      unit={
        networks.length > 0 ? (
          <Trans>of {figure(networks.length)} healthy</Trans>
        ) : data && data.length > 0 ? (
          <Trans>of {figure(data.length)} switched on</Trans>
        ) : (
          <Trans>none yet</Trans>
        )
      }
      note={troubled.join(' · ')}
    />
  )
}

interface TileProps {
  to: { triage: true } | { query: string } | { tab: string }
  Icon: LucideIcon
  burns?: boolean
  name: ReactNode
  value: string
  unit: ReactNode
  note?: ReactNode
}

function Tile({ to, Icon, burns, name, value, unit, note }: TileProps) {
  const inside = (
    <>
      <span
        className={clsx(
          'mb-1.5 flex items-center gap-1.5 text-12 font-medium',
          burns ? 'text-danger' : 'text-ink-2',
        )}
      >
        <Icon size={14} strokeWidth={1.9} aria-hidden />
        {name}
      </span>
      <span className="text-28 font-semibold tracking-(--track-display)">
        {value}
        <small className="ml-1.5 text-13 font-normal tracking-normal text-ink-3">{unit}</small>
      </span>
      <span className="mt-0.5 block min-h-4 truncate text-12 text-ink-3">{note}</span>
    </>
  )
  const look = clsx(
    'min-w-0 border-line px-4 pt-3.5 pb-3 text-ink nth-[n+3]:border-t even:border-l max-lg:last:col-span-2 hover:bg-hover hover:text-ink hover:no-underline focus-visible:-outline-offset-2 lg:not-first:border-l lg:nth-[n+3]:border-t-0',
    burns && 'shadow-[inset_0_2px_0_var(--danger)]',
  )
  if ('tab' in to)
    return (
      <Link to="/admin/settings/$tab" params={to} className={look}>
        {inside}
      </Link>
    )
  return 'triage' in to ? (
    <Link to="/issues/triage" className={look}>
      {inside}
    </Link>
  ) : (
    <Link to="/issues" search={{ q: to.query }} className={look}>
      {inside}
    </Link>
  )
}
