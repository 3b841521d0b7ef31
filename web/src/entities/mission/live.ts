import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import type { LiveObject } from '#/backend/live/live-query'
import { requery, requeryUnlessFresh } from '#/backend/live/requery'
import { useLive } from '#/backend/live/use-live'
import { useIsLive } from '#/backend/live/use-live-state'
import { useMoralis } from '#/backend/use-moralis'
import { MISSION_KEYS, missionQuery, untoldMissionQuery } from '#/entities/mission/queries'
import { type Mission, mission, type Submission, submission } from '#/entities/mission/schema'

const told = v.pick(submission, ['state', 'progress'])

/** How far a submission is by the events about it; the rest is asked for. */
export function withProgress(before: Mission, object: LiveObject): Mission {
  const { mine } = before
  if (mine === null || mine.id !== object.objectId) return before
  const read = v.safeParse(told, object)
  return read.success ? { ...before, mine: { ...mine, ...read.output } } : before
}

/** Writes down a submission wherever its mission is shown alone; lists are asked for when a page shows one. */
export function keepSubmission(cache: QueryClient, mine: Submission) {
  cache.setQueriesData<Mission>({ queryKey: MISSION_KEYS.one('').slice(0, 2) }, before =>
    before && before.id === mine.mission ? { ...before, mine } : before,
  )
  void cache.invalidateQueries({ queryKey: MISSION_KEYS.lists, refetchType: 'none' })
}

/** The places of a mission change with each tester who starts it: no page needs that in the same moment. */
const CALM = { apart: 10_000, spread: 5_000 }

/** One mission, followed while a page shows it: its steps tick themselves. */
export function useMission(slug: string) {
  const cache = useQueryClient()
  const isLive = useIsLive()
  const { queryKey } = missionQuery(slug)
  const query = useQuery(isLive ? missionQuery(slug) : untoldMissionQuery(slug))
  const { id = null, mine = null } = query.data ?? {}
  useLive(mine === null ? null : { className: 'Submission', where: { objectId: mine.id } }, {
    onEvent: ({ object }) => {
      cache.setQueryData(queryKey, before => before && withProgress(before, object))
      requery(cache, queryKey, { spread: 0 })
    },
    // Its owner alone waits for it: no user asks at the same time.
    onReady: isJoining => requeryUnlessFresh(cache, queryKey, isJoining, 0),
  })
  useLive(id === null ? null : { className: 'Mission', where: { objectId: id }, keys: ['state'] }, {
    onEvent: ({ object }) => {
      const read = v.safeParse(v.pick(mission, ['state']), object)
      const isOther = read.success && read.output.state !== query.data?.state
      requery(cache, queryKey, isOther ? {} : CALM)
    },
  })
  return query
}

/** Keeps the lists of missions as they are now, as far as the reader's own submissions change them. */
export function useLiveMissionList() {
  const cache = useQueryClient()
  const me = useMoralis().user?.objectId ?? null
  useLive(
    me === null
      ? null
      : {
          className: 'Submission',
          where: { user: { __type: 'Pointer', className: '_User', objectId: me } },
          keys: ['state'],
        },
    {
      onEvent: () => requery(cache, MISSION_KEYS.lists),
      onReady: isJoining => requeryUnlessFresh(cache, MISSION_KEYS.lists, isJoining),
    },
  )
}
