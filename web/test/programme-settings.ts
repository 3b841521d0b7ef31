// What administrators see and set in the imagined programme.
import type { Answers } from './programme.ts'

const mia = { id: 'user-mia', username: 'mia', isAdmin: true, trustLevel: 4 }
const ago = (days: number) => new Date(Date.UTC(2026, 10, 15, 9) - days * 86_400_000).toISOString()

const SETTINGS: [string, unknown, string, string][] = [
  [
    'product.name',
    'Touchstone Swap',
    'text',
    'The product under test, as the sidebar and page titles name it.',
  ],
  ['product.shortName', 'Touchstone', 'text', 'The short name after “Powered by”.'],
  ['programme.timeZone', 'UTC', 'text', 'Where days begin and end when daily caps are counted.'],
  ['programme.readOnly', false, 'flag', 'While on, nobody but administrators can change anything.'],
  [
    'areas',
    [
      { key: 'swap', name: 'Swap' },
      { key: 'quote', name: 'Quote' },
      { key: 'approve', name: 'Approve' },
      { key: 'wallet', name: 'Wallet' },
    ],
    'areas',
    'The parts of the product a report can be about.',
  ],
  [
    'severity.words',
    { S1: 'Critical', S2: 'Major', S3: 'Minor', S4: 'Trivial' },
    'words',
    'What the four severities are called.',
  ],
  [
    'security.contact',
    'security@example.org',
    'text',
    'Shown to testers who report something that could lose or expose funds.',
  ],
  ['access.mode', 'invite', 'choice', 'Who may make an account: anybody, or whoever has an invitation.'],
  [
    'access.premoderate',
    'never',
    'choice',
    'Whose new reports wait for an administrator before other testers see them.',
  ],
  [
    'promise.firstResponseS1h',
    4,
    'whole',
    'Hours until the first decision or question about a report claimed critical.',
  ],
  [
    'promise.firstResponseH',
    48,
    'whole',
    'Hours until the first decision or question about any other report.',
  ],
  ['promise.decisionDays', 7, 'whole', 'Days until a report is decided.'],
  [
    'issue.needsInfoDays',
    14,
    'whole',
    'Days a question to a reporter stays open before the report is closed.',
  ],
  [
    'season.reviewDays',
    7,
    'whole',
    'Days in which the results of a season are checked before they are final.',
  ],
]

const NAMES = [
  'kai',
  'juno',
  'tomasz',
  'ines',
  'oyelaran',
  'wren',
  'sable',
  'marisol',
  'dmitri.k',
  'lio',
  'rin',
  'pavel_r',
]

const member = (order: number) => {
  const username = NAMES[order] ?? `tester${order}`
  return {
    id: `user-${username}`,
    username,
    email: `${username}@example.org`,
    isAdmin: false,
    status: order === 5 ? 'limited' : order === 8 ? 'suspended' : 'active',
    trustLevel: order < 4 ? 3 : 2,
    trustPinned: order === 2,
    accuracyPct: order % 7 === 6 ? null : 60 + (order % 30),
    accepted: 8,
    decided: 10,
    spam: order === 8 ? 2 : 0,
    cohort: order % 2 ? 'spring' : null,
    lastActiveOn: ago(order % 9).slice(0, 10),
    joinedAt: ago(30 + order),
    points: Math.max(0, 3400 - order * 90),
  }
}

