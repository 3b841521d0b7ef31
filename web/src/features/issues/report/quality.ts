import { type Draft, kindOf, stepsOf } from '#/features/issues/report/draft'

/** What makes a report good, in the order in which it is asked for. */
export type Part = 'words' | 'steps' | 'expected' | 'proof'

export interface Quality {
  /** How many parts are there. */
  done: number
  of: number
  grade: 'A' | 'B' | 'C'
  /** The one thing to add next; `null` when nothing is missing. */
  missing: Part | null
}

/** Judges a report as a triager would, before it is sent. */
export function qualityOf(draft: Draft, files: number): Quality {
  const idea = kindOf(draft) === 'idea'
  const has: Record<Part, boolean> = {
    words: draft.title.trim().length >= 15 && draft.body.trim().length >= 60,
    steps: stepsOf(draft).length > 0,
    expected: draft.expected.trim() !== '' && draft.actual.trim() !== '',
    proof: files > 0 || draft.pasted.trim() !== '' || draft.evidence.length > 0,
  }
  const parts: Part[] = idea ? ['words', 'proof'] : ['words', 'steps', 'expected', 'proof']
  const done = parts.filter(part => has[part]).length
  const missing = parts.find(part => !has[part]) ?? null
  const grade = done === parts.length ? 'A' : has.words || done >= 2 ? 'B' : 'C'
  return { done, of: parts.length, grade, missing }
}
