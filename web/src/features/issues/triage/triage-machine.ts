import type { Queue, QueueRow } from '#/features/issues/model'

/** A decision that can still be undone. */
export interface Made {
  row: QueueRow
  undoUntil: string
  /** What it did, in words. */
  what: string
  /** Its place among all decisions; answers may come in another order. */
  order: number
}

/** How many decisions can be undone, one after the other. */
const REACH = 10

/** What a user who decides has in hand. One object, so that its parts can never disagree. */
export interface Triaging {
  /** The server's queue, as it was last told. */
  told: Queue | undefined
  /** Decided ones leave at once; the server's queue follows. */
  gone: ReadonlySet<number>
  /** The case in hand; `null` is the first of the queue. */
  at: number | null
  chosen: ReadonlySet<number>
  /** How many decisions were sent. */
  sent: number
  /** Undo means the decision that was just made, also while the server has not taken it yet. */
  unanswered: number | null
  made: Made[]
  refused: { number: number; words: string | null } | null
}

export type TriageEvent =
  | { type: 'queue told'; queue: Queue | undefined }
  | { type: 'opened'; number: number }
  | { type: 'toggled'; number: number }
  /** `staying`: the case is not done with it. */
  | { type: 'decided'; number: number; next: number | null; staying: boolean }
  | { type: 'taken'; order: number; made: Made | null }
  | { type: 'refused'; order: number; number: number; words: string | null }
  | { type: 'many decided'; numbers: number[] }
  | { type: 'many refused'; numbers: number[] }
  | { type: 'undone'; number: number; order: number }
  | { type: 'time passed'; now: number }

export const initialTriage = (start: number | null): Triaging => ({
  told: undefined,
  gone: new Set(),
  at: start,
  chosen: new Set(),
  sent: 0,
  unanswered: null,
  made: [],
  refused: null,
})

const without = (numbers: ReadonlySet<number>, some: number[]): ReadonlySet<number> => {
  const left = new Set(numbers)
  for (const number of some) left.delete(number)
  return left
}

/** Decides one step. */
export function triageReducer(triage: Triaging, event: TriageEvent): Triaging {
  switch (event.type) {
    case 'queue told': {
      // What the server's queue no longer has may come back to it: an answer, a day later.
      const queued = new Set(event.queue?.rows.map(({ number }) => number))
      const gone = new Set([...triage.gone].filter(number => queued.has(number)))
      return { ...triage, told: event.queue, gone }
    }
    case 'opened':
      return { ...triage, at: event.number }
    case 'toggled': {
      const chosen = new Set(triage.chosen)
      if (!chosen.delete(event.number)) chosen.add(event.number)
      return { ...triage, chosen }
    }
    case 'decided': {
      const sent = triage.sent + 1
      if (event.staying) return { ...triage, sent, refused: null }
      const gone = new Set(triage.gone).add(event.number)
      return { ...triage, sent, unanswered: sent, gone, at: event.next, refused: null }
    }
    case 'taken': {
      const made = event.made ? [...triage.made, event.made] : triage.made
      return {
        ...triage,
        unanswered: answered(triage, event.order),
        made: made.toSorted((one, other) => one.order - other.order).slice(-REACH),
      }
    }
    case 'refused':
      return {
        ...triage,
        unanswered: answered(triage, event.order),
        gone: without(triage.gone, [event.number]),
        at: event.number,
        refused: { number: event.number, words: event.words },
      }
    case 'many decided':
      return { ...triage, made: [], gone: new Set([...triage.gone, ...event.numbers]), chosen: new Set() }
    case 'many refused':
      return { ...triage, gone: without(triage.gone, event.numbers) }
    case 'undone':
      return {
        ...triage,
        gone: without(triage.gone, [event.number]),
        at: event.number,
        made: triage.made.filter(({ order }) => order !== event.order),
      }
    case 'time passed':
      return { ...triage, made: triage.made.filter(({ undoUntil }) => Date.parse(undoUntil) > event.now) }
  }
}

/** Later decisions may still be unanswered. */
const answered = ({ unanswered }: Triaging, order: number) => (unanswered === order ? null : unanswered)

/** The decision that undo undoes. */
export const lastMade = ({ unanswered, made }: Triaging): Made | null =>
  unanswered === null ? (made.at(-1) ?? null) : null
