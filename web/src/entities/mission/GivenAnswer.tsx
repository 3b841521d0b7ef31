import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Step, Submission } from '#/entities/mission/schema'
import { figure } from '#/lib/number'

/** What a user answered in a step, to read. */
export function GivenAnswer({ step, submission }: { step: Step; submission: Submission }) {
  const { t } = useLingui()
  const answer = submission.answers[step.id]
  if (answer === undefined || answer === null)
    return step.type === 'question' ? <p className="text-ink-3">{t`not answered`}</p> : null
  if (step.type === 'screenshot') {
    const ids = Array.isArray(answer) ? answer : []
    const files = submission.attachments.filter(({ id, url }) => ids.includes(id) && url !== '')
    if (files.length === 0)
      return (
        <p className="text-ink-2">
          <Plural value={ids.length} one="# screenshot is attached" other="# screenshots are attached" />
        </p>
      )
    return (
      <div className="mt-2 flex flex-wrap gap-2">
        {files.map(file => (
          <a key={file.id} href={file.url} target="_blank" rel="noreferrer" title={file.name}>
            <img
              src={file.url}
              alt={t`Screenshot ${file.name}`}
              className="h-32 max-w-full rounded-2 border border-line object-contain"
            />
          </a>
        ))}
      </div>
    )
  }
  if (typeof answer === 'boolean') return null
  if (step.question?.type === 'scale')
    return (
      <p className="font-medium text-ink">
        <Trans>{figure(Number(answer))} of 5</Trans>
      </p>
    )
  if (typeof answer === 'number') return <p className="font-medium text-ink">{figure(answer, 2)}</p>
  if (Array.isArray(answer)) return <p className="text-ink">{answer.join(', ')}</p>
  return step.type === 'question' ? (
    <p className="max-w-[68ch] break-words whitespace-pre-wrap text-ink">{answer}</p>
  ) : null
}
