import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { unreportedQuery } from '#/entities/unreported/queries'
import type { Unreported } from '#/entities/unreported/schema'
import { PanelOutline } from '#/features/dashboard/PanelOutline'
import { figure } from '#/lib/number'
import { Await } from '#/ui/Await'
import { DataTable } from '#/ui/DataTable'
import { EmptyState } from '#/ui/EmptyState'
import { Panel } from '#/ui/Panel'

/** Builds in the table, newest first. */
const BUILDS = 4

/** Failures per 1,000 calls, by build and network. */
export function CallRates() {
  const query = useQuery(unreportedQuery())
  return (
    <Await
      alone
      query={query}
      skeleton={<PanelOutline />}
      failed={<Trans>Couldn’t load the failures.</Trans>}
    >
      {data => (
        <Panel
          flush
          title={<Trans>Failures per 1,000 calls</Trans>}
          note={<Trans>counted on chain</Trans>}
          actions={
            <Link to="/issues/unreported" className="text-12">
              <Trans>Unreported failures</Trans>
            </Link>
          }
        >
          <Rates data={data} />
        </Panel>
      )}
    </Await>
  )
}

function Rates({ data: { builds, byNetwork, networks } }: { data: Unreported }) {
  const { t } = useLingui()
  if (builds.length === 0)
    return (
      <EmptyState title={<Trans>Calls are not counted.</Trans>}>
        <Trans>Switch the count on for a network under Issues, Unreported.</Trans>
      </EmptyState>
    )
  const of = (build: string, network: string) =>
    byNetwork.find(row => row.build === build && row.network === network)?.rate
  const perThousand = (share: number | undefined) => (share === undefined ? '–' : figure(share * 1000, 1))
  const missing = networks.reduce((all, network) => all + network.missing, 0)
  const counted = networks.filter(({ id }) => byNetwork.some(({ network }) => network === id))
  return (
    <>
      <DataTable
        compact
        caption={t`Failures per 1,000 calls, by build and network`}
        rows={builds.slice(0, BUILDS)}
        keyOf={build => build.id}
        columns={[
          { head: t`Since`, cell: build => build.version ?? t`before` },
          { head: t`All`, figure: true, cell: build => perThousand(build.rate?.share) },
          ...counted.map(network => ({
            head: network.name,
            figure: true,
            cell: (build: (typeof builds)[number]) => perThousand(of(build.id, network.id)?.share),
          })),
          { head: t`Calls`, figure: true, wide: true, cell: build => figure(build.calls) },
        ]}
      />
      {missing > 0 && (
        <p className="border-t border-line-faint px-4 py-2.5 text-12 text-ink-3">
          <Plural
            value={missing}
            one="# block could not be counted and is not included."
            other="# blocks could not be counted and are not included."
          />
        </p>
      )}
    </>
  )
}
