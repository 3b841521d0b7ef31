import { Trans } from '@lingui/react/macro'
import { Clock } from 'lucide-react'
import type { Mission } from '#/entities/mission/schema'
import { clockOf, dayOf, spanOf } from '#/lib/time'

/** A network that was down, or is; how much longer its missions are open. */
interface Outage {
  network: string
  from: string
  to: string | null
}

const MINUTE = 60_000

/** The outages of several missions, each once, the newest first. */
export function outagesOf(missions: Pick<Mission, 'outages' | 'networks'>[]): Outage[] {
  const known = new Map<string, Outage>()
  for (const { outages, networks } of missions)
    for (const { network, from, to } of outages) {
      const name = networks.find(({ id }) => id === network)?.name ?? network
      known.set(`${name} ${from}`, { network: name, from, to })
    }
  return [...known.values()].toSorted((one, other) => other.from.localeCompare(one.from))
}

/** That a network was down is not the tester's fault: missions there end later. */
export function Outages({ missions }: { missions: Pick<Mission, 'outages' | 'networks'>[] }) {
  const outages = outagesOf(missions).filter(
    ({ from, to }) => to === null || Date.parse(to) - Date.parse(from) >= MINUTE,
  )
  if (outages.length === 0) return null
  return (
    <ul className="grid gap-1 text-12 text-ink-3">
      {outages.slice(0, 3).map(outage => (
        <li key={`${outage.network} ${outage.from}`} className="flex gap-2">
          <Clock size={12} strokeWidth={2.1} className="mt-0.5 flex-none" aria-hidden />
          <Sentence {...outage} />
        </li>
      ))}
    </ul>
  )
}

function Sentence({ network, from, to }: Outage) {
  const began = `${dayOf(from)}, ${clockOf(from)}`
  if (to === null)
    return (
      <span>
        <Trans>
          {network} has been unreachable since {began} UTC. Missions there are extended by the length of the outage.
        </Trans>
      </span>
    )
  const length = spanOf((Date.parse(to) - Date.parse(from)) / 1000)
  return (
    <span>
      <Trans>
        {network} was unreachable from {began} to {clockOf(to)} UTC. Missions there end {length} later.
      </Trans>
    </span>
  )
}
