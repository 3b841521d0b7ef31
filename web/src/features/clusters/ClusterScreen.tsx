import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowUp, RotateCcw } from 'lucide-react'
import { useMoralis } from '#/backend/use-moralis'
import { CLUSTER_PERIOD, CLUSTER_STATE } from '#/entities/cluster/messages'
import { clusterQuery } from '#/entities/cluster/queries'
import { type Cluster, type ClusterPeriod, type ClusterView, PERIODS } from '#/entities/cluster/schema'
import { VerdictMark } from '#/entities/evidence/VerdictMark'
import { ClusterActions } from '#/features/clusters/ClusterActions'
import { Facets } from '#/features/clusters/Facets'
import { Members } from '#/features/clusters/Members'
import { ClusterFacts, RootIssue } from '#/features/clusters/RootIssue'
import { usePageCommands } from '#/lib/page-commands'
import { figure } from '#/lib/number'
import { Await } from '#/ui/Await'
import { Badge, Tag } from '#/ui/Badge'
import { ButtonLink } from '#/ui/Button'
import { Hash } from '#/ui/Hash'
import { Keys } from '#/ui/Keys'
import { HourBars } from '#/ui/plot/HourBars'
import { PlotPanel } from '#/ui/plot/PlotPanel'
import { Segmented } from '#/ui/Segmented'
import { Bone, Skeleton } from '#/ui/Skeleton'
import { clockOf, dayOf } from '#/lib/time'

interface Props {
  id: string
  period: ClusterPeriod
  onPeriod: (period: ClusterPeriod) => void
}

/** One failure that many have: who, where, since when, and what is being done about it. */
export function ClusterScreen({ id, period, onPeriod }: Props) {
  const { t } = useLingui()
  const query = useInfiniteQuery(clusterQuery(id, period))
  const step = (by: number) => {
    const next = PERIODS[PERIODS.indexOf(period) + by]
    if (next) onPeriod(next)
  }
  usePageCommands([
    { id: 'shorter', label: t`Shorter period`, keys: ['['], run: () => step(-1) },
    { id: 'longer', label: t`Longer period`, keys: [']'], run: () => step(1) },
  ])
  return (
    <Await level={2} query={query} skeleton={<Outline />} failed={<Trans>Couldn’t load the cluster.</Trans>}>
      {({ pages }) => {
        const [view] = pages
        if (!view) return null
        return (
          <Whole
            view={view}
            period={period}
            onPeriod={onPeriod}
            members={
              <Members
                rows={pages.flatMap(({ rows }) => rows)}
                total={view.cluster.evidenceCount}
                more={query.hasNextPage}
                busy={query.isFetchingNextPage}
                onMore={() => void query.fetchNextPage()}
              />
            }
          />
        )
      }}
    </Await>
  )
}

interface WholeProps extends Pick<Props, 'period' | 'onPeriod'> {
  view: ClusterView
  members: React.ReactNode
}

function Whole({ view, period, onPeriod, members }: WholeProps) {
  const { t } = useLingui()
  const isAdmin = useMoralis().user?.isAdmin ?? false
  const { cluster, facets, plot, releases } = view
  return (
    <>
      <Head cluster={cluster} />
      <Figures cluster={cluster} facets={facets} />
      <div className="grid grid-cols-[minmax(0,1fr)_var(--rail)] items-start gap-4 max-lg:grid-cols-[minmax(0,1fr)]">
        <div className="grid min-w-0 grid-cols-1 gap-4">
          <PlotPanel
            title={t`Occurrences`}
            note={<Trans>releases are dashed lines</Trans>}
            twin={{
              head: [t`Time`, t`Transactions`],
              rows: plot.map(({ at, count }) => [`${dayOf(at)} ${clockOf(at)}`, count]),
            }}
            footer={
              <span className="flex flex-wrap items-center gap-3">
                <Segmented
                  label={t`Period`}
                  value={period}
                  onChange={onPeriod}
                  options={PERIODS.map(value => ({ value, label: t(CLUSTER_PERIOD[value]) }))}
                />
                <Began cluster={cluster} />
              </span>
            }
          >
            <HourBars label={t`Occurrences`} counts={plot} releases={releases} />
          </PlotPanel>
          <Facets facets={facets} />
          {members}
        </div>
        <aside className="grid grid-cols-1 gap-4 max-lg:order-first">
          {isAdmin && <ClusterActions key={cluster.id} cluster={cluster} />}
          <RootIssue cluster={cluster} />
          <ClusterFacts cluster={cluster} />
        </aside>
      </div>
    </>
  )
}

