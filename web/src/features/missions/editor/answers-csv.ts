import type { Answer, Step } from '#/entities/mission/schema'
import type { AnsweredRow } from '#/features/missions/editor/answers-api'
import { csv } from '#/ui/plot/PlotPanel'

const cell = (answer: Answer | undefined): string =>
  Array.isArray(answer) ? answer.join('; ') : String(answer ?? '')

/** One line for each submission, one column for each question. */
export function answersCsv(steps: Step[], rows: AnsweredRow[]): string {
  const questions = steps.filter(({ type }) => type === 'question')
  return csv({
    head: ['submission', 'user', 'state', 'submittedAt', ...questions.map(({ text }) => text)],
    rows: rows.map(({ submission, person }) => [
      submission.id,
      person.username ?? '',
      submission.state,
      submission.submittedAt ?? '',
      ...questions.map(({ id }) => cell(submission.answers[id])),
    ]),
  })
}
