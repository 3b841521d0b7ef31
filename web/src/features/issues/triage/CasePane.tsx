import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { CircleCheck, Eye, Lock } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { EvidencePanel } from '#/entities/evidence/EvidencePanel'
import { KIND } from '#/entities/issue/messages'
import { ProofGlyph } from '#/entities/issue/ProofGlyph'
import { REPORT_TEXT_LABELS, REPORT_TEXTS } from '#/entities/issue/report-texts'
import { StatusMark } from '#/entities/issue/StatusMark'
import { useIssueMessages } from '#/entities/issue/use-issue-messages'
import { PersonName } from '#/entities/person/PersonName'
import type { Person } from '#/entities/person/schema'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { BeforeReport } from '#/features/issues/before/BeforeReport'
import { Likeness } from '#/features/issues/decide/Likeness'
import { deviceFacts, pageFacts } from '#/features/issues/device-facts'
import type { QueueRow, TriageCase } from '#/features/issues/model'
import { Files } from '#/features/issues/page/Report'
import { Written } from '#/features/issues/page/Written'
import { caseQuery, useDeclineProposal } from '#/features/issues/triage/api'
import { useLook } from '#/features/issues/triage/use-look'
import type { Became } from '#/features/issues/triage/use-live-queue'
import { WouldPay } from '#/features/issues/triage/WouldPay'
import { Ago } from '#/ui/Ago'
import { Await } from '#/ui/Await'
import { Badge } from '#/ui/Badge'
import { Band } from '#/ui/Band'
import { Button } from '#/ui/Button'
import { FormError } from '#/ui/FormError'
import { Facts } from '#/ui/Facts'
import { Keys } from '#/ui/Keys'
import { Moment } from '#/ui/Moment'
import { Panel } from '#/ui/Panel'
import { SkeletonRows } from '#/ui/Skeleton'
import { CaseBody } from '#/ui/workbench/Workbench'

interface Props {
  row: QueueRow
  /** Everything is shown, and not the title alone. */
  whole: boolean
  quality: string
  /** What another user made of it while it was looked at. */
  became: Became | null
  refused: ReactNode
  onMerge: () => void
}

/** One report, with all that is needed to decide about it. */
export function CasePane({ whole, ...props }: Props) {
  return (
    <CaseBody>
      {whole ? (
        <Whole {...props} />
      ) : (
        <h2 id="case-title" className="mt-7 text-20 [overflow-wrap:anywhere]">
          {props.row.title}
        </h2>
      )}
    </CaseBody>
  )
}

function Whole({ row, quality, became, refused, onMerge }: Omit<Props, 'whole'>) {
  const report = useQuery(caseQuery(row.number, quality))
  const others = useLook(row.number)
  return (
    <Await
      query={report}
      skeleton={<SkeletonRows rows={5} />}
      failed={<Trans>Couldn’t load the report.</Trans>}
    >
      {of => (
        <div className="grid gap-3">
          <Who row={row} of={of} isAlone={others?.length === 0} />
          <Others others={others ?? []} />
          {became && <Decided row={row} became={became} />}
          {refused && (
            <FormError>
              <Trans>Couldn’t save the decision:</Trans> {refused}
            </FormError>
          )}
          <Said of={of} quality={quality} />
          {of.evidence && <EvidencePanel evidence={of.evidence} />}
          <BeforeReport issue={of.issue} inTriage />
          <Near of={of} onMerge={onMerge} />
          <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
            <Panel title={<Trans>Environment</Trans>}>
              <Facts facts={environmentOf(of)} />
            </Panel>
            <Panel title={<Trans>Estimated points</Trans>}>
              <WouldPay of={of} waiting={report.isPlaceholderData} />
            </Panel>
          </div>
        </div>
      )}
    </Await>
  )
}

