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
  { path: '/issues/clusters', heading: 'Issues' },
  { path: '/leaderboard', heading: 'Leaderboard' },
  { path: '/leaderboard/rules', heading: 'Rules' },
  { path: '/leaderboard/seasons/1', heading: 'Season 1' },
  { path: '/notifications', heading: 'Inbox' },
  ...['reports', 'wallets', 'notifications', 'privacy', 'security', 'preferences', 'data'].map(tab => ({
    path: `/u/${username}?tab=${tab}`,
    heading: `@${username}`,
  })),
  { path: '/no/where', heading: 'Not found' },
]

/** Those that only administrators have. */
export const ADMIN_PLACES = [
  ...['reports', 'missions', 'appeals', 'fairness', 'points'].map(kind => ({
    path: `/review/${kind}`,
    heading: 'Review',
  })),
  ...['programme', 'networks', 'response', 'access', 'done'].map(step => ({
    path: `/admin/setup/${step}`,
    heading: 'Set up',
  })),
  { path: '/admin/settings', heading: 'Settings' },
  ...Object.entries({
    general: 'General',
    areas: 'Areas and severities',
    response: 'Response and fixes',
    access: 'Access',
    legal: 'Legal pages',
    people: 'People',
    points: 'Manual points',
    networks: 'Networks',
    contracts: 'Contracts and tokens',
    errors: 'Errors',
    builds: 'Builds',
    missions: 'Missions',
    scoring: 'Scoring',
    seasons: 'Seasons',
    rewards: 'Payouts',
    fairness: 'Fairness',
    announcements: 'Announcements',
    notifications: 'E-mail',
    integrations: 'Chat and trackers',
    widget: 'Widget',
    keys: 'API keys',
    webhooks: 'Webhooks',
    audit: 'Audit log',
    about: 'About',
  }).map(([page, heading]) => ({ path: `/admin/settings/${page}`, heading })),
]