export const controls: Answers = {
  settings: () => ({
    rows: SETTINGS.map(([key, value, kind, help], order) => ({
      key,
      value,
      default: value,
      kind,
      help,
      version: order < 3 ? 2 : 0,
      by: order < 3 ? mia : null,
      at: order < 3 ? ago(3) : null,
    })),
  }),
  settingSet: ({ key, value, version }) => ({ key, value, version: Number(version) + 1 }),
  settingRollback: ({ key }) => ({ key, value: 'Swap', version: 3 }),
  settingHistory: () => ({
    rows: [
      { version: 2, value: 'Touchstone Swap', note: null, at: ago(3), by: mia },
      { version: 1, value: 'Swap', note: 'setup', at: ago(40), by: mia },
    ],
  }),
  invitations: () => ({
    rows: [
      {
        id: 'inv-1',
        label: 'Discord, first wave',
        cohort: 'spring',
        maxUses: 200,
        uses: 143,
        expiresAt: ago(-12),
        revokedAt: null,
        createdBy: mia,
        createdAt: ago(20),
      },
      {
        id: 'inv-2',
        label: 'Friends of the house',
        cohort: null,
        maxUses: 10,
        uses: 10,
        expiresAt: null,
        revokedAt: null,
        createdBy: mia,
        createdAt: ago(44),
      },
    ],
  }),
  invitationCreate: ({ label }) => ({ invitation: { label }, code: 'Q7RM-2XKD-9FTC' }),
  invitationRevoke: () => ({}),
  pointsPending: () => ({ rows: [] }),
  people: ({ search, cursor, filter }) => {
    if (filter === 'admins')
      return {
        rows: ['ada', 'mia'].map(name => Object.assign(member(0), { id: name, username: name })),
        next: null,
        total: 2,
      }
    const from = Number(cursor ?? 0)
    const rows = Array.from({ length: 50 }, (_, order) => member(from + order)).filter(({ username }) =>
      username.startsWith(String(search ?? '')),
    )
    return {
      rows,
      next: from < 1150 && !search ? String(from + 50) : null,
      total: search ? rows.length : 1204,
    }
  },
  userSetStatus: ({ status }) => ({ status }),
  userPinTrust: () => ({}),
  userSetAdmin: () => ({}),
  builds: () => ({
    rows: ['0.4.3', '0.4.2', '0.4.1'].map((version, order) => ({
      id: `build-${version}`,
      channel: 'web',
      version,
      ordinal: 43 - order,
      state: order === 2 ? 'retired' : 'active',
      releasedAt: ago(order * 6 + 1),
      notes: order === 0 ? 'Routes over two pools take the newest price.' : '',
      commit: null,
    })),
  }),
  buildSave: () => ({}),
  ruleSetDryRun: () => ({
    issuedBefore: 61_240,
    issuedAfter: 58_900,
    top50: { up: 12, down: 14, max: 6 },
    histogram: [
      [-6, 1],
      [-4, 2],
      [-3, 3],
      [-2, 3],
      [-1, 5],
      [0, 24],
      [1, 4],
      [2, 4],
      [3, 2],
      [4, 1],
      [6, 1],
    ].map(([change, count]) => ({ change, count })),
    examples: [{ key: 'Major, quality A, second to report', before: 37, after: 45 }],
    problems: [],
  }),
  ruleSetPublish: () => ({ version: 2 }),
  seasonChecklist: () => ({
    items: [
      { key: 'undecided', ok: false, count: 23, sentence: '23 reports of this season are not decided yet.' },
      { key: 'unsettled', ok: true, count: 0, sentence: 'Every purse is settled.' },
    ],
  }),
  seasonSave: () => ({}),
  seasonSetState: () => ({}),
  audit: () => ({
    rows: [
      {
        seq: 412,
        at: ago(0),
        actor: { id: 'user-mia', name: 'mia', role: 'admin' },
        action: 'settingSet',
        target: { type: 'setting', id: 'promise.decisionDays', label: 'promise.decisionDays' },
        before: { is: 14 },
        after: { is: 7 },
        outcome: 'done',
        requestId: null,
        hash: '9f3a41d07be2c8554a6b0c12fe9d8e77a3b1905c66d24f0e8b7a1c93d5e2f0c1',
      },
      {
        seq: 411,
        at: ago(1),
        actor: { id: 'user-mia', name: 'mia', role: 'admin' },
        action: 'userSetStatus',
        target: { type: 'user', id: 'user-dmitri.k', label: 'dmitri.k' },
        before: { status: 'active' },
        after: { status: 'suspended', reason: 'spam' },
        outcome: 'done',
        requestId: null,
        hash: '3c4e0f6d8a1b',
      },
    ],
    next: null,
    chain: { ok: true, checkedTo: 412 },
  }),
  about: () => ({
    version: '0.1.0',
    licence: 'Apache-2.0',
    database: { ok: true, version: '15.14' },
    invariants: { at: ago(0), differences: [] },
    counts: { testers: 1204, issues: 431, entries: 8912 },
  }),
  invariantsCheck: () => ({ at: ago(0), differences: [] }),
}
