import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import * as v from 'valibot'

/** The texts of a report besides its title, description and steps: those of `ReportText` in the server. */
export const REPORT_TEXTS = ['expected', 'actual'] as const
export type ReportText = (typeof REPORT_TEXTS)[number]
export type ReportTexts = Record<ReportText, string>

export const REPORT_TEXT_LABELS: Record<ReportText, MessageDescriptor> = {
  expected: msg`Expected`,
  actual: msg`Seen`,
}

/** Their fields in a schema. One that is missing is empty. */
export const reportTextEntries = v.entriesFromList(REPORT_TEXTS, v.nullish(v.string(), ''))

/** One value for each text. */
export const mapReportTexts = (valueOf: (text: ReportText) => string): ReportTexts =>
  Object.fromEntries(REPORT_TEXTS.map(text => [text, valueOf(text)])) as ReportTexts
