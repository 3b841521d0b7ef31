// The issues of the imagined programme, as lists show them.
const HOUR = 3_600_000
export const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString()

export const person = (username: string, isAdmin = false, trustLevel = 1) => ({
  id: username,
  username,
  isAdmin,
  trustLevel,
})
export const mia = person('mia', true, 0)

export const build = (version: string) => ({ id: `build-${version}`, version, channel: 'web' })

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

export const rin = person('rin')
export const ROWS = [
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

// More than a list can show without care.
const TOTAL = 1284
const DAYS = [4, 6, 3, 2, 8, 11, 9, 5, 4, 6, 10, 12, 8, 7]

/** A search as the imagined server answers it. */
export function searchIssues({ query = '', cursor, limit = 50 }: Record<string, unknown>) {
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

export const QUEUE = [
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
