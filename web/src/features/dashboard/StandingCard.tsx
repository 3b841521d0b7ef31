import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { MyStanding, SeriesPoint } from '#/entities/points/schema'
import { programmeQuery } from '#/entities/programme/queries'
import { figure, signed } from '#/lib/number'
import { dayOf } from '#/lib/time'
import { ButtonLink } from '#/ui/Button'
import { Delta } from '#/ui/Delta'
import { EmptyState } from '#/ui/EmptyState'
import { Panel } from '#/ui/Panel'
import { Lines } from '#/ui/plot/Lines'

/** Points, rank, and how far it is to the next one. */
export function StandingCard({ mine }: { mine: MyStanding | null }) {
  const season = useQuery(programmeQuery).data?.season
  const standing = mine?.standing
  return (
    <Panel
      flush
      title={season ? <Trans>You, season {season.number}</Trans> : <Trans>You</Trans>}
      actions={
        <Link to="/leaderboard" className="text-12">
          <Trans>Leaderboard</Trans>
        </Link>
      }
    >
      {standing && mine ? (
        <Standing mine={mine} standing={standing} />
      ) : season === null ? (
        <EmptyState title={<Trans>No season is running; points wait.</Trans>}>
          <Trans>What you earn now is kept and shown, and has no rank.</Trans>
        </EmptyState>
      ) : (
        <EmptyState
          title={<Trans>No points yet.</Trans>}
          actions={
            <ButtonLink to="/leaderboard/rules">
              <Trans>See the rules</Trans>
            </ButtonLink>
          }
        >
          <Trans>The first confirmed report or correct check puts you on the board.</Trans>
        </EmptyState>
      )}
    </Panel>
  )
}

function Standing({ mine, standing }: { mine: MyStanding; standing: NonNullable<MyStanding['standing']> }) {
  return (
    <>
      <div className="flex flex-wrap items-end gap-x-5 px-4 pt-0.5 pb-2">
        <p className="text-28 font-semibold tracking-(--track-display) text-gold-text">
          {figure(standing.total)}
          <small className="ml-1 text-13 font-normal tracking-normal text-ink-3">
            <Trans>points</Trans>
          </small>
        </p>
        <p className="text-28 font-semibold tracking-(--track-display)">
          {figure(standing.rank)}
          <small className="ml-1 text-13 font-normal tracking-normal text-ink-3">
            <Trans>rank</Trans>
          </small>
        </p>
        <p className="ml-auto pb-1.5 text-12 text-ink-2">
          <Delta change={standing.change7d} /> <Trans>in 7 d</Trans>
        </p>
      </div>
      {mine.series.length > 1 && (
        <div className="px-4 pb-1">
          <Course series={mine.series} />
        </div>
      )}
      <p className="flex flex-wrap gap-x-4 border-t border-line-faint px-4 py-2.5 text-12 text-ink-2 empty:hidden">
        {standing.provisional > 0 && (
          <span>
            <Trans>{figure(standing.provisional)} provisional</Trans>
          </span>
        )}
        {mine.held ? (
          <span className="text-warning">
            <Trans>Your account is being checked.</Trans>
          </span>
        ) : (
          mine.nextRank && (
            <span className="ml-auto">
              <Trans>
                {figure(mine.nextRank.points)} to rank {figure(mine.nextRank.rank)}
              </Trans>
            </span>
          )
        )}
      </p>
    </>
  )
}

/** The own total in steps, as the ledger has it; the largest of them are named. */
function Course({ series }: { series: SeriesPoint[] }) {
  const { t } = useLingui()
  const last = series.at(-1)?.total ?? 0
  return (
    <Lines
      label={t`Your points, 30 days`}
      step={t`Day`}
      labels={series.map((point, order) => (order === series.length - 1 ? t`today` : dayOf(point.at)))}
      series={[
        {
          label: t`points`,
          colour: 'var(--viz-you)',
          values: series.map(({ total }) => total),
          area: true,
          end: figure(last),
        },
      ]}
      callouts={largestSteps(series)}
      notes={series.map(({ sentence }) => sentence)}
      height={112}
      stepped
      bare
    />
  )
}

/** The two largest gains that an issue brought, by its number. */
function largestSteps(series: SeriesPoint[]) {
  const most = series.at(-1)?.total ?? 0
  return series
    .map(({ delta, sentence }, at) => ({ at, delta, issue: /#\d+/.exec(sentence)?.[0] }))
    .filter(({ delta, issue, at }) => issue && delta > most / 8 && at > series.length / 4)
    .toSorted((one, other) => other.delta - one.delta)
    .slice(0, 2)
    .map(({ at, delta, issue }) => ({ at, label: `${issue} ${signed(delta)}` }))
}
