// Part of the table of routes, which every visitor loads: keep it small.

const SHOWN = ['all', 'done'] as const

export interface MissionAddress {
  show?: (typeof SHOWN)[number]
  network?: string
}

/** Which missions an address shows; what is not known is left out. */
export function readMissions({ show, network }: Record<string, unknown>): MissionAddress {
  const wanted = SHOWN.find(each => each === show)
  return {
    ...(wanted ? { show: wanted } : {}),
    ...(typeof network === 'string' && /^\w{1,32}$/.test(network) ? { network } : {}),
  }
}
