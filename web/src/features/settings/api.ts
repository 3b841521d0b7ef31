import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type * as v from 'valibot'
import { anything, call } from '#/backend/call'
import { buildsQuery } from '#/entities/build/queries'
import type { LinkReason } from '#/entities/fairness/schema'
import { POINTS, STANDINGS } from '#/entities/points/keys'
import { programmeQuery } from '#/entities/programme/queries'
import { ruleBookQuery } from '#/entities/rule/queries'
import type { Rules } from '#/entities/rule/schema'
import { seasonsQuery } from '#/entities/season/queries'
import {
  about,
  adjusted,
  auditPage,
  changedSetting,
  checklist,
  dryRun,
  invariants,
  invitations,
  madeInvitation,
  members,
  pendingPointsList,
  revisions,
  settings,
} from '#/features/settings/model'

const admin = (...rest: unknown[]) => ['admin', ...rest]

export const settingsQuery = queryOptions({
  queryKey: admin('settings'),
  queryFn: async () => (await call('settings', {}, settings)).rows,
  // A form stands on it: it must not change under a user's hands.
  refetchOnWindowFocus: false,
})

export const revisionsQuery = (key: string) =>
  queryOptions({
    queryKey: admin('settings', 'history', key),
    queryFn: async () => (await call('settingHistory', { key }, revisions)).rows,
    staleTime: 0,
  })

/** A command of an administrator; afterwards `touched` is asked for anew. */
function useCommand<Params extends object, Schema extends v.GenericSchema>(
  name: string,
  schema: Schema,
  touched: (readonly unknown[])[],
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (params: Params) => call(name, params, schema),
    onSuccess: () => Promise.all(touched.map(queryKey => queryClient.invalidateQueries({ queryKey }))),
  })
}

const SETTINGS = [admin('settings'), programmeQuery.queryKey]
/** Changes a setting from the version that was last heard of, be it by the answer to a change a moment ago. */
export function useSetSetting() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: { key: string; value: unknown }) => {
      const rows = queryClient.getQueryData(settingsQuery.queryKey)
      const version = rows?.find(row => row.key === change.key)?.version ?? 0
      return call('settingSet', { ...change, version }, changedSetting)
    },
    onSuccess: ({ key, value, version }) =>
      queryClient.setQueryData(settingsQuery.queryKey, rows =>
        rows?.map(row => (row.key === key ? { ...row, value, version } : row)),
      ),
  })
}
export const useRollback = () =>
  useCommand<{ key: string; version: number }, typeof anything>('settingRollback', anything, SETTINGS)
export const useRefreshSettings = () => {
  const queryClient = useQueryClient()
  return () => Promise.all(SETTINGS.map(queryKey => queryClient.invalidateQueries({ queryKey })))
}

export const invitationsQuery = queryOptions({
  queryKey: admin('invitations'),
  queryFn: async () => (await call('invitations', {}, invitations)).rows,
})
export interface NewInvitation {
  label: string
  maxUses: number
  expiresAt?: string
  cohort?: string
  startTrust?: number
}
export const useInvite = () =>
  useCommand<NewInvitation, typeof madeInvitation>('invitationCreate', madeInvitation, [admin('invitations')])
export const useRevoke = () =>
  useCommand<{ id: string }, typeof anything>('invitationRevoke', anything, [admin('invitations')])

export type PeopleSort = 'joined' | 'active' | 'points' | 'name'
export type PeopleFilter = 'all' | 'admins' | 'limited' | 'suspended'
export const peopleQuery = (search: string, sort: PeopleSort, filter: PeopleFilter) =>
  infiniteQueryOptions({
    queryKey: admin('people', search, sort, filter),
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
    queryKey: admin('people', 'found', search),
    queryFn: () => call('people', { sort: 'name', search }, members),
    select: ({ rows }) => rows.flatMap(({ id, username }) => (username ? [{ id, username }] : [])),
    placeholderData: keepPreviousData,
    retry: false,
  })
const PEOPLE = [admin('people')]
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
const BOOKED = [...PEOPLE, admin('pending points'), POINTS, STANDINGS]
export const useAdjustPoints = () => useCommand<Adjustment, typeof adjusted>('pointsAdjust', adjusted, BOOKED)
/** Points by hand that are too many for one administrator. */
export const pendingPointsQuery = queryOptions({
  queryKey: admin('pending points'),
  queryFn: async () => (await call('pointsPending', {}, pendingPointsList)).rows,
})
export const useAgreeToPoints = () =>
  useCommand<{ id: string; agree: boolean }, typeof anything>('pointsAgree', anything, BOOKED)
export const usePinTrust = () =>
  useCommand<{ user: string; level: number | null }, typeof anything>('userPinTrust', anything, PEOPLE)
export const useSetAdmin = () =>
  useCommand<{ user: string; isAdmin: boolean; confirm: string }, typeof anything>(
    'userSetAdmin',
    anything,
    PEOPLE,
  )

export interface BuildChange {
  id?: string
  channel: string
  version: string
  releasedAt: string
  notes?: string
  commit?: string
  state?: string
}
export const useSaveBuild = () =>
  useCommand<BuildChange, typeof anything>('buildSave', anything, [
    buildsQuery.queryKey,
    programmeQuery.queryKey,
  ])

export const dryRunQuery = (draft: Rules, differs: boolean) =>
  queryOptions({
    queryKey: [...ruleBookQuery.queryKey, 'dry-run', draft],
    queryFn: () => call('ruleSetDryRun', { rules: draft }, dryRun),
    enabled: differs,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
export const usePublish = () =>
  useCommand<{ rules: Rules; effectiveFrom: string; note: string }, typeof anything>(
    'ruleSetPublish',
    anything,
    [ruleBookQuery.queryKey, programmeQuery.queryKey],
  )

export const checklistQuery = (number: number) =>
  queryOptions({
    queryKey: [...seasonsQuery.queryKey, 'checklist', number],
    queryFn: async () => (await call('seasonChecklist', { number }, checklist)).items,
  })
const SEASONS = [seasonsQuery.queryKey, programmeQuery.queryKey]
export interface SeasonChange {
  number?: number
  name: string
  startsAt: string
  endsAt: string
  reviewDays?: number
}
export const useSaveSeason = () => useCommand<SeasonChange, typeof anything>('seasonSave', anything, SEASONS)
export const useSeasonState = () =>
  useCommand<{ number: number; state: string }, typeof anything>('seasonSetState', anything, SEASONS)

export interface AuditFilter {
  actor?: string
  action?: string
  from?: string
  to?: string
}
export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: admin('audit', filter),
    queryFn: ({ pageParam }) =>
      call('audit', { ...filter, ...(pageParam ? { cursor: pageParam } : {}) }, auditPage),
    initialPageParam: null as number | null,
    getNextPageParam: last => last.next,
    placeholderData: keepPreviousData,
  })

export const aboutQuery = queryOptions({
  queryKey: admin('about'),
  queryFn: () => call('about', {}, about),
})
export const useInvariants = () =>
  useCommand<object, typeof invariants>('invariantsCheck', invariants, [admin('about')])
