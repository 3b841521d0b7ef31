import type { Person } from './people.ts'
import { FIRST } from './fixtures/seed.ts'

/** Every page behind the sign-in, with the heading that says it is there. */
export const placesOf = ({ username }: Person): { path: string; heading: string }[] => [
  { path: '/', heading: 'Dashboard' },
  { path: '/missions', heading: 'Missions' },
  { path: '/issues', heading: 'Issues' },
  { path: '/issues?q=nothing+reads+like+this', heading: 'Issues' },
  { path: `/issues/${FIRST}`, heading: `#${FIRST}` },
  { path: '/issues/new', heading: 'New issue' },
  { path: '/issues/clusters', heading: 'Failure clusters' },
  { path: '/leaderboard', heading: 'Leaderboard' },
  { path: '/leaderboard/rules', heading: 'Rules' },
  { path: '/leaderboard/seasons/1', heading: 'Season 1' },
  { path: '/notifications', heading: 'Notifications' },
  ...['reports', 'wallets', 'notifications', 'privacy', 'security', 'preferences', 'data'].map(tab => ({
    path: `/u/${username}?tab=${tab}`,
    heading: `@${username}`,
  })),
  { path: '/no/where', heading: 'Not found' },
]

/** Those that only administrators have. */
export const ADMIN_PLACES = [
  { path: '/issues/triage', heading: 'Triage' },
  { path: '/admin/settings', heading: 'Settings' },
  { path: '/admin/settings/webhooks', heading: 'Webhooks & API' },
  ...[
    'Access',
    'People',
    'Builds',
    'Scoring',
    'Seasons',
    'Missions',
    'Rewards',
    'Fairness',
    'Announcements',
    'Notifications',
    'Integrations',
    'Audit',
    'About',
  ].map(heading => ({
    path: `/admin/settings/${heading.toLowerCase()}`,
    heading,
  })),
]
