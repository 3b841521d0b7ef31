import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Check, Minus, Scale } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { SUBJECT_WORD } from '#/entities/fairness/messages'
import { IssueLink } from '#/entities/issue/IssueLink'
import { PersonName } from '#/entities/person/PersonName'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { appealsQuery, useDecideAppeal } from '#/features/settings/fairness/api'
import type { Appeal } from '#/features/settings/fairness/model'
import { figure } from '#/lib/number'
import { secondsUntil } from '#/lib/seconds-until'
import { dayOf, spanOf } from '#/lib/time'
import { Await } from '#/ui/Await'
import { Badge } from '#/ui/Badge'
import { Button } from '#/ui/Button'
import { Complaint } from '#/ui/Complaint'
import { EmptyState } from '#/ui/EmptyState'
import { Segmented } from '#/ui/Segmented'
import { SkeletonRows } from '#/ui/Skeleton'
import { TextArea } from '#/ui/TextArea'
import { toast } from '#/ui/toasts'

/** What testers object to, read by another than who decided. */
export function Appeals() {
  const { t } = useLingui()
  const [state, setState] = useState<'open' | 'decided'>('open')
  const query = useInfiniteQuery(appealsQuery(state))
  const rows = query.data?.pages.flatMap(page => page.rows)
  return (
    <section aria-label={t`Appeals`} className="grid grid-cols-1 gap-4">
      <div>
        <Segmented
          label={t`Which`}
          value={state}
          onChange={setState}
          options={[
            { value: 'open', label: <Trans>Open</Trans> },
            { value: 'decided', label: <Trans>Decided</Trans> },
          ]}
        />
      </div>
      <Await
        alone
        query={{ ...query, data: rows }}
        skeleton={
          <div className="rounded-3 border border-line bg-panel">
            <SkeletonRows rows={4} />
          </div>
        }
        failed={<Trans>The appeals did not load.</Trans>}
      >
        {all =>
          all.length === 0 ? (
            <div className="rounded-3 border border-line bg-panel pt-1">
              <EmptyState level={2} title={<Trans>No appeal here.</Trans>}>
                <Trans>Testers may object to a decision for 14 days, once for each.</Trans>
              </EmptyState>
            </div>
          ) : (
            all.map(appeal => <AppealCard key={appeal.id} appeal={appeal} />)
          )
        }
      </Await>
      {query.hasNextPage && (
        <div>
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            <Trans>More</Trans>
          </Button>
        </div>
      )}
    </section>
  )
}

function AppealCard({ appeal }: { appeal: Appeal }) {
  const { t } = useLingui()
  const [now] = useState(Date.now)
  const { person, subject, due } = appeal
  return (
    <article
      className="rounded-3 border border-line bg-panel"
      aria-label={t`Appeal of ${person.username ?? '–'}`}
    >
      <header className="flex min-h-10 flex-wrap items-center gap-x-2 gap-y-1 px-4 py-1.5">
        <Scale size={14} strokeWidth={1.9} className="text-ink-3" aria-hidden />
        <h2 className="text-13">
          <Trans>
            @{person.username ?? '–'} appeals: {t(SUBJECT_WORD[appeal.subjectType])}
          </Trans>
        </h2>
        {subject?.number == null ? (
          subject?.label && <Badge>{subject.label}</Badge>
        ) : (
          <IssueLink number={subject.number} />
        )}
        <span className="ml-auto text-12 text-ink-3">
          {appeal.state === 'open' && due ? (
            Date.parse(due) < now ? (
              <span className="text-danger">
                <Trans>answer was due on {dayOf(due)}</Trans>
              </span>
            ) : (
              <span className="text-warning">
                <Trans>answer due in {spanOf(secondsUntil(due, now))}</Trans>
              </span>
            )
          ) : (
            <Verdict appeal={appeal} />
          )}
        </span>
      </header>
      <div className="grid grid-cols-1 gap-3 px-4 pb-4">
        <p className="border-l-2 border-line-strong pl-3 whitespace-pre-wrap">{appeal.body}</p>
        {appeal.since && <Since since={appeal.since} />}
        {appeal.state === 'open' ? (
          <Decide appeal={appeal} />
        ) : (
          appeal.answer && <p className="whitespace-pre-wrap text-ink-2">{appeal.answer}</p>
        )}
      </div>
    </article>
  )
}

