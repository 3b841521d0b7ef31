import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Check, Minus, Scale } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { SUBJECT_WORD } from '#/entities/fairness/messages'
import { IssueLink } from '#/entities/issue/IssueLink'
import { AppealDecide } from '#/features/settings/fairness/AppealDecide'
import { appealsQuery } from '#/features/settings/fairness/api'
import type { Appeal } from '#/features/settings/fairness/model'
import { signed } from '#/lib/number'
import { secondsUntil } from '#/lib/seconds-until'
import { dayOf, spanOf } from '#/lib/time'
import { Await } from '#/ui/Await'
import { Badge } from '#/ui/Badge'
import { Button } from '#/ui/Button'
import { EmptyState } from '#/ui/EmptyState'
import { Segmented } from '#/ui/Segmented'
import { SkeletonRows } from '#/ui/Skeleton'

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
        {subject?.amount != null && (
          <b className={subject.amount < 0 ? 'text-warning' : 'text-gold-text'}>{signed(subject.amount)}</b>
        )}
        <span className="ml-auto text-12 text-ink-3">
          {appeal.state === 'open' && due ? (
            Date.parse(due) < now ? (
              <span className="text-danger">
                <Trans>answer was due on {dayOf(due)}</Trans>
              </span>
            ) : (
              <span className={secondsUntil(due, now) < 86_400 ? 'text-warning' : undefined}>
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
          <AppealDecide appeal={appeal} />
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
