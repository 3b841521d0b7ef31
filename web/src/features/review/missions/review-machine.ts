/** What a user who reviews has in hand. One object, so that its parts can never disagree. */
export interface Reviewing {
  /** The server's queue, as it was last told. */
  told: readonly string[] | undefined
  /** Decided ones leave at once; the server's queue follows. */
  gone: ReadonlySet<string>
  /** The submission in hand; `null` is the first of the queue. */
  at: string | null
  /** Why the server did not take a decision; the submission is back. */
  refused: { id: string; words: string | null } | null
}

export type ReviewEvent =
  | { type: 'queue told'; queue: readonly string[] | undefined }
  | { type: 'opened'; id: string }
  | { type: 'stepped'; by: 1 | -1 }
  | { type: 'decided'; id: string }
  | { type: 'refused'; id: string; words: string | null }

export const initialReview: Reviewing = { told: undefined, gone: new Set(), at: null, refused: null }

/** Those that still wait, in the order of the server. */
export const waitingOf = ({ told, gone }: Pick<Reviewing, 'told' | 'gone'>): string[] =>
  (told ?? []).filter(id => !gone.has(id))

/** The one in hand; the first where none was chosen, or where the chosen one has left. */
export function inHand(review: Reviewing): string | null {
  const waiting = waitingOf(review)
  return review.at !== null && waiting.includes(review.at) ? review.at : (waiting[0] ?? null)
}

/** Decides one step. */
export function reviewReducer(review: Reviewing, event: ReviewEvent): Reviewing {
  switch (event.type) {
    case 'queue told': {
      // What has left the server's queue may come back to it: a second try.
      const queued = new Set(event.queue)
      return {
        ...review,
        told: event.queue,
        gone: new Set([...review.gone].filter(id => queued.has(id))),
      }
    }
    case 'opened':
      return { ...review, at: event.id }
    case 'stepped': {
      const waiting = waitingOf(review)
      const here = waiting.indexOf(inHand(review) ?? '')
      const next = waiting[Math.min(Math.max(here + event.by, 0), waiting.length - 1)]
      return next === undefined ? review : { ...review, at: next }
    }
    case 'decided': {
      const waiting = waitingOf(review)
      const here = waiting.indexOf(event.id)
      const gone = new Set(review.gone).add(event.id)
      const next = event.id === inHand(review) ? (waiting[here + 1] ?? waiting[here - 1] ?? null) : review.at
      return { ...review, gone, at: next, refused: null }
    }
    case 'refused': {
      const gone = new Set(review.gone)
      gone.delete(event.id)
      return { ...review, gone, at: event.id, refused: { id: event.id, words: event.words } }
    }
  }
}
