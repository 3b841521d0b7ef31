// Issues: lists, single ones, triage.
import type { Answers } from './programme.ts'

const HOUR = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString()

const person = (username: string, isAdmin = false, trustLevel = 1) => ({
  id: username,
  username,
  isAdmin,
  trustLevel,
})
const mia = person('mia', true, 0)

const build = (version: string) => ({ id: `build-${version}`, version, channel: 'web' })

/** A row of a list; what is not said is ordinary. */
export const issueRow = (given: { number: number; title: string } & Record<string, unknown>) => ({
  id: `issue-${given.number}`,
  kind: 'bug',
  area: 'swap',
  status: 'confirmed',
  resolution: null,
  severity: 'S3',
  severityClaimed: 'S3',
  quality: null,
  visibility: 'programme',
  reporter: person('kai'),
  assignee: null,
  voteCount: 1,
  proofCount: 0,
  commentCount: 0,
  mergedCount: 0,
  build: build('0.4.2'),
  buildFixed: null,
  impact: 4.2,
  regressions: 0,
  tags: [],
  submittedAt: ago(60),
  lastActivityAt: ago(5),
  snoozedUntil: null,
  duplicateOf: null,
  affectsMe: false,
  watching: null,
  mine: false,
  answered: false,
  preview: '',
  match: null,
  ...given,
})

const rin = person('rin')
const ROWS = [
  {
    number: 418,
    title: 'Permit expired right after signing',
    area: 'approve',
    severity: 'S2',
    voteCount: 48,
    commentCount: 9,
    proofCount: 31,
    mergedCount: 3,
    lastActivityAt: ago(2),
    tags: ['permit'],
  },
  {
    number: 412,
    title: 'Swap gives 3 % less than quoted on two-hop routes',
    area: 'quote',
    status: 'in_progress',
    severity: 'S2',
    voteCount: 12,
    commentCount: 22,
    proofCount: 12,
    mergedCount: 4,
    mine: true,
    affectsMe: true,
    reporter: rin,
    build: build('0.4.1'),
    lastActivityAt: ago(26),
    watching: 'all',
  },
  {
    number: 427,
    title: 'Amount shown with 18 decimals, sent with 6',
    area: 'quote',
    severity: 'S1',
    voteCount: 6,
    commentCount: 14,
    proofCount: 5,
    lastActivityAt: ago(3),
  },
  {
    number: 377,
    title: 'Route over two pools reverts with a stale price',
    status: 'fixed',
    severity: 'S2',
    voteCount: 19,
    commentCount: 17,
    proofCount: 12,
    mergedCount: 2,
    mine: true,
    affectsMe: true,
    reporter: rin,
    build: build('0.4.1'),
    buildFixed: build('0.4.2'),
    lastActivityAt: ago(5),
    assignee: mia,
    watching: 'all',
    quality: 'A',
    impact: 15.1,
  },
  {
    number: 402,
    title: 'Approval is skipped on Base after a network switch',
    area: 'approve',
    voteCount: 9,
    commentCount: 6,
    proofCount: 8,
    build: build('0.4.1'),
    lastActivityAt: ago(7),
  },
  {
    number: 401,
    title: 'Wallet stays on the old network after switching',
    area: 'wallet',
    status: 'needs_info',
    severity: null,
    voteCount: 3,
    commentCount: 3,
    proofCount: 2,
    mine: true,
    affectsMe: true,
    reporter: rin,
    lastActivityAt: ago(5),
  },
  {
    number: 396,
    title: 'Hardware wallet shows unknown data when permitting',
    area: 'wallet',
    kind: 'friction',
    severity: null,
    voteCount: 22,
    commentCount: 11,
    proofCount: 4,
    build: build('0.4.0'),
    lastActivityAt: ago(30),
  },
  {
    number: 420,
    title: 'Quote stays on screen after the tab was asleep',
    area: 'quote',
    status: 'in_progress',
    voteCount: 31,
    commentCount: 8,
    lastActivityAt: ago(9),
  },
  {
    number: 409,
    title: 'Price impact warning covers the Max button',
    area: 'display',
    severity: 'S4',
    voteCount: 7,
    commentCount: 2,
    build: build('0.4.1'),
    lastActivityAt: ago(50),
  },
  {
    number: 425,
    title: 'Show the route before asking for approval',
    kind: 'idea',
    severity: null,
    voteCount: 14,
    commentCount: 5,
    lastActivityAt: ago(52),
  },
  {
    number: 384,
    title: 'Fee token shows a minimum that cannot be reached',
    area: 'quote',
    voteCount: 11,
    commentCount: 19,
    proofCount: 9,
    regressions: 1,
    lastActivityAt: ago(11),
  },
].map(issueRow)