function Who({ row, of, isAlone }: { row: QueueRow; of: TriageCase; isAlone: boolean }) {
  const { accepted, decided, trustLevel } = of.reporterStats
  const dot = (
    // At the end of a line it would divide nothing.
    <span className="max-md:hidden" aria-hidden>
      ·
    </span>
  )
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-ink-3">
      <Link to="/issues/$number" params={{ number: String(row.number) }} className="text-ink-2">
        #{row.number}
      </Link>
      {dot}
      <PersonName person={row.reporter} />
      <span>
        <Trans>
          trust {trustLevel} · {accepted} of {decided} accepted
        </Trans>
      </span>
      {dot}
      <span>
        <Ago at={row.submittedAt} />
      </span>
      {row.dueAt && (
        <span className={row.late ? 'text-danger' : undefined}>
          {row.late ? (
            <Trans>
              first decision was due <Moment at={row.dueAt} />
            </Trans>
          ) : (
            <Trans>
              first decision due <Moment at={row.dueAt} />
            </Trans>
          )}
        </span>
      )}
      {isAlone && <Alone />}
    </p>
  )
}

function Alone() {
  return (
    <span className="ml-auto flex items-center gap-1.5">
      <Eye size={12} strokeWidth={2.1} aria-hidden />
      <Trans>only you are looking</Trans>
    </span>
  )
}

/** Two people should not decide the same case. */
function Others({ others }: { others: Person[] }) {
  const names = others.map(({ username }) => `@${username ?? '…'}`).join(', ')
  if (others.length === 0) return null
  return (
    <Band
      tone="info"
      role="status"
      icon={<Eye size={16} strokeWidth={1.75} aria-hidden />}
      title={
        others.length === 1 ? (
          <Trans>{names} is looking at this.</Trans>
        ) : (
          <Trans>{names} are looking at this.</Trans>
        )
      }
    >
      <Trans>If two administrators decide at once, the second sees a conflict.</Trans>
    </Band>
  )
}

/** The case stays in hand, and what became of it is said: it is for its reader to go on. */
function Decided({ row, became }: { row: QueueRow; became: Became }) {
  const messages = useIssueMessages()
  const standing = messages.standing({ kind: row.kind, ...became })
  return (
    <Band
      tone="info"
      role="status"
      icon={<CircleCheck size={16} strokeWidth={1.75} aria-hidden />}
      title={<Trans>Already decided: {standing}</Trans>}
    >
      <Trans>It is no longer in the queue.</Trans>
    </Band>
  )
}

function Said({ of: { issue }, quality }: { of: TriageCase; quality: string }) {
  const { t } = useLingui()
  const messages = useIssueMessages()
  return (
    <>
      <h2 id="case-title" className="text-20 [overflow-wrap:anywhere]">
        {issue.title}
      </h2>
      <Written text={issue.body} />
      {issue.steps.length > 0 && (
        <ol className="list-decimal pl-6 text-14 text-ink-2">
          {issue.steps.map((step, order) => (
            <li key={order}>{step}</li>
          ))}
        </ol>
      )}
      {REPORT_TEXTS.some(text => issue[text]) && (
        <p className="text-ink-2">
          {REPORT_TEXTS.filter(text => issue[text]).map(text => (
            <Fragment key={text}>
              <strong className="font-medium text-ink">{t(REPORT_TEXT_LABELS[text])}</strong> {
                issue[text]
              }{' '}
            </Fragment>
          ))}
        </p>
      )}
      <Files of={issue.attachments} />
      <p className="flex flex-wrap gap-1.5">
        {issue.visibility === 'private' && (
          <Badge tone="danger" icon={<Lock size={12} strokeWidth={2.1} aria-hidden />}>
            <Trans>Private</Trans>
          </Badge>
        )}
        <Badge>{t(KIND[issue.kind])}</Badge>
        <Badge>{messages.area(issue.area)}</Badge>
        {issue.severityClaimed && (
          <Badge>
            <Trans>Claimed {issue.severityClaimed}</Trans>
          </Badge>
        )}
        {issue.build && <Badge>{issue.build.version}</Badge>}
        {issue.source === 'widget' && (
          <Badge>
            <Trans>widget</Trans>
          </Badge>
        )}
        <Badge>
          <Trans>Quality {quality}</Trans>
          <Keys of={['q']} />
        </Badge>
        {issue.tags.map(tag => (
          <Badge key={tag}>{tag}</Badge>
        ))}
      </p>
    </>
  )
}

