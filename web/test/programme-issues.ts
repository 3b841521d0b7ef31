// Single issues and triage of the imagined programme.
import { ago, build, issueRow, mia, person, QUEUE, rin, ROWS, searchIssues } from './programme-rows.ts'
import type { Answers } from './programme.ts'

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
const to = (status: string) => ({
  data: { changes: [{ field: 'stage', before: {}, after: { active: { status } } }] },
  actor: mia,
})

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
    points: fixed
      ? { purse: 188, worth: 188, settlesAt: null, settled: true, mine: 133, provisional: false }
      : null,
    may: {
      edit: row.status === 'new' || row.status === 'needs_info',
      withdraw: row.status === 'needs_info',
      reopen: false,
      vote: !row.mine,
      comment: true,
      check: fixed,
      checkCounts: fixed,
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
  event('submitted', 'reported this', 300, { actor: rin }),
  event('merged_in', 'merged another report into it: #381', 280, { actor: mia }),
  event('status', 'confirmed it', 279, to('confirmed')),
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
  event('status', 'marked it as fixed', 118, to('fixed')),
  event('points', 'Settled 188: +133 @rin, +37 @juno, +18 @wren', 118),
  event('fix_check', 'checked the fix in 0.4.2: it works', 5, { actor: person('juno') }),
]

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
  watchers: 2,
  points: [{ person: person('neo'), amount: 30 }],
})

export const issues: Answers = {
  searchIssues,
  savedViews: () => ({
    rows: [
      {
        id: 'view-1',
        name: 'Wallet trouble',
        query: 'area:wallet',
        sort: 'impact',
        shared: true,
        mine: false,
      },
    ],
  }),
  savedViewSave: view => ({ view: { id: 'view-2', mine: true, ...view } }),
  savedViewRemove: () => ({}),
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
      'issueSetVisibility',
      'issueLinkExternal',
      'issueResettle',
      'issueUnmerge',
      'issueStop',
    ].map(name => [name, decided]),
  ),
}
