import type { Answer, Answers } from '#/entities/mission/schema'

/** What was typed and where it is on its way to the server. */
export interface Typing {
  /** Not sent yet. */
  edits: Answers
  /** On the way. */
  sending: Answers | null
  /** When the server last took something, in milliseconds. */
  savedAt: number | null
  problem: unknown
}

export type TypingEvent =
  | { type: 'typed'; step: string; answer: Answer }
  | { type: 'sent' }
  | { type: 'saved'; at: number }
  | { type: 'failed'; problem: unknown }

export const nothingTyped: Typing = { edits: {}, sending: null, savedAt: null, problem: null }

/** Decides one step. */
export function typingReducer(typing: Typing, event: TypingEvent): Typing {
  switch (event.type) {
    case 'typed':
      return { ...typing, edits: { ...typing.edits, [event.step]: event.answer }, problem: null }
    case 'sent':
      return { ...typing, edits: {}, sending: typing.edits, problem: null }
    case 'saved':
      return { ...typing, sending: null, savedAt: event.at, problem: null }
    case 'failed':
      // What was typed since then is newer.
      return {
        ...typing,
        edits: { ...typing.sending, ...typing.edits },
        sending: null,
        problem: event.problem,
      }
  }
}

/** What a field shows: what was typed, before what the server knows. */
export const answersOf = (typing: Typing, known: Answers): Answers => ({
  ...known,
  ...typing.sending,
  ...typing.edits,
})

export const isUnsent = ({ edits }: Typing) => Object.keys(edits).length > 0
