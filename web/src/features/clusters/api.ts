import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, anything } from '#/backend/call'
import { CLUSTER_KEYS } from '#/entities/cluster/queries'
import { KEYS } from '#/entities/issue/cache'

type ClusterChange =
  | { name: 'clusterSave'; title?: string; sentence?: string; advice?: string }
  | { name: 'clusterSetState'; state: 'ignored' | 'open'; reason?: string }
  | { name: 'clusterSetIssue'; issue: number | null }

/** What an administrator decides about a cluster. */
export function useChangeCluster(id: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ name, ...params }: ClusterChange) => call(name, { id, ...params }, anything),
    onSuccess: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: CLUSTER_KEYS.all }),
        cache.invalidateQueries({ queryKey: KEYS.all }),
      ]),
  })
}
