import type { Kind } from '#/entities/issue/schema'
import type { Issue } from '#/entities/issue/view'
import { mapReportTexts, REPORT_TEXTS, type ReportTexts } from '#/entities/issue/report-texts'
import { emptyDraft, stepsOf } from '#/features/issues/report/draft'
import { qualityOf } from '#/features/issues/report/quality'

/** What can be rewritten in a report. */
export interface Words extends ReportTexts {
  title: string
  body: string
  /** One on each line. */
  steps: string
  area: string
  severity: string
}

export const editable = (issue: Issue): Words => ({
  title: issue.title,
  body: issue.body,
  steps: issue.steps.join('\n'),
  ...mapReportTexts(text => issue[text] ?? ''),
  area: issue.area,
  severity: issue.severityClaimed ?? '',
})

const listOf = (steps: string) => stepsOf({ ...emptyDraft(), steps })

/** What differs, as the server takes it; `null` where nothing does. */
export function changesOf(issue: Issue, words: Words, files: string[]): Record<string, unknown> | null {
  const was = editable(issue)
  const steps = listOf(words.steps)
  const before = issue.attachments.map(({ id }) => id)
  const changes = {
    ...(words.title.trim() === was.title ? {} : { title: words.title.trim() }),
    ...(words.body === was.body ? {} : { body: words.body }),
    ...(steps.join('\n') === listOf(was.steps).join('\n') ? {} : { steps }),
    ...Object.fromEntries(
      REPORT_TEXTS.flatMap(text => (words[text] === was[text] ? [] : [[text, words[text].trim()]])),
    ),
    ...(words.area === was.area ? {} : { area: words.area }),
    ...(words.severity === was.severity ? {} : { severityClaimed: words.severity }),
    ...(files.join() === before.join() ? {} : { attachments: files }),
  }
  return Object.keys(changes).length > 0 ? changes : null
}

/** How a triager would judge it as it is written now. */
export function qualityOfEdit(kind: Kind, words: Words, files: number) {
  const way = kind === 'idea' ? 'idea' : 'error'
  return qualityOf({ ...emptyDraft(), ...words, way }, files).grade
}
