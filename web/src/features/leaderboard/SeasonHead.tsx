import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ChevronDown, Lock } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Season } from '#/entities/season/schema'
import { boardQuery } from '#/features/leaderboard/api'
import { secondsUntil } from '#/lib/seconds-until'
import { dayOf, spanOf } from '#/lib/time'
import { ButtonLink } from '#/ui/Button'
import { dottedLine, dottedPart } from '#/ui/dotted'
import { Hash } from '#/ui/Hash'

interface Props {
  seasons: Season[]
  season: Season
  /** The one the address names; `undefined` is the season that runs. */
  wanted: number | undefined
  find: ReactNode
}

const isSealed = ({ state }: Season) => state === 'final' || state === 'archived'

const lastSealed = (seasons: Season[]): Season | undefined =>
  seasons.filter(isSealed).toSorted((one, other) => other.number - one.number)[0]

/** Which season, how many are in it, how long it lasts. */
export function SeasonHead({ seasons, season, wanted, find }: Props) {
  const board = useQuery(boardQuery(wanted, 1))
  const version = board.data?.ruleSetVersion
  // A sealed season shows its own payout.
  const paid = isSealed(season) ? undefined : lastSealed(seasons)
  return (
    <div className="mb-3.5 flex flex-wrap items-center gap-x-2.5 gap-y-3">
      <SeasonChoice seasons={seasons} season={season} />
      <span className="min-w-0 overflow-x-clip">
        <span className={`${dottedLine} flex-wrap gap-y-1`}>
          {board.data && (
            <span className={`${dottedPart} whitespace-nowrap text-ink-2`}>
              <Plural value={board.data.total} one="# tester" other="# testers" />
            </span>
          )}
          <span className={dottedPart}>
            <Lasts season={season} />
          </span>
        </span>
      </span>
      <span className="ml-auto flex items-center gap-2 max-md:ml-0 max-md:w-full">
        <span className="w-56 max-md:flex-1">{find}</span>
        {paid && (
          <ButtonLink
            kind="ghost"
            size="small"
            to="/payouts/$number"
            params={{ number: String(paid.number) }}
          >
            <Trans>Payout</Trans>
          </ButtonLink>
        )}
        <ButtonLink kind="ghost" size="small" to="/leaderboard/rules">
          {version ? <Trans>Rules v{version}</Trans> : <Trans>Rules</Trans>}
        </ButtonLink>
      </span>
    </div>
  )
}

function SeasonChoice({ seasons, season }: Pick<Props, 'seasons' | 'season'>) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const running = seasons.find(({ state }) => state === 'live')
  function choose(number: number) {
    if (number === running?.number) void navigate({ to: '/leaderboard' })
    else void navigate({ to: '/leaderboard/seasons/$number', params: { number: String(number) } })
  }
  return (
    <span className="relative inline-flex">
      <select
        aria-label={t`Season`}
        value={season.number}
        onChange={event => choose(Number(event.target.value))}
        className="h-(--control) appearance-none rounded-2 border border-line-control bg-panel pr-8 pl-2.5 font-medium text-ink [&>option]:bg-overlay"
      >
        {seasons
          .filter(({ state }) => state !== 'draft')
          .map(({ number, name }) => (
            <option key={number} value={number}>
              {name}
            </option>
          ))}
      </select>
      <ChevronDown
        size={14}
        strokeWidth={1.9}
        className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-ink-3"
        aria-hidden
      />
    </span>
  )
}

function Lasts({ season }: { season: Season }) {
  const [now] = useState(Date.now)
  if (season.state === 'live')
    return (
      <span className="whitespace-nowrap text-ink-2">
        <Trans>ends in {spanOf(secondsUntil(season.endsAt, now))}</Trans>
      </span>
    )
  if (season.state === 'review')
    return (
      <span className="whitespace-nowrap text-ink-2">
        <Trans>being checked</Trans>
      </span>
    )
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 text-ink-2">
      <Lock size={12} strokeWidth={2.1} aria-hidden />
      <span className="whitespace-nowrap">
        <Trans>
          closed, {dayOf(season.startsAt)} – {dayOf(season.endsAt)}
        </Trans>
      </span>
      {season.finalHash && (
        <span className="inline-flex items-center gap-1.5 text-12 text-ink-3">
          <Trans>sealed as</Trans> <Hash value={season.finalHash} />
        </span>
      )}
    </span>
  )
}
