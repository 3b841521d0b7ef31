// Standings, ledger, rules, seasons of the imagined programme.
import type { Answers } from './programme.ts'

export const balancedRules = {
  bug: { S1: 400, S2: 150, S3: 50, S4: 15 },
  bugS4PerDay: 3,
  friction: { points: 20, perDay: 3 },
  ideaAccepted: 30,
  ideaPerWeek: 2,
  ideaShipped: 70,
  quality: { A: 12_500, B: 10_000, C: 6000 },
  coFinderShares: [2000, 1000, 500, 250, 125],
  coverage: { points: 5, perDay: 4 },
  coveragePerIssue: 6,
  fixCheck: { points: 10, perDay: 5 },
  fixCheckPersons: 3,
  regressionBps: 4000,
  duplicate: { points: 3, perDay: 10 },
  helpful: { points: 5, perDay: 3 },
  missionBlockedBps: 5000,
  spamPenalty: 20,
  abuseMost: 500,
  settleDays: 7,
  trust: { knownAccepted: 1, reliableAccepted: 5, reliableBps: 6000, expertAccepted: 20, expertBps: 7500 },
}

const NAMES = ['kai', '', 'juno', 'tomasz', 'ines', 'oyelaran', 'wren', 'sable', 'marisol', 'dmitri.k']
const TOTALS = [3482, 3120, 2874, 2391, 2207, 1988, 1764, 1650, 1533, 1490]
const CHANGES = [210, 40, 137, 0, 96, -12, 18, 75, 60, 10]
const ACCURACY = [88, 71, 84, 79, 82, 68, 77, 74, 81, 66]
const TESTERS = 1204
const MY_RANK = 38

const personAt = (rank: number) => {
  const name =
    rank === MY_RANK
      ? 'rin'
      : rank === 37
        ? 'lio'
        : rank === 39
          ? 'pavel_r'
          : (NAMES[rank - 1] ?? `tester${rank}`)
  if (name === '') return { id: null, username: null, hidden: true }
  return { id: `user-${name}`, username: name, isAdmin: false, trustLevel: rank < 5 ? 3 : rank < 60 ? 2 : 1 }
}

const totalAt = (rank: number) =>
  rank === MY_RANK ? 412 : (TOTALS[rank - 1] ?? Math.max(3, Math.round(1490 * Math.exp(-(rank - 10) / 22.5))))

function standing(rank: number) {
  const total = totalAt(rank)
  const checks = Math.round(total * (0.08 + (rank % 5) * 0.02))
  const ideas = Math.round(total * (0.06 + (rank % 3) * 0.05))
  const helpful = Math.max(0, Math.round(total * 0.02))
  return {
    rank,
    person: personAt(rank),
    total,
    change7d: rank === MY_RANK ? 169 : (CHANGES[rank - 1] ?? (rank * 7) % 40),
    accuracyPct: rank === MY_RANK ? 80 : (ACCURACY[rank - 1] ?? 60 + (rank % 20)),
    byRule: { bug: total - checks - ideas - helpful, fix: checks, idea: ideas, comment: helpful },
    highCount: rank < 10 ? 10 - rank : rank === MY_RANK ? 2 : rank < 100 ? 1 : 0,
    provisional: rank === MY_RANK ? 113 : 0,
    isMe: rank === MY_RANK,
  }
}

const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, order) => from + order)

const day = (back: number) => new Date(Date.UTC(2026, 10, 15) - back * 86_400_000).toISOString()

const checkpoint = {
  seq: 8912,
  hash: '9f3a41d07be2c8554a6b0c12fe9d8e77a3b1905c66d24f0e8b7a1c93d5e2f0c1',
  at: '2026-11-15T00:00:00.000Z',
}

interface Line {
  seq: number
  amount: number
  rule: string
  sentence: string
  back: number
  kind?: string
  provisional?: boolean
  reversalOf?: number
  reversedBy?: number
}