const MORE = [
  'Max leaves no coin for fees',
  'Quote loops for ever on Base',
  'Wrong amount after changing decimals',
  'Wallet asks twice to connect',
  'Slippage box forgets its value',
  'History shows a swap twice',
  'Pending badge never goes away',
  'Token list jumps while scrolling',
]

/** As many rows as a test wants, after the ones that are named. */
const rowAt = (at: number) =>
  ROWS[at] ??
  issueRow({
    number: 370 - at + 100_000 * Number(at > 300),
    title: `${MORE[at % MORE.length]}${at > 40 ? `, case ${at}` : ''}`,
    area: ['swap', 'quote', 'wallet', 'display'][at % 4],
    status: ['confirmed', 'new', 'in_progress', 'needs_info'][at % 4],
    severity: at % 4 === 1 ? null : `S${2 + (at % 3)}`,
    voteCount: (at * 7) % 23,
    commentCount: at % 9,
    lastActivityAt: ago(24 + at),
  })

const TOTAL = 1284
const DAYS = [4, 6, 3, 2, 8, 11, 9, 5, 4, 6, 10, 12, 8, 7]

function searchIssues({ query = '', cursor, limit = 50 }: Record<string, unknown>) {
  const text = String(query)
  const wrong = text.match(/sev:S9/)
  if (wrong?.index !== undefined)
    throw {
      code: 142,
      message: `QUERY_SYNTAX: Severity goes from S1 to S4. @${wrong.index}-${wrong.index + 6}`,
    }
  const matching = filter(text)
  const all = matching ?? Array.from({ length: TOTAL }, (_, at) => rowAt(at))
  const from = Number(cursor ?? 0)
  const to = from + Number(limit)
  return {
    rows: all.slice(from, to),
    next: to < all.length ? String(to) : null,
    total: all.length,
    totalIsFloor: false,
    facets: {
      severity: { S1: 3, S2: 41, S3: 128, S4: 64 },
      days: DAYS.map((count, at) => ({ day: `2026-11-${at + 1}`, new: count, resolved: 5 })),
    },
  }
}

/** A few searches, enough to look at; `undefined` finds everything. */
function filter(query: string) {
  if (query.includes('reporter:me') || query.includes('affects:me')) return ROWS.filter(row => row.mine)
  if (query.includes('check:me')) return ROWS.filter(row => row.status === 'fixed')
  if (query.includes('is:fixed')) return ROWS.filter(row => row.status === 'fixed')
  const severity = /sev:(S\d)/.exec(query)?.[1]
  if (severity) return ROWS.filter(row => row.severity === severity)
  const number = /#(\d+)/.exec(query)?.[1]
  if (number) return ROWS.filter(row => String(row.number) === number)
  const words = query
    .replaceAll(/\S+:\S*/g, '')
    .trim()
    .toLowerCase()
  return words ? ROWS.filter(({ title }) => String(title).toLowerCase().includes(words)) : undefined
}

