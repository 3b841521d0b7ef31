import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import * as v from 'valibot'
import { anything, call } from '#/backend/call'
import { useCommand } from '#/backend/use-command'
import { count, maybe, moment } from '#/backend/shapes'
import { type Check, checkParams } from '#/entities/mission/check'
import { MISSION_KEYS, missionQuery } from '#/entities/mission/queries'
import { managedMission, mission, missionAnswer, type MissionState } from '#/entities/mission/schema'
import { person } from '#/entities/person/schema'
import type { MissionParams } from '#/features/missions/editor/draft'

const managed = v.object({
  rows: v.array(managedMission),
  next: maybe(v.string()),
  counts: v.optional(v.record(v.string(), count), {}),
  waiting: v.optional(count, 0),
})

/** All missions of some states, or of every state, page after page. */
export const managedQuery = (states: MissionState[]) =>
  infiniteQueryOptions({
    queryKey: [...MISSION_KEYS.managed, states],
    queryFn: ({ pageParam }) =>
      call(
        'missionAdminList',
        { limit: 50, ...(states.length > 0 ? { states } : {}), ...(pageParam ? { cursor: pageParam } : {}) },
        managed,
      ),
    initialPageParam: '',
    getNextPageParam: page => page.next,
    placeholderData: keepPreviousData,
  })

const OUTCOMES = ['passed', 'failed', 'missed', 'undecided'] as const

const trial = v.object({
  looked: count,
  passed: count,
  missed: count,
  undecided: count,
  reasons: v.nullish(v.array(v.object({ reason: v.string(), sentence: maybe(v.string()), count })), () => []),
  rows: v.nullish(
    v.array(
      v.object({
        evidence: v.string(),
        hash: maybe(v.string()),
        at: maybe(moment),
        person: maybe(person),
        outcome: v.picklist(OUTCOMES),
        reason: maybe(v.string()),
        sentence: maybe(v.string()),
      }),
    ),
    () => [],
  ),
})
export type Trial = v.InferOutput<typeof trial>

/** A check tried on transactions that are explained already: of all users, or of one's own wallets. */
export const tryCheckQuery = (check: Check, mine: boolean, days: number, enabled: boolean) =>
  queryOptions({
    queryKey: [...MISSION_KEYS.all, 'try', checkParams(check), mine, days],
    queryFn: () => call('missionTryCheck', { check: checkParams(check), mine, days }, trial),
    enabled,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
  })

/** Writes a mission down and remembers it as it was written. */
export function useSaveMission() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (params: MissionParams) => (await call('missionSave', params, missionAnswer)).mission,
    onSuccess: saved => {
      cache.setQueryData(missionQuery(saved.id).queryKey, saved)
      void cache.invalidateQueries({ queryKey: MISSION_KEYS.managed })
      void cache.invalidateQueries({ queryKey: MISSION_KEYS.lists })
    },
  })
}

const moved = v.object({ mission, expired: maybe(count) })
export const useSetMissionState = () =>
  useCommand<{ mission: string; state: MissionState; reason?: string }, typeof moved>(
    'missionSetState',
    moved,
    [MISSION_KEYS.all],
  )

export const useExtendMission = () =>
  useCommand<{ mission: string; closesAt: string; reason: string }, typeof missionAnswer>(
    'missionExtend',
    missionAnswer,
    [MISSION_KEYS.all],
  )

const texts = v.object({
  rows: v.array(
    v.object({ at: moment, by: maybe(person), before: anything, after: anything, note: maybe(v.string()) }),
  ),
})

/** Texts edited since a mission went live. */
export const textsQuery = (id: string) =>
  queryOptions({
    queryKey: [...MISSION_KEYS.all, 'texts', id],
    queryFn: async () => (await call('missionTexts', { mission: id }, texts)).rows,
  })
