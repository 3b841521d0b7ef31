import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { TriangleAlert } from 'lucide-react'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import type { CountedNetwork } from '#/entities/unreported/schema'
import { useCountCalls } from '#/features/unreported/api'
import { figure } from '#/lib/number'
import { Ago } from '#/ui/Ago'
import { Badge } from '#/ui/Badge'
import { Switch } from '#/ui/Choice'
import { EmptyState } from '#/ui/EmptyState'
import { FormError } from '#/ui/FormError'
import { Panel } from '#/ui/Panel'

/** Where calls are counted, how far, and what is missing. */
export function CountedNetworks({ networks }: { networks: CountedNetwork[] }) {
  const { sayProblem } = useProblemMessages()
  const count = useCountCalls()
  return (
    <Panel flush title={<Trans>Counted networks</Trans>} note={<Trans>requests of your RPC endpoints</Trans>}>
      {networks.length === 0 && (
        <EmptyState title={<Trans>No networks yet.</Trans>}>
          <Trans>Add a network and your contracts in the settings.</Trans>
        </EmptyState>
      )}
      <FormError>{sayProblem(count.error)}</FormError>
      <ul>
        {networks.map(network => (
          <li key={network.id} className="grid gap-1 border-t border-line-faint px-4 py-3">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Switch
                label={<b className="font-medium">{network.name}</b>}
                checked={network.isOn}
                disabled={count.isPending || (network.contracts === 0 && !network.isOn)}
                onChange={event => count.mutate({ network: network.id, isOn: event.target.checked })}
              />
              <span className="text-12 text-ink-3">
                <Plural value={network.contracts} one="# contract" other="# contracts" />
                {' · '}
                <Trans>about {figure(network.blocksPerDay)} requests a day, and one for each call</Trans>
              </span>
            </div>
            <Progress network={network} />
            <Gaps network={network} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Progress({ network: { isOn, isEnabled, block, behind, countedAt, problem, contracts } }: One) {
  if (!isOn && block === null)
    return contracts > 0 ? null : (
      <p className="text-12 text-ink-3">
        <Trans>Add the contracts of your product to this network first.</Trans>
      </p>
    )
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-ink-2">
      {block === null ? (
        <Trans>The first block is being read.</Trans>
      ) : (
        <Trans>Counted up to block {figure(block)}</Trans>
      )}
      {countedAt && <Ago at={countedAt} />}
      {isOn && !!behind && (
        <Badge tone="warning">
          <Plural value={behind} one="# block behind" other="# blocks behind" />
        </Badge>
      )}
      {isOn && !isEnabled && <Trans>The network is switched off.</Trans>}
      {isOn && problem && <span className="text-danger">{problem}</span>}
    </p>
  )
}

interface One {
  network: CountedNetwork
}

/** Blocks that no count includes. */
function Gaps({ network: { gaps, missing } }: One) {
  const { t } = useLingui()
  const why = { behind: t`the count was too far behind`, unavailable: t`no node had them` }
  if (missing === 0) return null
  return (
    <details className="text-12 text-ink-2">
      <summary className="flex cursor-pointer items-center gap-1.5 text-warning">
        <TriangleAlert size={12} strokeWidth={2.1} aria-hidden />
        <Plural value={missing} one="# block is missing" other="# blocks are missing" />
      </summary>
      <ul className="grid gap-0.5 pt-1 pl-[18px]">
        {gaps.map(({ from, to, reason, noticedAt }) => (
          <li key={from}>
            {figure(from)}–{figure(to)}: {why[reason]}
            {noticedAt && (
              <>
                {', '}
                <Ago at={noticedAt} />
              </>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
