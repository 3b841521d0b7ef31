import { Trans, useLingui } from '@lingui/react/macro'
import type { BuildCounts } from '#/entities/unreported/schema'
import { percent } from '#/lib/number'
import { PlotPanel } from '#/ui/plot/PlotPanel'
import { RateBars } from '#/ui/plot/RateBars'

/** How many calls failed since each build. */
export function BuildRates({ builds, chosen }: { builds: BuildCounts[]; chosen: string }) {
  const { t } = useLingui()
  const oldestFirst = builds.toReversed()
  const name = ({ version }: BuildCounts) => version ?? t`before`
  return (
    <PlotPanel
      title={t`Failure rate by build`}
      note={<Trans>of all counted calls, 95 % interval</Trans>}
      twin={{
        head: [t`Since`, t`Calls`, t`Failed`, t`Rate`, t`From`, t`To`],
        rows: oldestFirst.map(build => [
          name(build),
          build.calls,
          build.failed,
          ...[build.rate?.share, build.rate?.low, build.rate?.high].map(share =>
            percent((share ?? 0) * 100, 2),
          ),
        ]),
      }}
    >
      <RateBars
        label={t`Failure rate by build`}
        words={of => t`of ${of}`}
        bars={oldestFirst.map(build => ({
          key: build.id,
          label: name(build),
          share: build.rate?.share ?? 0,
          low: build.rate?.low ?? 0,
          high: build.rate?.high ?? 0,
          of: build.calls,
          strong: build.id === chosen,
        }))}
      />
      <p className="pt-3 text-12 text-ink-3">
        <Trans>
          A call belongs to the newest build at that time. Tabs that were opened before run on, so a rate is
          “since” a build.
        </Trans>
      </p>
    </PlotPanel>
  )
}
