import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { anything, call } from '#/backend/call'
import { useCommand } from '#/backend/use-command'
import type { LinkReason } from '#/entities/fairness/schema'
import { PENDING_POINTS, POINTS, STANDINGS } from '#/entities/points/keys'
import { adjusted, members } from '#/features/people/model'

export const PEOPLE_SORTS = ['joined', 'active', 'points', 'name'] as const
export type PeopleSort = (typeof PEOPLE_SORTS)[number]
export const PEOPLE_FILTERS = ['all', 'admins', 'limited', 'suspended'] as const
type PeopleFilter = (typeof PEOPLE_FILTERS)[number]
export const peopleQuery = (search: string, sort: PeopleSort, filter: PeopleFilter) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'people', search, sort, filter],
    queryFn: ({ pageParam }) =>
      call(
        'people',
        {
          sort,
          ...(search ? { search } : {}),
          ...(filter === 'all' ? {} : { filter }),
          ...(pageParam ? { cursor: pageParam } : {}),
        },
        members,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: last => last.next,
    placeholderData: keepPreviousData,
  })
/** People by the beginning of a name or an address, a few of them. */
export const peopleFoundQuery = (search: string) =>
  queryOptions({
    queryKey: ['admin', 'people', 'found', search],
    queryFn: () => call('people', { sort: 'name', search }, members),
    select: ({ rows }) => rows.flatMap(({ id, username }) => (username ? [{ id, username }] : [])),
    placeholderData: keepPreviousData,
    retry: false,
  })
const PEOPLE = [['admin', 'people']]
export const useSetStatus = () =>
  useCommand<
    { user: string; status: string; reason: string; closeNew?: boolean; closeAll?: boolean },
    typeof anything
  >('userSetStatus', anything, PEOPLE)
export const useHold = () =>
  useCommand<{ user: string; reason: LinkReason; note?: string }, typeof anything>('personHold', anything, [
    ...PEOPLE,
    STANDINGS,
  ])
export const useRelease = () =>
  useCommand<{ user: string; note?: string }, typeof anything>('personRelease', anything, [
    ...PEOPLE,
    STANDINGS,
  ])
export const useLinkPersons = () =>
  useCommand<{ users: string[]; reason: LinkReason; note?: string }, typeof anything>(
    'personLink',
    anything,
    [...PEOPLE, STANDINGS, POINTS],
  )
export interface Adjustment {
  user: string
  amount: number
  reason: string
  rule: string
}
const BOOKED = [...PEOPLE, PENDING_POINTS, POINTS, STANDINGS]
export const useAdjustPoints = () => useCommand<Adjustment, typeof adjusted>('pointsAdjust', adjusted, BOOKED)
export const usePinTrust = () =>
  useCommand<{ user: string; level: number | null }, typeof anything>('userPinTrust', anything, PEOPLE)
export const useSetAdmin = () =>
  useCommand<{ user: string; isAdmin: boolean; confirm: string }, typeof anything>(
    'userSetAdmin',
    anything,
    PEOPLE,
  )