function Verdict({ appeal }: { appeal: Appeal }) {
  const by = appeal.decidedBy?.username ?? '–'
  const day = dayOf(appeal.decidedAt ?? '')
  if (appeal.state === 'upheld')
    return (
      <Trans>
        upheld by @{by}, {day}
      </Trans>
    )
  if (appeal.state === 'denied')
    return (
      <Trans>
        denied by @{by}, {day}
      </Trans>
    )
  return <Trans>withdrawn</Trans>
}

/** What happened after the link: for and against, side by side. */
function Since({ since }: { since: NonNullable<Appeal['since']> }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-12 text-ink-2">
      <Fact good={since.networks > 1}>
        <Plural value={since.networks} one="from # network since" other="from # networks since" />
      </Fact>
      <Fact good={since.reports > 0}>
        <Plural value={since.reports} one="# report since" other="# reports since" />
      </Fact>
      <Fact good={since.deviceShared === false}>
        {since.deviceShared === null ? (
          <Trans>not known whether the device is shared</Trans>
        ) : since.deviceShared ? (
          <Trans>device still shared</Trans>
        ) : (
          <Trans>device no longer shared</Trans>
        )}
      </Fact>
    </ul>
  )
}

function Fact({ good, children }: { good: boolean; children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5">
      {good ? (
        <Check size={12} strokeWidth={2.1} className="text-success" aria-hidden />
      ) : (
        <Minus size={12} strokeWidth={2.1} aria-hidden />
      )}
      {children}
    </li>
  )
}

function Decide({ appeal }: { appeal: Appeal }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const decide = useDecideAppeal()
  const [answer, setAnswer] = useState('')
  const name = appeal.person.username ?? '–'
  const long = answer.trim().length >= 20
  if (!appeal.mayDecide)
    return (
      <p className="text-12 text-ink-3">
        <Trans>You decided what is appealed here, so another administrator answers.</Trans>
      </p>
    )
  function send(uphold: boolean) {
    if (!long || decide.isPending) return
    void decide.mutateAsync({ id: appeal.id, uphold, answer: answer.trim() }).then(
      () =>
        toast({
          tone: 'success',
          title: uphold ? t`Upheld. @${name} is told.` : t`Denied. @${name} is told.`,
        }),
      () => undefined,
    )
  }
  const points = appeal.gives?.points ?? 0
  return (
    <div className="grid grid-cols-1 gap-3">
      <TextArea
        rows={3}
        maxLength={2000}
        value={answer}
        onChange={event => setAnswer(event.target.value)}
        label={<Trans>Answer to @{name}, who reads exactly this</Trans>}
        hint={<Trans>20 characters at least.</Trans>}
      />
      <Complaint>{sayProblem(decide.error)}</Complaint>
      <div className="flex flex-wrap items-center gap-2">
        <span className="min-w-40 flex-1 text-12 text-ink-3">
          {appeal.decider && (
            <Trans>
              decided by <PersonName plain person={appeal.decider} />, so you may answer
            </Trans>
          )}
        </span>
        <Button disabled={!long} busy={decide.isPending} onClick={() => send(false)}>
          <Trans>Keep the decision</Trans>
        </Button>
        <Button kind="primary" disabled={!long} busy={decide.isPending} onClick={() => send(true)}>
          {appeal.subject?.label === 'hold' ? (
            <Trans>Let @{name} go</Trans>
          ) : appeal.subjectType === 'risk' ? (
            points > 0 ? (
              <Trans>
                Unlink @{name}, give back {figure(points)}
              </Trans>
            ) : (
              <Trans>Unlink @{name}</Trans>
            )
          ) : (
            <Trans>Uphold</Trans>
          )}
        </Button>
      </div>
      {!['risk', 'suspension'].includes(appeal.subjectType) && (
        <p className="text-12 text-ink-3">
          <Trans>
            Upholding is recorded and told. Change the report or the entry itself where it stands.
          </Trans>
        </p>
      )}
    </div>
  )
}
