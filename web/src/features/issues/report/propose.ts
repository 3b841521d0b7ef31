import type { Proposal } from '#/entities/evidence/schema'
import type { Draft } from '#/features/issues/report/draft'

type Field = 'title' | 'body' | 'area' | 'severity'
const FIELDS: Field[] = ['title', 'body', 'area', 'severity']

/** What a proposal says about each field of a report. */
export const proposedBy = ({ title, body, area, severityClaimed }: Proposal): Draft['proposed'] => ({
  title,
  body,
  area: area ?? '',
  severity: severityClaimed ?? '',
})

/**
 * What a proposal changes in a report: only where its writer has left a gap, or left alone what was proposed before.
 * `null` where nothing changes.
 */
export function fillGaps(draft: Draft, proposal: Proposal): Partial<Draft> | null {
  const proposed = proposedBy(proposal)
  const change: Partial<Draft> = {}
  for (const field of FIELDS) {
    const untouched = draft[field].trim() === '' || draft[field] === draft.proposed[field]
    if (untouched && proposed[field] !== '' && proposed[field] !== draft[field])
      change[field] = proposed[field]
  }
  const isNew = FIELDS.some(field => draft.proposed[field] !== proposed[field])
  return isNew ? { ...change, proposed } : null
}

/** Whether a field still says what was proposed for it. */
export const isProposed = (draft: Draft, field: Field): boolean =>
  draft.proposed[field] !== '' && draft[field] === draft.proposed[field]

/** Whether a field says something that was not proposed for it. */
export const hasOwnWords = (draft: Draft): boolean =>
  FIELDS.some(field => draft[field].trim() !== '' && !isProposed(draft, field))
