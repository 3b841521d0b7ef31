// The answers of an imagined programme, a swap in beta, by the names of the server's functions. For looking at pages
// and for the tests of single components; that the pages work with the real server is proven in e2e/.
import { board } from './programme-board.ts'
import { dashboards } from './programme-dashboard.ts'
import { controls } from './programme-settings.ts'
import { issues } from './programme-issues.ts'

/** Answers one function, or nothing where it is not imagined. */
export type Answers = Record<string, (params: Record<string, unknown>) => unknown>

const general: Answers = {
  programme: () => ({
    product: { name: 'Touchstone Swap', shortName: 'Touchstone' },
    areas: [
      { key: 'swap', name: 'Swap' },
      { key: 'quote', name: 'Quote' },
      { key: 'approve', name: 'Approve' },
      { key: 'wallet', name: 'Wallet' },
      { key: 'display', name: 'Display' },
    ],
    severityWords: { S1: 'Critical', S2: 'Major', S3: 'Minor', S4: 'Trivial' },
    statusWords: Object.fromEntries(
      [
        ['bug', 'Confirmed', 'In progress', 'Fixed – please check', 'Verified'],
        ['friction', 'Accepted', 'In progress', 'Changed – please check', 'Verified'],
        ['idea', 'Accepted', 'Being built', 'Shipped – please check', 'Shipped'],
      ].map(([kind, confirmed, progress, fixed, verified]) => [
        kind,
        {
          new: 'New',
          needs_info: 'Needs info',
          confirmed,
          in_progress: progress,
          fixed,
          verified,
          closed: 'Closed',
        },
      ]),
    ),
    builds: ['0.4.3', '0.4.2', '0.4.1', '0.4.0'].map((version, order) => ({
      id: `build-${version}`,
      channel: 'web',
      version,
      ordinal: 43 - order,
      state: 'active',
      releasedAt: `2026-11-${String(12 - order * 5).padStart(2, '0')}T09:00:00.000Z`,
    })),
    season: {
      number: 2,
      name: 'Season 2',
      startsAt: '2026-10-13T00:00:00.000Z',
      endsAt: '2026-11-27T12:00:00.000Z',
      state: 'live',
    },
    ruleSetVersion: 1,
    readOnly: false,
    securityContact: 'security@example.org',
    promise: { firstResponseS1h: 4, firstResponseH: 48, decisionDays: 7 },
    limits: { reportsPerDay: 10 },
    timeZone: 'UTC',
    uploads: { imageBytes: 10_000_000, textBytes: 1_000_000, perReport: 8, perComment: 4 },
  }),
}

const answers: Answers = { ...general, ...board, ...dashboards, ...controls, ...issues }

/** What the imagined server says to a call; a function nobody has imagined is unknown to it. */
export function imagine(name: string, params: Record<string, unknown> = {}): unknown {
  const answer = answers[name]
  if (!answer) throw new Error(`Invalid function: "${name}"`)
  return answer(params)
}
