// A report while it is being written. It stays on this device, also when its writer signs out, and is not shown to other users.
import * as v from 'valibot'
import { keptFile } from '#/entities/attachment/kept'
import { REPORT_TEXTS, reportTextEntries } from '#/entities/issue/report-texts'
import { readForUser, writeForUser } from '#/lib/user-storage'

export const WAYS = ['error', 'screen', 'idea'] as const
export type ReportType = (typeof WAYS)[number]

const text = v.optional(v.string(), '')

const draft = v.object({
  way: v.optional(v.picklist(WAYS), 'error'),
  /** Something on screen can be wrong, or only in the way. */
  inTheWay: v.optional(v.boolean(), false),
  /** An error message, a hash or a link. */
  pasted: text,
  title: text,
  body: text,
  steps: text,
  ...reportTextEntries,
  area: text,
  build: text,
  severity: text,
  isPrivate: v.optional(v.boolean(), false),
  withBrowser: v.optional(v.boolean(), true),
  files: v.optional(v.array(keptFile), []),
  /** What was looked up, oldest first: the ids of evidence. */
  evidence: v.optional(v.array(v.string()), []),
  /** The failure that the report is to stand for. */
  cluster: text,
  walletKind: text,
  /** The parts of a dapp's link that are not in a field, and the part that is still to be looked up. */
  link: v.optional(v.object({ said: text, chain: text, build: text, toLookUp: text }), {
    said: '',
    chain: '',
    build: '',
    toLookUp: '',
  }),
  /** What the machine wrote into it: whatever still says the same may be replaced. */
  proposed: v.optional(v.object({ title: text, body: text, area: text, severity: text }), {
    title: '',
    body: '',
    area: '',
    severity: '',
  }),
})
export type Draft = v.InferOutput<typeof draft>

const PLACE = 'draft.report'
/** How much evidence a report takes. */
export const MOST_EVIDENCE = 5

/** With one more piece of evidence; what is there already stays where it is. */
export const withEvidence = ({ evidence }: Draft, id: string): string[] =>
  evidence.includes(id) ? evidence : [...evidence, id].slice(-MOST_EVIDENCE)

export const emptyDraft = (): Draft => v.parse(draft, {})

/** What was being written here, if anything. */
export function readDraft(owner: string): Draft {
  try {
    return v.parse(draft, JSON.parse(readForUser(owner, PLACE) ?? '{}'))
  } catch {
    return emptyDraft()
  }
}

export const isEmpty = (kept: Draft): boolean =>
  kept.files.length === 0 &&
  kept.evidence.length === 0 &&
  (['pasted', 'title', 'body', 'steps', ...REPORT_TEXTS] as const).every(part => kept[part].trim() === '')

/** Keeps a draft; an empty one is forgotten. */
export const keepDraft = (owner: string, kept: Draft) =>
  writeForUser(owner, PLACE, isEmpty(kept) ? null : JSON.stringify(kept))

export const dropDraft = (owner: string) => writeForUser(owner, PLACE, null)

export const kindOf = ({ way, inTheWay }: Draft): 'bug' | 'friction' | 'idea' => {
  if (way === 'idea') return 'idea'
  return way === 'screen' && inTheWay ? 'friction' : 'bug'
}

export const stepsOf = ({ steps }: Draft): string[] =>
  steps
    .split('\n')
    .map(step => step.replace(/^\s*(\d+[.)]|[-*])\s*/, '').trim())
    .filter(step => step !== '')
    .slice(0, 20)
    .map(step => step.slice(0, 500))

/**
 * What was pasted and not looked up is in the report as it was, between fences that it cannot close. What was
 * looked up is evidence, and shown to those who may see it.
 */
export function bodyOf({ body, pasted }: Draft): string {
  const said = body.trim()
  const found = pasted.trim()
  if (!found) return said
  const longest = Math.max(2, ...[...found.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${said}\n\n${fence}\n${found.slice(0, 8000)}\n${fence}`.trim()
}
