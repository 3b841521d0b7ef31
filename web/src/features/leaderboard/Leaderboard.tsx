import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Hourglass } from 'lucide-react'
import { useDeferredValue, useRef, useState } from 'react'
import { OwnFairnessBands } from '#/entities/fairness/OwnFairnessBands'
import type { Standing } from '#/entities/points/schema'
import { seasonsQuery } from '#/entities/season/queries'
import { type Season, seasonOf } from '#/entities/season/schema'
import { BoardPanel, type View } from '#/features/leaderboard/BoardPanel'
import { BoardPlots } from '#/features/leaderboard/BoardPlots'
import { LedgerDrawer } from '#/features/leaderboard/LedgerDrawer'
import { SeasonHead } from '#/features/leaderboard/SeasonHead'
import { SeasonPayouts } from '#/features/leaderboard/payout/SeasonPayouts'
import { keyOf } from '#/features/leaderboard/model'
import { useLiveBoard } from '#/features/leaderboard/use-live-board'
import { usePageCommands } from '#/lib/page-commands'
import { dayOf } from '#/lib/time'
import { Await } from '#/ui/Await'
import { Band } from '#/ui/Band'
import { ButtonLink } from '#/ui/Button'
import { besideDrawer } from '#/ui/Drawer'
import { EmptyState } from '#/ui/EmptyState'
import { Keys } from '#/ui/Keys'
import { SearchField } from '#/ui/SearchField'
import { SkeletonRows } from '#/ui/Skeleton'

export interface BoardPlace {
  view: View
  page: number
  onView: (view: View, page: number) => void
}

interface Props extends BoardPlace {
  /** `undefined` is the season that runs. */
  season?: number
}

/** The leaderboard of one season. */
export function Leaderboard({ season: wanted, ...place }: Props) {
  const query = useQuery(seasonsQuery)
  return (
    <Await
      alone
      query={query}
      skeleton={<SkeletonRows rows={8} />}
      failed={<Trans>Couldn’t load the leaderboard.</Trans>}
    >
      {seasons => {
        const season = seasonOf(seasons, wanted)
        return season ? (
          <SeasonBoard seasons={seasons} season={season} wanted={wanted} {...place} />
        ) : (
          <NoSeason wanted={wanted} />
        )
      }}
    </Await>
  )
}

interface BoardProps extends BoardPlace {
  seasons: Season[]
  season: Season
  /** As the address says it: what is asked for does not wait until it is known which season runs. */
  wanted: number | undefined
}

function SeasonBoard({ seasons, season, wanted, view, page, onView }: BoardProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [find, setFind] = useState('')
  const [open, setOpen] = useState<Standing | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const looked = useDeferredValue(find.trim().replace(/^@/, ''))
  useLiveBoard(season.state === 'live' || season.state === 'review')
  usePageCommands([
    { id: 'find', label: t`Find tester`, keys: ['/'], run: () => field.current?.focus() },
    {
      id: 'rules',
      label: t`See the rules`,
      run: () => void navigate({ to: '/leaderboard/rules' }),
    },
  ])

  return (
    <div
      className={clsx(
        'transition-[margin] duration-(--time-calm) ease-out max-md:pb-16',
        besideDrawer(open !== null),
      )}
    >
      <SeasonHead
        seasons={seasons}
        season={season}
        wanted={wanted}
        find={
          <SearchField
            ref={field}
            label={t`Find tester`}
            placeholder={t`Find tester`}
            value={find}
            onChange={event => setFind(event.target.value)}
            keys={<Keys of={['/']} />}
          />
        }
      />
      <Bands season={season} />
      {(season.state === 'final' || season.state === 'archived') && <SeasonPayouts season={season.number} />}
      <BoardPanel
        season={season.number}
        wanted={wanted}
        view={view}
        page={page}
        find={looked}
        onView={onView}
        open={open}
        onOpen={setOpen}
      />
      <div className="mt-4">
        <BoardPlots season={season} wanted={wanted} />
      </div>
      {open && (
        <LedgerDrawer
          key={keyOf(open)}
          standing={open}
          season={season.number}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  )
}

function Bands({ season }: { season: Season }) {
  const ends = new Date(new Date(season.endsAt).getTime() + season.reviewDays * 86_400_000).toISOString()
  return (
    <div className="mb-3.5 grid gap-2 empty:hidden">
      {season.state === 'review' && (
        <Band
          tone="info"
          icon={<Hourglass size={16} strokeWidth={1.75} aria-hidden />}
          title={<Trans>Results are being checked until {dayOf(ends)}.</Trans>}
        >
          <Trans>Places may still change; new reports count for the next season.</Trans>
        </Band>
      )}
      <OwnFairnessBands />
    </div>
  )
}

function NoSeason({ wanted }: { wanted: number | undefined }) {
  const { t } = useLingui()
  return (
    <div className="rounded-3 border border-line bg-panel pt-2">
      {wanted === undefined ? (
        <EmptyState
          level={2}
          title={<Trans>No season is running.</Trans>}
          actions={<ButtonLink to="/leaderboard/rules">{t`See the rules`}</ButtonLink>}
        >{t`Points earned outside a season are shown but not ranked.`}</EmptyState>
      ) : (
        <EmptyState
          level={2}
          title={<Trans>Object not found.</Trans>}
          actions={<ButtonLink to="/leaderboard">{t`Go to the leaderboard`}</ButtonLink>}
        >
          <Trans>Season {wanted} does not exist.</Trans>
        </EmptyState>
      )}
    </div>
  )
}
