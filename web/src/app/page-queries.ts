// What each page reads first, asked for while its code is still on the way.
import type { QueryClient } from '@tanstack/react-query'
import type { Ahead } from '#/app/read-ahead'
import { queryClientOf } from '#/backend/session-cache'
import type { User } from '#/backend/user'
import { clusterListQuery, clusterQuery } from '#/entities/cluster/queries'
import { issueListQuery, issueQuery, timelineQuery } from '#/entities/issue/queries'
import { missionListQuery, missionQuery } from '#/entities/mission/queries'
import { notificationsQuery, waitingQuery } from '#/entities/notification/queries'
import { programmeQuery } from '#/entities/programme/queries'
import { ruleBookQuery } from '#/entities/rule/queries'
import { readClusters } from '#/features/clusters/search-params'
import { readDashboard } from '#/features/dashboard/search-params'
import { adminQuery, testerQuery } from '#/features/dashboard/api'
import { readAddress } from '#/features/issues/list/search-params'
import { queueQuery } from '#/features/issues/triage/api'
import { readPlace } from '#/features/leaderboard/address'
import { readBoard } from '#/features/leaderboard/api'
import { readMissions } from '#/features/missions/address'
import { profileQuery } from '#/features/profile/api'

interface Reading {
  client: QueryClient
  user: User
  params: Record<string, string | undefined>
  search: Record<string, unknown>
}

const PAGES = {
  member: ({ client, user }) =>
    Promise.all([
      client.ensureQueryData(programmeQuery),
      client.prefetchInfiniteQuery(waitingQuery),
      user.isAdmin && import('#/locales/admin'),
    ]),
  dashboard: ({ client, user, search }) => {
    const { days = 7, build } = readDashboard(search)
    // Each role has a dashboard of its own, fetched beside what it will show.
    return user.isAdmin
      ? Promise.all([
          import('#/features/dashboard/AdminDashboard'),
          client.ensureQueryData(adminQuery(days, build)),
        ])
      : Promise.all([import('#/features/dashboard/TesterDashboard'), client.ensureQueryData(testerQuery)])
  },
  issues: ({ client, search }) => {
    const { query, sort } = readAddress(search)
    return client.ensureInfiniteQueryData(issueListQuery(query, sort))
  },
  issue: ({ client, user, params: { number = '' } }) =>
    /^\d{1,9}$/.test(number)
      ? Promise.all([
          client.ensureQueryData(issueQuery(Number(number))),
          client.ensureInfiniteQueryData(timelineQuery(Number(number), 'all')),
          user.isAdmin && import('#/features/issues/page/admin/parts'),
        ])
      : null,
  review: ({ client, user, params: { kind } }) =>
    user.isAdmin && kind === 'reports' ? client.ensureQueryData(queueQuery('promise')) : null,
  clusters: ({ client, search }) => {
    const { period = '7d', state } = readClusters(search)
    return client.ensureInfiniteQueryData(clusterListQuery(period, state))
  },
  cluster: ({ client, params: { id = '' }, search }) =>
    client.ensureInfiniteQueryData(clusterQuery(id, readClusters(search).period ?? '30d')),
  missions: ({ client, search }) => {
    const { show = 'open', network } = readMissions(search)
    return client.ensureInfiniteQueryData(missionListQuery(show, network))
  },
  mission: ({ client, params: { slug = '' } }) => client.ensureQueryData(missionQuery(slug)),
  leaderboard: ({ client, params: { number }, search }) =>
    readBoard(client, number === undefined ? undefined : Number(number), readPlace(search)),
  notifications: ({ client }) =>
    Promise.all([
      client.ensureInfiniteQueryData(waitingQuery),
      client.ensureInfiniteQueryData(notificationsQuery('news')),
    ]),
  rules: ({ client }) => client.ensureQueryData(ruleBookQuery),
  profile: ({ client, params: { username = '' } }) => client.ensureQueryData(profileQuery(username)),
} satisfies Record<string, (reading: Reading) => Promise<unknown> | null>

export type PageName = keyof typeof PAGES

/** Asks for what a page will read. What did not come is the page's to say: it reads from the same cache. */
export async function readPage(name: PageName, user: User, { context, params, location }: Ahead) {
  const client = queryClientOf(context.cache, user.objectId)
  await PAGES[name]({ client, user, params: { ...params }, search: { ...location.search } })
}