function Near({ of, onMerge }: { of: TriageCase; onMerge: () => void }) {
  const { t } = useLingui()
  const messages = useIssueMessages()
  const open = of.proposals.filter(({ state }) => state === 'open')
  if (of.similar.length === 0 && open.length === 0) return null
  const best =
    of.suggestion?.command === 'merge'
      ? of.suggestion.target
      : of.similar.find(({ why, status }) => why === 'failure' && status !== 'closed')?.number
  return (
    <Panel flush title={<Trans>Looks like</Trans>} note={<Trans>same failure first, then the closest</Trans>}>
      <ul>
        {of.similar.map(row => (
          <li
            key={row.number}
            className={clsx(
              'grid min-h-[42px] grid-cols-[140px_minmax(0,1fr)_152px_104px_72px] items-center gap-3 border-t border-line-faint px-4 py-1 max-lg:grid-cols-[minmax(0,1fr)] max-lg:gap-0.5 max-lg:py-2.5',
              row.number === best && 'bg-hover',
            )}
          >
            <span className="text-12 text-ink-3">
              <Likeness row={row} />
            </span>
            <Link
              to="/issues/$number"
              params={{ number: String(row.number) }}
              className="truncate font-medium text-ink"
            >
              <span className="font-normal text-ink-3">#{row.number}</span> {row.title}
            </Link>
            <StatusMark status={row.status} word={messages.standing({ ...row, kind: of.issue.kind })} />
            <span className="text-12 text-ink-2">
              <Plural value={row.voteCount} one="# person" other="# people" />
              {row.proofCount > 0 && (
                <span className="ml-1.5 inline-flex items-center gap-1" title={t`With proof`}>
                  <ProofGlyph />
                  <span className="sr-only">{t`With proof`}</span>
                  {row.proofCount}
                </span>
              )}
            </span>
            {row.number === best && (
              <button
                type="button"
                onClick={onMerge}
                className="flex items-center justify-end gap-1.5 text-12 text-ink-3 hover:text-ink max-lg:hidden"
              >
                <Trans>merge</Trans> <Keys of={['2']} />
              </button>
            )}
          </li>
        ))}
        {open.map(proposal => (
          <Proposed key={proposal.id} proposal={proposal} number={of.issue.number} />
        ))}
      </ul>
    </Panel>
  )
}

/** A duplicate that a tester proposed. Merging accepts it. */
function Proposed({ proposal, number }: { proposal: TriageCase['proposals'][number]; number: number }) {
  const { target, by, note } = proposal
  const { sayProblem } = useProblemMessages()
  const decline = useDeclineProposal(number)
  return (
    <li className="flex min-h-[42px] flex-wrap items-center gap-x-3 gap-y-1 border-t border-line-faint px-4 py-1 text-ink-2">
      <span className="w-[92px] text-12 text-ink-3">
        <Trans>testers say</Trans>
      </span>
      <span className="min-w-0">
        <Trans>
          duplicate of{' '}
          <Link to="/issues/$number" params={{ number: String(target.number) }}>
            #{target.number}
          </Link>
          , proposed by <PersonName plain person={by} />
        </Trans>
        {note && <span className="block text-12 break-words text-ink-3">{note}</span>}
      </span>
      <span className="ml-auto">
        <Button size="small" busy={decline.isPending} onClick={() => decline.mutate(proposal.id)}>
          <Trans>Decline</Trans>
        </Button>
      </span>
      <FormError>{sayProblem(decline.error)}</FormError>
    </li>
  )
}

function environmentOf({ issue: { environment } }: TriageCase) {
  const facts = [...pageFacts(environment), ...deviceFacts(environment)]
  return facts.length > 0 ? facts : [{ name: <Trans>Browser</Trans>, value: <Trans>not said</Trans> }]
}
