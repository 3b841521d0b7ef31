import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { REASON_LABEL } from '#/entities/fairness/messages'
import type { LinkReason } from '#/entities/fairness/schema'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { caseQuery, type Resolution, useResolve } from '#/entities/fairness/case-queries'
import { CaseGraph } from '#/features/review/fairness/CaseGraph'
import { CaseDecisions } from '#/features/review/fairness/CaseDecisions'
import { EffectsPanel } from '#/features/review/fairness/EffectsPanel'
import { Signals, namesOf } from '#/features/review/fairness/Signals'
import { FunderDialog } from '#/entities/fairness/FunderDialog'
import { InvitationDialog } from '#/features/review/fairness/InvitationDialog'
import { Members } from '#/features/review/fairness/Members'
import type { RiskCase } from '#/entities/fairness/case-schema'
import { ReasonDialog, reasonFor } from '#/features/review/fairness/ReasonDialog'
import { SimilarReports } from '#/features/review/fairness/SimilarReports'
import { Visits } from '#/features/review/fairness/Visits'
import { figure } from '#/lib/number'
import { usePageCommands } from '#/lib/page-commands'
import { dayOf } from '#/lib/time'
import { Await } from '#/ui/Await'
import { Badge } from '#/ui/Badge'
import { SkeletonRows } from '#/ui/Skeleton'
import { toast } from '#/ui/toasts'
import { CaseBody } from '#/ui/workbench/Workbench'

interface Props {
  number: number
  /** The way to the next case. */
  steps: ReactNode
  /** It is decided: the next one takes its place. */
  onDone: () => void
}

/** One case: how they hang together, what speaks for and against it, what a decision would do. */
export function CasePane({ number, steps, onDone }: Props) {
  const query = useQuery(caseQuery(number))
  return (
    <Await
      level={2}
      query={query}
      skeleton={<SkeletonRows rows={8} />}
      failed={<Trans>Couldn’t load the case.</Trans>}
    >
      {data => <Case key={data.number} of={data} steps={steps} onDone={onDone} />}
    </Await>
  )
}

/** Whom a decision would be about, before anybody is ticked. */
const startOf = ({ suggestion, members }: RiskCase) =>
  suggestion?.users ?? members.filter(({ suggested }) => suggested).flatMap(({ person }) => person.id ?? [])