let lastComment = 0
const comment = (author: ReturnType<typeof person>, body: string, given: Record<string, unknown> = {}) => ({
  id: `comment-${(lastComment += 1)}`,
  number: 377,
  author,
  body,
  kind: 'comment',
  internal: false,
  parent: null,
  createdAt: ago(40),
  editedAt: null,
  deleted: false,
  helpful: false,
  reactions: { agree: 0, thanks: 0, confused: 0 },
  mine: [],
  attachments: [],
  may: { edit: false, delete: false, helpful: false, pin: false },
  ...given,
})

let lastEvent = 0
const event = (type: string, sentence: string, hours: number, given: Record<string, unknown> = {}) => ({
  type: 'event',
  id: `event-${(lastEvent += 1)}`,
  event: type,
  actor: null,
  data: {},
  at: ago(hours),
  staff: false,
  sentence,
  ...given,
})
const to = (status: string) => ({ data: { before: {}, after: { status } }, actor: mia })

const ADMIN_MOVES = [
  'issueStart',
  'issueMarkFixed',
  'issueAskInfo',
  'issueMerge',
  'issueClose',
  'issueSetSeverity',
  'issueSetQuality',
  'issueSetArea',
  'issueTag',
  'issueAssign',
]

const official = comment(
  mia,
  'The second hop was priced from a cached pool state. 0.4.2 reads both pools in one call.',
  {
    kind: 'official',
    createdAt: ago(120),
  },
)

/** One issue in full. */
export function issueView(number: number) {
  const row = [...ROWS, ...QUEUE].find(each => each.number === number)
  if (!row) throw { code: 101, message: 'Object not found.' }
  const fixed = row.status === 'fixed'
  return {
    issue: {
      ...row,
      body:
        number === 431
          ? 'i press swap and it fail every time. tried 3 times with 40 usdc on base. before it was working with the old version pls fix'
          : 'The swap reverts although the quote is fresh. It happens on **every third** try, see also #402.',
      steps:
        number === 431
          ? []
          : [
              'Choose USDC to ETH, 250, slippage 0.5 %.',
              'Wait until the route says “USDC › WBTC › ETH”.',
              'Confirm within ten seconds.',
            ],
      expected: number === 431 ? null : 'At least 0.07119 ETH, or a new quote.',
      actual:
        number === 431 ? null : '“Swap failed” without a reason. The wallet shows that the fee was paid.',
      environment: {
        browser: 'Chrome 142',
        system: 'Android 16',
        viewport: '390 × 844',
        wallet: 'injected 12.1',
      },
      attachments: [],
      firstResponseAt: ago(90),
      confirmedAt: ago(88),
      settledAt: fixed ? ago(30) : null,
      fixedAt: fixed ? ago(30) : null,
      verifiedAt: null,
      closedAt: null,
      closeReason: null,
      resumeStatus: null,
      buildVerified: null,
      externalRefs: fixed ? [{ system: 'GitHub', url: 'https://example.org/964', key: 'GH-964' }] : [],
      source: 'web',
      lockedVotes: false,
    },
    merged: fixed
      ? [381, 383].map(each => ({
          number: each,
          title: 'Same',
          reporter: person('juno'),
          submittedAt: ago(90),
          commentCount: 1,
        }))
      : [],
    root: null,
    official: fixed ? official : null,
    myCheck: null,
    checks: {
      works: fixed ? 1 : 0,
      stillBroken: 0,
      cannotTest: fixed ? 2 : 0,
      counted: fixed
        ? [
            {
              id: 'check-1',
              user: person('juno', false, 2),
              build: build('0.4.2'),
              verdict: 'works',
              note: '',
              at: ago(5),
              counted: true,
            },
          ]
        : [],
    },
    points: fixed ? { purse: 188, settlesAt: null, settled: true, mine: 133, provisional: false } : null,
    may: {
      edit: row.status === 'new' || row.status === 'needs_info',
      withdraw: row.status === 'needs_info',
      reopen: false,
      vote: !row.mine,
      comment: true,
      check: fixed,
      proposeDuplicate: true,
      triage: ADMIN_MOVES,
    },
    promise: { dueAt: ago(-17), answeredInHours: number === 431 ? null : 3, late: false },
    proposals:
      number === 431
        ? [
            {
              id: 'proposal-1',
              target: { number: 402, title: 'Approval is skipped on Base after a network switch' },
              by: person('kai'),
              note: '',
              state: 'open',
            },
          ]
        : [],
  }
}

