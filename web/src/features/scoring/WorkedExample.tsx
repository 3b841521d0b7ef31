import { Trans, useLingui } from '@lingui/react/macro'
import type { Rules } from '#/entities/rule/schema'
import { figure, percent } from '#/lib/number'
import { Panel } from '#/ui/Panel'

/** How the draft pays one report, step by step: two testers report the same major bug. */
export function WorkedExample({ rules }: { rules: Rules }) {
  const { t } = useLingui()
  const worth = rules.bug.S2
  // The server rounds the reward pool half up, and a share of it down.
  const pool = Math.round((worth * rules.quality.A) / 10_000)
  const second = Math.floor((pool * (rules.coFinderShares[0] ?? 0)) / 10_000)
  const first = pool - second
  return (
    <Panel title={<Trans>Worked example</Trans>}>
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1.5 text-ink-2 [&>dd]:text-right [&>dd]:text-ink">
        <dt>{t`Major bug, confirmed`}</dt>
        <dd>{figure(worth)}</dd>
        <dt>{t`Quality A`}</dt>
        <dd>× {figure(rules.quality.A / 10_000, 2)}</dd>
        <dt>{t`Reward pool`}</dt>
        <dd className="font-medium">{figure(pool)}</dd>
        <dt>
          <Trans>Second to report it, {percent((rules.coFinderShares[0] ?? 0) / 100, 2)}</Trans>
        </dt>
        <dd>{figure(second)}</dd>
        <dt>{t`First to report it, the rest`}</dt>
        <dd>
          <b className="font-semibold text-gold-text">{figure(first)}</b>
        </dd>
      </dl>
    </Panel>
  )
}
