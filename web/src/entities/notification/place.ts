import type { Notification } from '#/entities/notification/schema'

/** Decisions about who is one person: what can be said to them stands on the leaderboard. */
const FAIRNESS = new Set([
  'linked',
  'unlinked',
  'held',
  'released',
  'asked',
  'appeal_upheld',
  'appeal_denied',
])

/** The page that tells more about a notification, inside the app. */
export function placeOf({ kind, issue, data }: Notification): string {
  switch (kind) {
    case 'failure_question':
      return '/notifications'
    case 'admin_cluster':
      return data.cluster ? `/issues/clusters/${encodeURIComponent(data.cluster)}` : '/issues/clusters'
    case 'admin_webhook':
      return data.service ? '/admin/settings/integrations' : '/admin/settings/webhooks'
    case 'admin_failure_rate':
      return '/issues/unreported'
    case 'admin_network':
      return '/admin/settings/networks'
    case 'admin_appeal':
      return data.appeal ? `/review/appeals/${encodeURIComponent(data.appeal)}` : '/review/appeals'
    case 'payout':
      return data.season ? `/payouts/${data.season.number}` : '/leaderboard'
    case 'rules_season':
      if (data.season) return `/leaderboard/seasons/${data.season.number}`
      return data.what === 'rules' ? '/leaderboard/rules' : '/'
    case 'points_settled':
    case 'points_reversed':
    case 'badge_level':
      return '/leaderboard'
    case 'submission_returned':
    case 'mission':
      return data.mission ? `/missions/${encodeURIComponent(data.mission.slug)}` : '/missions'
    case 'account_changed':
      return FAIRNESS.has(data.status ?? '') ? '/leaderboard' : '/'
    default:
      return issue ? `/issues/${issue.number}` : '/'
  }
}
