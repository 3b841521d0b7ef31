// Part of the table of routes, which every visitor loads: keep it small.

export interface UnreportedAddress {
  build?: string
  network?: string
}

export const readUnreported = ({ build, network }: Record<string, unknown>): UnreportedAddress => ({
  ...(typeof build === 'string' && build ? { build } : {}),
  ...(typeof network === 'string' && network ? { network } : {}),
})
