import { queryOptions } from '@tanstack/react-query'
import { call } from '#/backend/call'
import { fileText, ownRewards, rewardList } from '#/entities/reward/schema'

export const REWARDS = ['rewards'] as const

/** The payouts of a season, or of all, the newest first: what is or was published, and drafts for administrators. */
export const rewardListQuery = (season?: number) =>
  queryOptions({
    queryKey: [...REWARDS, 'list', season ?? 'all'],
    queryFn: async () => (await call('rewardList', season === undefined ? {} : { season }, rewardList)).rows,
  })

/** What the reader gets of a season. */
export const ownRewardsQuery = (season: number) =>
  queryOptions({
    queryKey: [...REWARDS, 'mine', season],
    queryFn: async () => (await call('rewardMine', { season }, ownRewards)).rows,
  })

export const readFilePart = (id: string, kind: string, part: number) =>
  call('rewardFile', { export: id, kind, part }, fileText)
