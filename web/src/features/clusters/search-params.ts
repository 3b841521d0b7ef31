// Part of the table of routes, which every visitor loads: keep it small.

const PERIODS = ['24h', '7d', '30d', '90d'] as const
const STATES = ['open', 'fixed', 'regressed', 'ignored'] as const

export interface ClusterAddress {
  period?: (typeof PERIODS)[number]
  state?: (typeof STATES)[number]
}

/** Which clusters an address shows; what is not known is left out. */
export function readClusters({ period, state }: Record<string, unknown>): ClusterAddress {
  const [wantedPeriod, wantedState] = [
    PERIODS.find(each => each === period),
    STATES.find(each => each === state),
  ]
  return {
    ...(wantedPeriod ? { period: wantedPeriod } : {}),
    ...(wantedState ? { state: wantedState } : {}),
  }
}
