// The events the app gets about issues while it shows them.
import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import type { LiveEvent, LiveObject, LiveQuery } from '#/backend/live/live-query'
import { requery } from '#/backend/live/requery'
import { changeIssue, changeIssues, KEYS } from '#/entities/issue/cache'
import { issueQuery } from '#/entities/issue/queries'
import { type IssueRow, issueRow } from '#/entities/issue/schema'

const PLAIN = [
  'kind',
  'title',
  'area',
  'status',
  'resolution',
  'severity',
  'severityClaimed',
  'visibility',
  'voteCount',
  'proofCount',
  'evidenceCount',
  'commentCount',
  'mergedCount',
  'failureClass',
  'verdict',
  'impact',
  'regressions',
  'tags',
  'answered',
] as const satisfies (keyof IssueRow)[]
/** Only administrators receive them, so that leaving them out says nothing. */
const STAFFS = ['quality', 'snoozedUntil'] as const satisfies (keyof IssueRow)[]

/** Every issue that one may read, with the fields that lists show. */
export const ISSUE_ROWS: LiveQuery = {
  className: 'Issue',
  keys: [
    'number',
    ...PLAIN,
    ...STAFFS,
    'reporter',
    'assignee',
    'network',
    'cluster',
    'buildReported',
    'buildFixed',
    'duplicateOf',
    'submittedAt',
    'lastActivityAt',
  ],
}

/** What belongs to one issue. */
export const ofIssue = (className: string, id: string): LiveQuery => ({
  className,
  where: { issue: { __type: 'Pointer', className: 'Issue', objectId: id } },
})

/** The moment that a field holds. */
const momentOf = (value: unknown) => (value as { iso?: unknown } | undefined)?.iso
/** What a field points at. */
export const pointedAt = (value: unknown): string | null => {
  const { objectId } = (value ?? {}) as { objectId?: unknown }
  return typeof objectId === 'string' ? objectId : null
}

const told = v.pick(issueRow, [...PLAIN, 'submittedAt', 'lastActivityAt'])

export interface RowChange {
  change: Partial<IssueRow>
  /** Not where it points at what the row has no name for. */
  isWhole: boolean
}

/** What an object says about a row that is shown; `null` if it cannot be read. */
export function rowChange(object: LiveObject, row: IssueRow): RowChange | null {
  const read = v.safeParse(told, {
    ...object,
    submittedAt: momentOf(object['submittedAt']),
    lastActivityAt: momentOf(object['lastActivityAt']),
  })
  if (!read.success) return null
  const change: Partial<IssueRow> = { ...read.output, cluster: pointedAt(object['cluster']) }
  const staffs = v.safeParse(v.pick(issueRow, [...STAFFS]), {
    quality: object['quality'],
    snoozedUntil: momentOf(object['snoozedUntil']),
  })
  if (staffs.success)
    for (const key of STAFFS) if (key in object) Object.assign(change, { [key]: staffs.output[key] })

  let isWhole = true
  const named = {
    assignee: 'assignee',
    network: 'network',
    buildFixed: 'buildFixed',
    build: 'buildReported',
  } as const
  for (const [key, field] of Object.entries(named) as [keyof typeof named, string][]) {
    const id = pointedAt(object[field])
    if (id === (row[key]?.id ?? null)) continue
    if (id === null) change[key] = null
    else isWhole = false
  }
  if (pointedAt(object['duplicateOf']) === null) change.duplicateOf = null
  else if (row.duplicateOf === null) isWhole = false
  return { change, isWhole }
}

/** Fields that decide which lists an issue is in. */
const DECIDING = [
  'kind',
  'title',
  'area',
  'status',
  'resolution',
  'severity',
  'visibility',
  'failureClass',
  'verdict',
  'tags',
  'answered',
  'assignee',
  'network',
  'cluster',
  'buildReported',
  'buildFixed',
  'duplicateOf',
  'snoozedUntil',
] as const

/** Whether an event may put an issue into a list, or take it out; a count that moved does not. */
export function movesIssue({ op, object, original }: LiveEvent): boolean {
  if (op !== 'update' || !original) return true
  return DECIDING.some(field => JSON.stringify(object[field]) !== JSON.stringify(original[field]))
}

interface Waiting {
  events: Map<number, LiveObject>
  timer: ReturnType<typeof setTimeout> | null
}
const waiting = new WeakMap<QueryClient, Waiting>()
/** Changes within this many milliseconds are drawn as one. */
const TOGETHER = 60

/** Writes an event about an issue wherever it is shown. */
export function showChange(cache: QueryClient, { op, object }: LiveEvent) {
  const number = object['number']
  if (typeof number !== 'number' || op === 'leave' || op === 'delete') return
  const turn = waiting.get(cache) ?? { events: new Map<number, LiveObject>(), timer: null }
  waiting.set(cache, turn)
  turn.events.set(number, object)
  turn.timer ??= setTimeout(() => {
    const { events } = turn
    turn.events = new Map()
    turn.timer = null
    const unnamed = new Set<number>()
    changeIssues(cache, row => {
      const now = events.get(row.number)
      const said = now && rowChange(now, row)
      if (said && !said.isWhole) unnamed.add(row.number)
      return said?.change
    })
    for (const each of unnamed) readAgain(cache, each)
  }, TOGETHER)
}

/** Asks for the names of what an issue points at since it changed. */
function readAgain(cache: QueryClient, number: number) {
  requery(cache, [...KEYS.all, 'row', number], {
    work: () =>
      void cache
        .fetchQuery({ ...issueQuery(number), staleTime: 0 })
        .then(({ issue }) => changeIssue(cache, number, () => rowOf(issue)))
        .catch(() => undefined),
  })
}

const rowOf = (issue: Partial<IssueRow>): Partial<IssueRow> =>
  Object.fromEntries(Object.entries(issue).filter(([key]) => key in issueRow.entries))