const LINES: Line[] = [
  {
    seq: 8904,
    amount: 10,
    rule: 'fix.check',
    back: 2,
    sentence: 'Fix check on #371, build 0.4.2: you said works, and it did.',
  },
  {
    seq: 8889,
    amount: 6,
    rule: 'bug.S4',
    back: 3,
    sentence: 'Settled #365: no co-finders, the rest of the reward pool.',
  },
  {
    seq: 8871,
    amount: 113,
    rule: 'bug.S2',
    back: 4,
    provisional: true,
    sentence: 'Report #412 confirmed as Major: 150 × quality A 1.25 = 188. Finder’s 60 % now.',
  },
  {
    seq: 8842,
    amount: 20,
    rule: 'bug.S2',
    back: 5,
    sentence: 'Settled #377: two co-finders hold 37 and 18, the rest of your 133.',
  },
  {
    seq: 8790,
    amount: 20,
    rule: 'friction.accepted',
    back: 6,
    sentence: 'Report #380 accepted: the fee is shown too late.',
  },
  {
    seq: 8656,
    amount: 9,
    rule: 'bug.S4',
    back: 9,
    sentence: 'Report #365 confirmed as Trivial: 15 × quality B 1 = 15. Finder’s 60 % now.',
  },
  {
    seq: 8655,
    amount: -30,
    rule: 'bug.S3',
    kind: 'reversal',
    back: 9,
    reversalOf: 8512,
    sentence: 'Reversed entry 8512: #365 was regraded to Trivial by @mia: “needs a custom RPC”.',
  },
  {
    seq: 8512,
    amount: 30,
    rule: 'bug.S3',
    back: 11,
    reversedBy: 8655,
    sentence: 'Report #365 confirmed as Minor: 50 × quality B 1 = 50. Finder’s 60 % now.',
  },
  {
    seq: 8344,
    amount: 113,
    rule: 'bug.S2',
    back: 13,
    sentence: 'Report #377 confirmed as Major: 150 × quality A 1.25 = 188. Finder’s 60 % now.',
  },
  {
    seq: 8120,
    amount: 5,
    rule: 'comment.helpful',
    back: 18,
    sentence: 'Your comment on #340 was marked as helpful by @mia.',
  },
  {
    seq: 7980,
    amount: 10,
    rule: 'fix.check',
    back: 21,
    sentence: 'Fix check on #333, build 0.4.1: you said still broken, and it was.',
  },
]

