// The two dashboards of the imagined programme.
import { myStanding } from './programme-board.ts'
import type { Answers } from './programme.ts'

const day = (back: number) => new Date(Date.UTC(2026, 10, 15) - back * 86_400_000).toISOString().slice(0, 10)
const rin = { id: 'user-rin', username: 'rin', isAdmin: false, trustLevel: 2 }

const NEW = [14, 18, 11, 9, 22, 31, 26, 17, 15, 19, 28, 33, 24, 21]
const RESOLVED = [9, 12, 14, 10, 11, 15, 24, 27, 20, 14, 16, 19, 30, 26]
const WEEKS = ['2026-W41', '2026-W42', '2026-W43', '2026-W44', '2026-W45', '2026-W46']

const report = (number: number, title: string, status: string, more: object) => ({
  id: `issue-${number}`,
  number,
  kind: 'bug',
  title,
  area: 'swap',
  status,
  severity: null,
  reporter: rin,
  submittedAt: `${day(12)}T10:00:00.000Z`,
  lastActivityAt: `${day(1)}T10:00:00.000Z`,
  mine: true,
  ...more,
})

const days = (count: number) =>
  Array.from({ length: count }, (_, order) => ({
    day: day(count - 1 - order),
    new: NEW[order % 14] ?? 0,
    resolved: RESOLVED[order % 14] ?? 0,
    open: 120 + order * 3,
  }))

export const dashboards: Answers = {
  dashboardTester: () => ({
    waiting: [
      {
        type: 'check',
        number: 377,
        title: 'Route over two pools reverts with a stale price',
        text: '',
        since: `${day(2)}T08:00:00.000Z`,
        build: { id: 'build-0.4.2', version: '0.4.2', channel: 'web' },
      },
      {
        type: 'info',
        number: 401,
        title: 'Wallet stays on the old network after switching',
        text: 'Which wallet version did you use?',
        since: `${day(1)}T08:00:00.000Z`,
        build: null,
      },
    ],
    standing: myStanding(),
    reports: [
      report(412, 'Swap gives 3 % less than quoted on two-hop routes', 'in_progress', {
        severity: 'S2',
        voteCount: 12,
      }),
      report(401, 'Wallet stays on the old network after switching', 'needs_info', { voteCount: 3 }),
      report(377, 'Route over two pools reverts with a stale price', 'fixed', {
        severity: 'S2',
        voteCount: 19,
      }),
      report(365, 'Custom RPC is forgotten after a reload', 'verified', { severity: 'S4', voteCount: 2 }),
      report(352, 'Copy button copies the short address', 'closed', {
        resolution: 'duplicate',
        duplicateOf: 340,
        voteCount: 5,
      }),
    ],
    news: [],
    pulse: {
      days: days(14),
      areas: [
        { area: 'approve', count: 48, mine: 0 },
        { area: 'swap', count: 31, mine: 3 },
        { area: 'quote', count: 12, mine: 1 },
        { area: 'wallet', count: 9, mine: 1 },
        { area: 'display', count: 4, mine: 0 },
      ],
    },
    isNamed: true,
    firstSteps: { reported: true, voted: true },
  }),
  profile: ({ username }) => ({
    person: {
      id: `user-${username}`,
      username,
      trustLevel: 2,
      joinedMonth: '2026-10',
      accuracyPct: 80,
      level: 2,
    },
    standings: [{ season: 2, rank: 38, total: 412 }],
    reports: [
      report(412, 'Swap gives 3 % less than quoted on two-hop routes', 'in_progress', { severity: 'S2' }),
      report(377, 'Route over two pools reverts with a stale price', 'fixed', { severity: 'S2' }),
      report(365, 'Custom RPC is forgotten after a reload', 'verified', { severity: 'S4' }),
    ],
    outcomes: { confirmed: 4, duplicate: 1, closed: 2, open: 4 },
    own: username === 'rin',
  }),
  memberPrefsSet: () => ({}),
  dashboardAdmin: ({ days: period }) => ({
    queue: { waiting: 23, oldestHours: 31 },
    promise: { inTimePct: 96, p90Hours: 19 },
    urgent: { s1: 1, private: 1 },
    regressions: 2,
    inOut: days(Math.max(14, Number(period ?? 7))),
    queueAge: [6, 5, 3, 2, 2, 2, 2, 1, 0, 0, 0, 0].map((count, order) => ({
      fromHours: order * 4,
      toHours: order * 4 + 4,
      count,
    })),
    times: WEEKS.map((week, order) => ({
      week,
      firstP50: [6, 5, 4, 4, 3, 3][order],
      firstP90: [31, 28, 24, 22, 20, 19][order],
      decideP50: [40, 36, 30, 28, 26, 22][order],
      decideP90: [160, 150, 120, 110, 104, 96][order],
      fixP50: [210, 190, 180, 150, 140, 120][order],
      fixP90: [500, 480, 470, 400, 380, 360][order],
    })),
    areas: WEEKS.map((week, order) => ({
      week,
      byArea: { swap: 30 + order * 4, approve: 22 + order * 5, quote: 12 + order, wallet: 9, display: 4 },
    })),
    outcomes: WEEKS.map((week, order) => ({
      week,
      accepted: 60 + order * 6,
      duplicate: 18 + order * 3,
      rejected: 14 - order,
    })),
    testers: days(14).map(({ day: at, new: joined, open }) => ({
      day: at,
      active: open + joined * 3,
      new: joined,
    })),
    issued: WEEKS.map((week, order) => ({
      week,
      byRule: {
        'bug.S2': 2600 + order * 500,
        'bug.S3': 1500,
        'fix.check': 700 + order * 90,
        'idea.accepted': 900,
        manual: 120,
      },
    })),
    hours: Array.from({ length: 7 * 24 }, (_, order) => {
      const hour = order % 24
      const busy = Math.max(0, Math.sin(((hour - 6) / 24) * Math.PI * 2))
      return [Math.floor(order / 24), hour, Math.round(busy * (order % 7 === 0 ? 3 : 9) + ((order * 13) % 3))]
    }),
    setup: [
      { key: 'names', done: true, sentence: 'Name the product.' },
      { key: 'builds', done: true, sentence: 'Add the first build.' },
      { key: 'season', done: true, sentence: 'Open a season.' },
      { key: 'invitations', done: false, sentence: 'Make an invitation and send it to the first testers.' },
    ],
  }),
}
