import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { GivenAnswer } from '#/entities/mission/GivenAnswer'
import { SUBMISSION_STATE } from '#/entities/mission/messages'
import type { Mission } from '#/entities/mission/schema'
import { PersonName } from '#/entities/person/PersonName'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { answersCsv } from '#/features/missions/editor/answers-csv'
import {
  allAnswers,
  answersQuery,
  type AnsweredQuestion,
  type AnsweredRow,
} from '#/features/missions/editor/answers-api'
import { RevokeDialog } from '#/features/missions/editor/RevokeDialog'
import { figure } from '#/lib/number'
import { saveText } from '#/lib/save-text'
import { Await } from '#/ui/Await'
import { Badge } from '#/ui/Badge'
import { Button } from '#/ui/Button'
import { FormError } from '#/ui/FormError'
import { Moment } from '#/ui/Moment'
import { Panel } from '#/ui/Panel'
import { SkeletonRows } from '#/ui/Skeleton'

/** What testers handed in: each question summed up, then every submission; for administrators. */
export function AnswersPanel({ mission }: { mission: Mission }) {
  const { t } = useLingui()
  const query = useInfiniteQuery(answersQuery(mission.id))
  const { sayProblem } = useProblemMessages()
  const download = useMutation({
    mutationFn: () => allAnswers(mission.id),
    onSuccess: rows => saveText(`${mission.slug}.csv`, 'text/csv', answersCsv(mission.steps, rows)),
  })
  const total = query.data?.pages[0]?.total
  return (
    <Panel
      flush
      title={<Trans>Submissions</Trans>}
      note={total !== undefined && figure(total)}
      actions={
        total !== undefined &&
        total > 0 && (
          <Button size="small" busy={download.isPending} onClick={() => download.mutate()}>
            <Trans>CSV</Trans>
          </Button>
        )
      }
    >
      <FormError>{sayProblem(download.error)}</FormError>
      <Await
        query={query}
        skeleton={<SkeletonRows rows={4} />}
        failed={<Trans>Couldn’t load the submissions.</Trans>}
      >
        {({ pages }) =>
          pages[0]?.total === 0 ? (
            <p className="px-4 pb-3 text-ink-2">{t`No submission yet.`}</p>
          ) : (
            <>
              {pages[0]?.questions.map(question => (
                <Counted key={question.id} question={question} />
              ))}
              <ul>
                {pages
                  .flatMap(({ rows }) => rows)
                  .map(row => (
                    <HandedIn key={row.submission.id} row={row} mission={mission} />
                  ))}
              </ul>
              {query.hasNextPage && (
                <div className="border-t border-line-faint px-4 py-2.5">
                  <Button
                    size="small"
                    busy={query.isFetchingNextPage}
                    onClick={() => void query.fetchNextPage()}
                  >{t`Show more`}</Button>
                </div>
              )}
            </>
          )
        }
      </Await>
    </Panel>
  )
}

/** How often each answer of a question was given. */
function Counted({ question: { text, answered, counts } }: { question: AnsweredQuestion }) {
  if (counts.length === 0) return null
  // Points of a scale are in their order, everything else by frequency.
  const isScale = counts.every(({ answer }) => /^\d+$/.test(answer))
  const lines = isScale ? counts.toSorted((one, other) => Number(one.answer) - Number(other.answer)) : counts
  return (
    <section className="border-t border-line-faint px-4 py-3">
      <h3 className="font-medium break-words">{text}</h3>
      <p className="text-12 text-ink-3">
        <Plural value={answered} one="# answer" other="# answers" />
      </p>
      <dl className="mt-2 grid grid-cols-[fit-content(32%)_minmax(0,1fr)_3rem] gap-x-3 gap-y-1.5 text-12">
        {lines.map(({ answer, count }) => (
          <div key={answer} className="col-span-full grid grid-cols-subgrid items-center">
            <dt className="truncate text-ink-2">{answer}</dt>
            <dd className="contents">
              <span className="h-3 overflow-hidden rounded-[2px] bg-sunken" aria-hidden>
                <i
                  className="block h-full"
                  style={{ width: `${(count / Math.max(answered, 1)) * 100}%`, background: 'var(--viz-1)' }}
                />
              </span>
              <b className="tabular text-right font-semibold text-ink">{figure(count)}</b>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function HandedIn({ row: { submission, person }, mission }: { row: AnsweredRow; mission: Mission }) {
  const { t } = useLingui()
  const [isRevoking, setRevoking] = useState(false)
  const isPaid = submission.state === 'approved' || submission.state === 'approved_partial'
  const read = mission.steps.filter(({ type }) => type === 'question' || type === 'screenshot')
  return (
    <li className="border-t border-line-faint px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-12 text-ink-3">
        <PersonName person={person} />
        {submission.submittedAt && <Moment at={submission.submittedAt} />}
        <Badge>{t(SUBMISSION_STATE[submission.state])}</Badge>
        {isPaid && (
          <span className="ml-auto">
            <Button size="small" onClick={() => setRevoking(true)}>
              <Trans>Revoke…</Trans>
            </Button>
          </span>
        )}
      </p>
      {submission.note && <p className="mt-1 text-12 break-words text-ink-2">{submission.note}</p>}
      {read.map(step => (
        <div key={step.id} className="mt-2">
          <h4 className="text-12 break-words text-ink-3">{step.text}</h4>
          <GivenAnswer step={step} submission={submission} />
        </div>
      ))}
      {isRevoking && <RevokeDialog submission={submission} onClose={() => setRevoking(false)} />}
    </li>
  )
}