const entry = ({ back, ...line }: Line) => ({
  kind: 'award',
  ruleSet: 1,
  sourceType: 'issue',
  issue: Number(/#(\d+)/.exec(line.sentence)?.[1] ?? 0) || null,
  provisional: false,
  reason: null,
  actor: null,
  at: day(back),
  reversalOf: null,
  reversedBy: null,
  hash: '3c4e…',
  ...line,
})

/** Thirty days of the reader’s total. */
export const mySeries = range(0, 29).map(step => {
  const total = [
    60, 75, 75, 78, 82, 82, 88, 88, 92, 96, 96, 102, 106, 110, 116, 116, 229, 233, 259, 259, 229, 229, 238,
    258, 264, 377, 383, 383, 402, 412,
  ]
  const before = total[step - 1] ?? 60
  const now = total[step] ?? 412
  return {
    at: day(29 - step),
    total: now,
    delta: now - before,
    rule: now - before > 100 ? 'bug.S2' : 'fix.check',
    sentence: now - before > 100 ? `#${step > 20 ? 412 : 377} confirmed as Major` : '',
  }
})

export const myStanding = () => ({
  standing: standing(MY_RANK),
  nextRank: { rank: 37, points: 22 },
  series: mySeries,
  eligible: true,
  held: false,
})

const season = (number: number, state: string) => ({
  number,
  name: `Season ${number}`,
  startsAt: number === 2 ? '2026-10-13T00:00:00.000Z' : '2026-08-01T00:00:00.000Z',
  endsAt: number === 2 ? '2026-11-27T12:00:00.000Z' : '2026-09-30T00:00:00.000Z',
  reviewDays: 7,
  state,
  finalHash: state === 'final' ? checkpoint.hash : null,
  entries: number === 2 ? 8912 : 20_417,
  people: number === 2 ? TESTERS : 980,
})

export const board: Answers = {
  standingsTop: ({ page = 1 }) => ({
    season: 2,
    ruleSetVersion: 1,
    total: TESTERS,
    asOf: '2026-11-15T10:20:00.000Z',
    rows: range(Number(page) * 100 - 99, Math.min(TESTERS, Number(page) * 100)).map(standing),
    me: standing(MY_RANK),
    checkpoint,
  }),
  standingsAround: () => ({ rows: range(MY_RANK - 5, MY_RANK + 5).map(standing), me: standing(MY_RANK) }),
  standingsFind: ({ name }) => ({
    rows: range(1, 400)
      .map(standing)
      .filter(({ person }) => person.username?.startsWith(String(name)))
      .slice(0, 10),
  }),
  myStanding,
  pointsMine: () => ({ entries: LINES.map(entry), next: null }),
  pointsBreakdown: () => ({
    total: 3482,
    byRule: {
      'bug.S1': 960,
      'bug.S2': 1180,
      'bug.S3': 380,
      'bug.S4': 90,
      'fix.check': 412,
      'idea.accepted': 300,
      'comment.helpful': 80,
      spam: -20,
    },
  }),
  ledgerVerify: () => ({
    entries: 8912,
    sum: 61_240,
    headHash: checkpoint.hash,
    ok: true,
    checkpoints: [checkpoint],
  }),
  seasons: () => ({ rows: [season(2, 'live'), season(1, 'final')] }),
  standingPlots: () => ({
    histogram: [80, 118, 144, 158, 134, 100, 78, 62, 48, 34, 22, 12, 8, 5, 3, 2].map((count, order) => ({
      from: Math.round(1.72 ** order),
      to: Math.round(1.72 ** (order + 1)),
      count,
    })),
    mine: 412,
    rankSeries: [71, 69, 70, 66, 61, 58, 55, 55, 52, 50, 49, 47, 44, 44, 38].map((rank, order) => ({
      day: day(14 - order),
      rank,
    })),
    byRuleWeekly: [4100, 4900, 5400, 7100, 8300, 7600].map((bug, order) => ({
      week: `2026-W${41 + order}`,
      byRule: { bug, fix: Math.round(bug * 0.16), idea: Math.round(bug * 0.26), comment: 120 },
    })),
  }),
  rules: () => ({
    current: {
      version: 1,
      rules: balancedRules,
      effectiveFrom: '2026-11-03T00:00:00.000Z',
      note: 'To begin with.',
    },
    latest: {
      version: 2,
      rules: { ...balancedRules, bug: { ...balancedRules.bug, S2: 180, S4: 5 } },
      effectiveFrom: '2026-11-17T00:00:00.000Z',
      note: 'Majors pay more, trivia less.',
    },
    history: [
      {
        version: 2,
        effectiveFrom: '2026-11-17T00:00:00.000Z',
        note: 'Majors pay more, trivia less.',
        publishedBy: { id: 'user-mia', username: 'mia', isAdmin: true, trustLevel: 4 },
        diff: [
          { key: 'bug.S2', before: 150, after: 180 },
          { key: 'bug.S4', before: 15, after: 5 },
          { key: 'fixCheck.points', before: 10, after: 12 },
        ],
      },
      {
        version: 1,
        effectiveFrom: '2026-11-03T00:00:00.000Z',
        note: 'To begin with.',
        publishedBy: { id: 'user-mia', username: 'mia', isAdmin: true, trustLevel: 4 },
        diff: [],
      },
    ],
  }),
  rulesCalculate: ({ position }) => ({
    purse: 188,
    share: position === 1 ? 133 : 37,
    sentence: 'Major: 150 × quality A 1.25 = 188. The second person to report it gets 20 %: 37.',
  }),
  manualEntries: () => ({
    entries: [
      {
        ...entry({ seq: 8001, amount: 40, rule: 'manual', back: 20, sentence: '' }),
        reason: 'Helped two testers through the network change on a call.',
        actor: { id: 'user-mia', username: 'mia', isAdmin: true },
        person: personAt(7),
      },
    ],
    next: null,
  }),
}