const TIMELINE = [
  event('submitted', '@rin reported this', 300, { actor: rin }),
  event('merged_in', '@mia merged #381 and #383 into this', 280, { actor: mia }),
  event('status', '@mia confirmed it as Major, quality A', 279, to('confirmed')),
  event('points', 'Purse 188: +113 to the finder, provisional', 279),
  {
    type: 'comment',
    comment: comment(
      person('kai', false, 3),
      'Same on Base with a smaller size. It only happens when the first pool is the 0.05 % one; forcing a single hop works.',
      {
        helpful: true,
        createdAt: ago(260),
        reactions: { agree: 4, thanks: 1, confused: 0 },
        mine: ['agree'],
      },
    ),
  },
  {
    type: 'comment',
    comment: comment(
      mia,
      'Found it: `quoteRoute` kept the state of hop two for one block. Fix is in **0.4.2**. Please try the same pair and size.',
      { createdAt: ago(120), may: { edit: true, delete: true, helpful: false, pin: true } },
    ),
  },
  {
    type: 'comment',
    comment: comment(mia, 'The cache key lacks the block number. Backport to 0.4.1 is not worth it.', {
      internal: true,
      createdAt: ago(119),
    }),
  },
  event('status', '@mia marked it fixed in 0.4.2', 118, to('fixed')),
  event('points', 'Settled 188: +133 @rin, +37 @juno, +18 @wren', 118),
  event('fix_check', '@juno checked on 0.4.2: works', 5, { actor: person('juno') }),
]

const QUEUE = [
  {
    number: 434,
    title: 'Approval grants more than shown',
    area: 'approve',
    reporter: person('ines'),
    severityClaimed: 'S1',
    visibility: 'private',
    submittedAt: ago(0.6),
  },
  {
    number: 431,
    title: 'swap dont work',
    reporter: person('neo', false, 0),
    severityClaimed: 'S2',
    submittedAt: ago(31),
  },
  {
    number: 433,
    title: 'Max leaves no coin for fees',
    reporter: person('lio'),
    answered: true,
    submittedAt: ago(26),
  },
  {
    number: 436,
    title: 'Quote loops for ever on Base',
    area: 'quote',
    reporter: person('wren'),
    submittedAt: ago(22),
  },
  {
    number: 437,
    title: 'wrong amount after decimals',
    area: 'quote',
    reporter: person('tomasz'),
    severityClaimed: 'S2',
    submittedAt: ago(20),
  },
  {
    number: 438,
    title: 'Button says Swapp',
    area: 'display',
    reporter: person('pavel_r'),
    severityClaimed: 'S4',
    submittedAt: ago(18),
  },
  {
    number: 439,
    title: 'Wallet asks twice to connect',
    area: 'wallet',
    reporter: person('marisol'),
    submittedAt: ago(17),
  },
  {
    number: 435,
    title: 'Slippage error again',
    reporter: person('dmitri.k'),
    kind: 'friction',
    submittedAt: ago(15),
  },
  { number: 440, title: 'swap fails price moved', reporter: person('oyelaran'), submittedAt: ago(14) },
  {
    number: 441,
    title: 'Show fees before the wallet opens',
    reporter: person('sable'),
    kind: 'idea',
    submittedAt: ago(12),
  },
  // oxlint-disable-next-line no-map-spread -- a few rows
].map(given => ({
  ...issueRow({ status: 'new', severity: null, ...given }),
  dueAt: ago(-17),
  late: false,
  urgency: given.severityClaimed === 'S1' ? 3 : 1,
}))