function Head({ cluster }: { cluster: Cluster }) {
  const { t } = useLingui()
  const { verdict, failureClass, state, fingerprint, path, sentence, advice, isNewIn, seen } = cluster
  const root = cluster.rootIssue
  return (
    <div className="mb-4">
      <div className="flex items-start gap-4 max-md:flex-col max-md:gap-2">
        <h2 className="min-w-0 flex-1 text-20 [overflow-wrap:anywhere]">{cluster.title}</h2>
        {root && (
          <ButtonLink
            kind="primary"
            to="/issues/$number"
            params={{ number: String(root.number) }}
            keys={<Keys of={['↵']} />}
          >
            <Trans>Open #{root.number}</Trans>
          </ButtonLink>
        )}
      </div>
      {sentence && sentence !== cluster.title && <p className="mt-1 max-w-[66ch] text-ink-2">{sentence}</p>}
      {advice && <p className="mt-0.5 max-w-[66ch] text-ink-3">{advice}</p>}
      <p className="mt-2 flex flex-wrap items-center gap-x-2.5 gap-y-1.5 text-12 text-ink-3">
        {verdict && <VerdictMark chip verdict={verdict} />}
        {state === 'regressed' && (
          <Badge tone="danger" icon={<RotateCcw size={12} strokeWidth={2.1} aria-hidden />}>
            {t(CLUSTER_STATE.regressed)}
          </Badge>
        )}
        {(state === 'ignored' || state === 'fixed') && <Badge>{t(CLUSTER_STATE[state])}</Badge>}
        {isNewIn && (
          <Badge tone="warning" icon={<ArrowUp size={12} strokeWidth={2.1} aria-hidden />}>
            <Trans>new in {isNewIn}</Trans>
          </Badge>
        )}
        {failureClass && <Tag>{failureClass}</Tag>}
        {fingerprint && (
          <span>
            <Trans>fingerprint</Trans> <Hash value={fingerprint} />
          </span>
        )}
        {path && path.length > 0 && <span>{path.join(' › ')}</span>}
      </p>
      {seen && <SeenOnChain seen={seen} />}
    </div>
  )
}

/** The failures that were counted on chains. They are seen, and no evidence. */
function SeenOnChain({
  seen: { failed, isEstimated, since, reported },
}: {
  seen: NonNullable<Cluster['seen']>
}) {
  const [whole, reports] = [figure(Math.round(failed)), figure(reported)]
  return (
    <p className="mt-2 text-ink-2">
      <b className="font-semibold">
        {isEstimated ? <Trans>About {whole} failed on chain</Trans> : <Trans>{whole} failed on chain</Trans>}
      </b>
      {since && (
        <>
          {' '}
          <Trans>since {dayOf(since)}</Trans>
        </>
      )}
      {', '}
      <Trans>{reports} reported</Trans>{' '}
      <Link to="/issues/unreported">
        <Trans>Unreported failures</Trans>
      </Link>
    </p>
  )
}

function Figures({ cluster, facets }: Pick<ClusterView, 'cluster' | 'facets'>) {
  const figures = [
    {
      key: 'people',
      value: figure(cluster.personCount),
      word: <Plural value={cluster.personCount} one="person has it" other="people have it" />,
    },
    {
      key: 'evidence',
      value: figure(cluster.evidenceCount),
      word: <Plural value={cluster.evidenceCount} one="piece of evidence" other="pieces of evidence" />,
    },
    {
      key: 'networks',
      value: figure(facets.networks.length),
      word: <Plural value={facets.networks.length} one="network" other="networks" />,
    },
    {
      key: 'wallets',
      value: figure(facets.wallets.length),
      word: <Plural value={facets.wallets.length} one="kind of wallet" other="kinds of wallets" />,
    },
    {
      key: 'build',
      value: cluster.firstBuild ?? '–',
      word: cluster.firstBuild ? <Trans>first build</Trans> : <Trans>build not known</Trans>,
    },
  ]
  return (
    <dl className="mb-4 grid grid-cols-5 overflow-hidden rounded-3 border border-line bg-panel max-lg:grid-cols-3 max-md:grid-cols-2">
      {figures.map(({ key, value, word }) => (
        <div
          key={key}
          className="flex min-w-0 flex-col-reverse border-l border-line-faint px-4 py-3 -ml-px max-lg:border-t max-lg:-mt-px"
        >
          <dt className="text-12 text-ink-3">{word}</dt>
          <dd className="truncate text-20 font-semibold tracking-(--track-display)">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A claim, so what it stands on is the plot above it. */
function Began({ cluster: { firstBuild, lastBuild, firstSeenAt } }: { cluster: Cluster }) {
  if (!firstBuild) return null
  return (
    <span>
      <b className="font-medium text-ink">
        <Trans>Began with {firstBuild}</Trans>
      </b>
      {firstSeenAt && <span className="text-ink-3">, {dayOf(firstSeenAt)}</span>}
      {lastBuild && lastBuild !== firstBuild && (
        <span className="text-ink-3">
          {' '}
          <Trans>· last in {lastBuild}</Trans>
        </span>
      )}
    </span>
  )
}

function Outline() {
  return (
    <Skeleton>
      <Bone className="!h-5 w-1/2" />
      <Bone className="mt-4 w-1/3" />
      <div className="mt-6 h-[74px] rounded-3 border border-line bg-panel" />
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)_var(--rail)] gap-4 max-lg:grid-cols-1">
        <div className="h-64 rounded-3 border border-line bg-panel" />
        <div className="h-64 rounded-3 border border-line bg-panel max-lg:hidden" />
      </div>
    </Skeleton>
  )
}
