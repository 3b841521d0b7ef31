import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Check, Minus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Appeal } from '#/entities/fairness/case-schema'
import { REASON_LABEL, SUBJECT_LABEL } from '#/entities/fairness/messages'
import { IssueLink } from '#/entities/issue/IssueLink'
import { RESOLUTION, SEVERITY } from '#/entities/issue/messages'
import { PersonName } from '#/entities/person/PersonName'
import { signed } from '#/lib/number'
import { secondsUntil } from '#/lib/seconds-until'
import { dayOf, spanOf } from '#/lib/time'
import { Badge } from '#/ui/Badge'
import { Moment } from '#/ui/Moment'
import { Panel } from '#/ui/Panel'

/** What was decided and why, and what the tester says against it. */
export function AppealCase({ appeal }: { appeal: Appeal }) {
  const { t } = useLingui()
  const { person, subject } = appeal
  return (
    <>
      <header>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-ink-3">
          <PersonName person={person} />
          <span>
            <Trans>
              appealed <Moment at={appeal.openedAt} />
            </Trans>
          </span>
          <span className="ml-auto">
            {appeal.state === 'open' ? <Due due={appeal.due} /> : <Verdict appeal={appeal} />}
          </span>
        </p>
        <h2 id="case-title" className="mt-2 flex flex-wrap items-center gap-2 text-20">
          <span className="inline-block first-letter:uppercase">{t(SUBJECT_LABEL[appeal.subjectType])}</span>
          {subject?.number == null ? (
            subject?.label && <Badge>{subject.label}</Badge>
          ) : (
            <IssueLink number={subject.number} />
          )}
          {subject?.amount != null && (
            <b className={subject.amount < 0 ? 'text-warning' : 'text-gold-text'}>{signed(subject.amount)}</b>
          )}
        </h2>
      </header>
      <div className="grid grid-cols-2 items-start gap-4 max-xl:grid-cols-1">
        <Panel
          title={<Trans>Decision</Trans>}
          note={
            appeal.decider && (
              <Trans>
                by <PersonName plain person={appeal.decider} />
              </Trans>
            )
          }
        >
          <Decided decision={appeal.decision} />
        </Panel>
        <Panel title={<Trans>Tester’s answer</Trans>}>
          <p className="whitespace-pre-wrap">{appeal.body}</p>
        </Panel>
      </div>
      {appeal.since && <Since since={appeal.since} />}
      {appeal.state !== 'open' && appeal.answer && (
        <p className="whitespace-pre-wrap text-ink-2">{appeal.answer}</p>
      )}
    </>
  )
}

/** The decision, then its reason in the words of the administrator. */
function Decided({ decision }: { decision: Appeal['decision'] }) {
  const { t } = useLingui()
  const { reason, link, resolution, into, severity } = decision ?? {}
  const closedAs = resolution ? RESOLUTION[resolution] : undefined
  return (
    <div className="grid grid-cols-1 gap-1.5">
      {link && <p className="font-medium">{t(REASON_LABEL[link])}</p>}
      {into != null ? (
        <p className="font-medium">
          <Trans>
            Merged into <IssueLink number={into} />
          </Trans>
        </p>
      ) : closedAs ? (
        <p className="font-medium">
          <Trans>Closed: {t(closedAs)}</Trans>
        </p>
      ) : (
        severity && <p className="font-medium">{t(SEVERITY[severity])}</p>
      )}
      <p className="whitespace-pre-wrap text-ink-2">{reason || <Trans>No reason was given.</Trans>}</p>
    </div>
  )
}

/** Until when the tester waits for an answer. */
export function Due({ due }: { due: string | null }) {
  const [now] = useState(Date.now)
  if (due === null) return null
  const left = secondsUntil(due, now)
  if (left <= 0)
    return (
      <span className="text-danger">
        <Trans>answer was due on {dayOf(due)}</Trans>
      </span>
    )
  return (
    <span className={left < 86_400 ? 'text-warning' : undefined}>
      <Trans>answer due in {spanOf(left)}</Trans>
    </span>
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
        <Plural value={since.networks} one="used from # network since" other="used from # networks since" />
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