const SIMILAR = [
  {
    number: 402,
    title: 'Approval is skipped on Base after a network switch',
    status: 'confirmed',
    resolution: null,
    voteCount: 9,
    score: 0.71,
    why: 'title',
    fixedIn: null,
    affectsMe: false,
  },
  {
    number: 388,
    title: 'Swap button asks for approval twice',
    status: 'closed',
    resolution: 'working_as_intended',
    voteCount: 4,
    score: 0.61,
    why: 'text',
    fixedIn: null,
    affectsMe: false,
  },
]
const share = (username: string, amount: number, role: string) => ({ person: person(username), amount, role })

/** What a triage command answers. */
const decided = ({ number }: Record<string, unknown>) => ({
  issue: issueRow({ number: Number(number), title: 'x', status: 'confirmed' }),
  undoUntil: new Date(Date.now() + 30_000).toISOString(),
  told: 2,
  points: [{ person: person('neo'), amount: 30 }],
})

export const issues: Answers = {
  searchIssues,
  issueVote: () => ({ voteCount: 49, affectsMe: true }),
  issueUnvote: () => ({ voteCount: 48, affectsMe: false }),
  issueWatch: ({ level }) => ({ watching: level ?? null }),
  issueGet: ({ number }) => issueView(Number(number)),
  issueTimeline: ({ only }) => ({
    items: TIMELINE.filter(({ type }) => only === 'all' || (only === 'comments') === (type === 'comment')),
    next: null,
  }),
  similarFind: ({ title }) => ({ rows: /approv|swap|permit/i.test(String(title)) ? SIMILAR : [] }),
  fixCheckSubmit: ({ verdict }) => ({
    check: { id: 'check-2', user: rin, build: build('0.4.2'), verdict, note: '', at: ago(0), counted: false },
    status: 'fixed',
  }),
  commentAdd: ({ body }) => ({ comment: comment(rin, String(body)), issue: ROWS[3] }),
  commentReact: () => ({ reactions: { agree: 5, thanks: 1, confused: 0 }, mine: [] }),
  issueSubmit: () => ({
    number: 442,
    id: 'issue-442',
    issue: issueRow({ number: 442, title: 'x', status: 'new' }),
  }),
  attachmentAdd: ({ name }) => ({
    attachment: {
      id: `file-${name}`,
      name,
      mime: 'image/webp',
      size: 412_000,
      width: 800,
      height: 600,
      url: '/favicon.svg',
      state: 'clean',
    },
  }),
  attachmentRemove: () => ({}),
  triageQueue: () => ({ rows: QUEUE, waiting: 23, dueSoon: 2, lookers: { 436: [person('ada', true)] } }),
  triageCase: ({ number }) => ({
    ...issueView(Number(number)),
    similar: SIMILAR,
    suggestion:
      number === 431
        ? { command: 'merge', target: 402, why: 'the titles are close and a tester proposes it' }
        : { command: 'accept', target: null, why: 'nothing like it is known' },
    reporterStats: { accepted: 0, decided: 1, spam: 0, trustLevel: 0 },
    wouldPay: {
      S1: [share('neo', 400, 'finder')],
      S2: [share('neo', 150, 'finder')],
      S3: [share('neo', 50, 'finder')],
      S4: [share('neo', 15, 'finder')],
    },
    seenBy: [mia],
  }),
  triageLook: ({ number }) => ({ lookers: number === 436 ? [person('ada', true)] : [] }),
  ...Object.fromEntries(
    [
      'issueAccept',
      'issueAskInfo',
      'issueClose',
      'issueMerge',
      'issueSnooze',
      'issueAssign',
      'issueSetSeverity',
      'issueSetQuality',
      'issueSetArea',
      'issueTag',
      'issueStart',
      'issueMarkFixed',
      'issueUndo',
      'issueEdit',
      'issueWithdraw',
      'issueReopen',
      'issueProposeDuplicate',
    ].map(name => [name, decided]),
  ),
}
