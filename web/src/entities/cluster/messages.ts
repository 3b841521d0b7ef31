import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ClusterPeriod, ClusterState } from '#/entities/cluster/schema'

export const CLUSTER_STATE: Record<ClusterState, MessageDescriptor> = {
  open: msg`Open`,
  fixed: msg`Fixed`,
  regressed: msg`Came back`,
  ignored: msg`Ignored`,
}

export const CLUSTER_PERIOD: Record<ClusterPeriod, MessageDescriptor> = {
  '24h': msg`24 hours`,
  '7d': msg`7 days`,
  '30d': msg`30 days`,
  '90d': msg`90 days`,
}
