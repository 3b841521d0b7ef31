import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#/backend/call'
import { funnel, missionAnswer, missionPage } from '#/entities/mission/schema'
import { isAwaited } from '#/entities/mission/submission-state'

export const MISSION_KEYS = {
  all: ['missions'],
  lists: ['missions', 'list'],
  one: (slug: string) => ['missions', 'one', slug],
  managed: ['missions', 'managed'],
  queue: ['missions', 'queue'],
  funnel: (id: string) => ['missions', 'funnel', id],
} as const

export type MissionShow = 'open' | 'all' | 'done'

/** Missions that a tester can see, page after page: those they have begun first, then those that fit. */
export const missionListQuery = (show: MissionShow, network?: string) =>
  infiniteQueryOptions({
    queryKey: [...MISSION_KEYS.lists, show, network],
    queryFn: ({ pageParam }) =>
      call(
        'missionList',
        { show, limit: 30, ...(network ? { network } : {}), ...(pageParam ? { cursor: pageParam } : {}) },
        missionPage,
      ),
    initialPageParam: '',
    getNextPageParam: page => page.next,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })

/** One mission, by its slug or its id. */
export const missionQuery = (slug: string) =>
  queryOptions({
    queryKey: MISSION_KEYS.one(slug),
    queryFn: async () => (await call('missionGet', { mission: slug }, missionAnswer)).mission,
  })

/** How often it is asked for while no events arrive, in milliseconds. */
const UNTOLD = 3000

/** The same without a connection that tells of changes: asked for again while the server is at work on it. */
export const untoldMissionQuery = (slug: string) =>
  queryOptions({
    ...missionQuery(slug),
    refetchInterval: ({ state: { data } }) => data !== undefined && isAwaited(data.mine) && UNTOLD,
  })

/** How far people come in a mission, for administrators. */
export const funnelQuery = (id: string) =>
  queryOptions({
    queryKey: MISSION_KEYS.funnel(id),
    queryFn: () => call('missionFunnel', { mission: id }, funnel),
    staleTime: 10_000,
  })
