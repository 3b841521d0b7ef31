import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ClusterPeriod, ClusterState } from '#/entities/cluster/schema'

export const CLUSTER_STATE: Record<ClusterState, MessageDescriptor> = {
  open: msg`open`,
  fixed: msg`fixed`,
  regressed: msg`came back`,
  ignored: msg`ignored`,
}

export const CLUSTER_PERIOD: Record<ClusterPeriod, MessageDescriptor> = {
  '24h': msg`24 hours`,
  '7d': msg`7 days`,
  '30d': msg`30 days`,
  '90d': msg`90 days`,
}