function Case({ of, steps, onDone }: Omit<Props, 'number'> & { of: RiskCase }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const [chosen, setChosen] = useState(() => startOf(of))
  const [linking, setLinking] = useState(false)
  const [funder, setFunder] = useState<string | null>(null)
  const [invitation, setInvitation] = useState<{ id: string; label: string } | null>(null)
  const resolve = useResolve()
  const list = useRef<HTMLDivElement>(null)
  const isOpen = of.state !== 'decided'
  const names = namesOf(chosen, of.members)

  function send(resolution: Omit<Resolution, 'number'>, title: string) {
    if (resolve.isPending) return
    // The pane goes on to the next case: what waits in it would never be told.
    void resolve.mutateAsync({ number: of.number, ...resolution }).then(
      () => {
        toast({ tone: 'success', title })
        setLinking(false)
        onDone()
      },
      // A refusal is shown above the decisions.
      () => undefined,
    )
  }
  const said = {
    dismiss: t`F-${of.number}: not the same.`,
    watch: t`F-${of.number} is watched for 30 days.`,
    ask: t`F-${of.number}: question sent.`,
  }
  const decide = (decision: 'dismiss' | 'watch' | 'ask') =>
    send({ decision, ...(decision === 'ask' && chosen.length > 0 ? { users: chosen } : {}) }, said[decision])
  const link = (reason: LinkReason, note: string) =>
    send(
      { decision: 'link', users: chosen, reason, ...(note === '' ? {} : { note }) },
      t`F-${of.number}: ${names} are linked as one person.`,
    )
  const choose = () => list.current?.querySelector<HTMLInputElement>('input')?.focus()
  const startLink = () => chosen.length >= 2 && setLinking(true)
  usePageCommands(
    isOpen
      ? [
          { id: 'link', label: t`Link as one person`, keys: ['1'], run: startLink },
          { id: 'dismiss', label: t`Not the same`, keys: ['2'], run: () => decide('dismiss') },
          { id: 'watch', label: t`Watch`, keys: ['3'], run: () => decide('watch') },
          {
            id: 'ask',
            label: t`Ask them`,
            keys: ['4'],
            run: () => of.state !== 'asked' && decide('ask'),
          },
          { id: 'choose', label: t`Choose accounts`, keys: ['x'], run: choose },
        ]
      : [],
  )
  return (
    <>
      <CaseBody>
        <div className="grid grid-cols-1 gap-4">
          {steps}
          <Head of={of} />
          {of.graph ? <CaseGraph graph={of.graph} /> : null}
          <Signals of={of} onFunder={setFunder} onInvitation={setInvitation} />
          <Members
            of={of}
            chosen={chosen}
            fixed={!isOpen}
            first={list}
            onToggle={user =>
              setChosen(now => (now.includes(user) ? now.filter(each => each !== user) : [...now, user]))
            }
          />
          <Visits visits={of.visits} members={of.members} />
          <SimilarReports texts={of.texts} members={of.members} />
          {isOpen && <EffectsPanel users={chosen} names={names} />}
        </div>
      </CaseBody>
      {isOpen && (
        <CaseDecisions
          of={of}
          chosen={chosen}
          busy={resolve.isPending}
          refused={linking ? null : sayProblem(resolve.error)}
          onLink={startLink}
          onDecide={decide}
          onChoose={choose}
        />
      )}
      {linking && (
        <ReasonDialog
          names={names}
          suggested={reasonFor(of)}
          busy={resolve.isPending}
          problem={sayProblem(resolve.error)}
          onLink={link}
          onClose={() => setLinking(false)}
        />
      )}
      {funder && <FunderDialog address={funder} onClose={() => setFunder(null)} />}
      {invitation && <InvitationDialog invitation={invitation} onClose={() => setInvitation(null)} />}
    </>
  )
}

function Head({ of }: { of: RiskCase }) {
  const { t } = useLingui()
  const all = of.members.length
  const alike = startOf(of).length
  const { decision } = of
  return (
    <header className="flex flex-wrap items-start gap-3">
      <div className="min-w-0 flex-1">
        <h2 id="case-title" className="text-20">
          {of.suggestion?.decision === 'ask' ? (
            <Plural
              value={all}
              one="This account may be a duplicate: ask first"
              other="These # accounts may be one person: ask first"
            />
          ) : alike === all ? (
            <Plural
              value={all}
              one="This account looks like a duplicate"
              other="These # accounts look like one person"
            />
          ) : (
            <Trans>
              {figure(alike)} of these {figure(all)} accounts look like one person
            </Trans>
          )}
        </h2>
        <p className="mt-1 text-ink-2">
          <Trans>
            Case F-{of.number}, opened on {dayOf(of.openedAt)}.
          </Trans>{' '}
          <Trans>
            Together {figure(of.points)} points, {figure(of.reports)} reports, {figure(of.votes)} votes.
          </Trans>{' '}
          {of.state === 'asked' && of.due && (
            <Trans>They were asked; answers are due on {dayOf(of.due)}.</Trans>
          )}
          {of.state === 'watch' && of.due && <Trans>Watched until {dayOf(of.due)}.</Trans>}
        </p>
        {decision && (
          <p className="mt-1 text-ink-2">
            {decision.decision === 'link' ? (
              <Trans>
                Linked on {dayOf(decision.at)} by @{decision.by?.username ?? '–'}:{' '}
                {decision.reason ? t(REASON_LABEL[decision.reason]) : '–'}.
              </Trans>
            ) : (
              <Trans>
                Decided on {dayOf(decision.at)} by @{decision.by?.username ?? '–'}: not the same.
              </Trans>
            )}{' '}
            {decision.undoneAt && <Trans>Undone on {dayOf(decision.undoneAt)}.</Trans>} {decision.note}
          </p>
        )}
      </div>
      <Badge tone="warning" icon={<Eye size={12} strokeWidth={2.1} aria-hidden />}>
        <Trans>
          {figure(of.score)}, opened at {figure(of.watchScore)}
        </Trans>
      </Badge>
    </header>
  )
}
