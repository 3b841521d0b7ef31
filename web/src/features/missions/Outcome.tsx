import { Trans, useLingui } from '@lingui/react/macro'
import { Ban, Check, Clock, RotateCcw, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMoralis } from '#/backend/use-moralis'
import { AppealAction } from '#/entities/fairness/AppealAction'
import { IssueLink } from '#/entities/issue/IssueLink'
import type { Mission, Submission } from '#/entities/mission/schema'
import { progressOfStep } from '#/entities/mission/submission-state'
import { figure, signed } from '#/lib/number'
import { ButtonLink } from '#/ui/Button'
import { Keys } from '#/ui/Keys'
import { Spinner } from '#/ui/Spinner'

const ICON = { size: 14, strokeWidth: 2.1, 'aria-hidden': true } as const
const MARK = {
  success: 'bg-success-wash text-success',
  warning: 'bg-warning-wash text-warning',
  quiet: 'bg-active text-ink-2',
}

interface Props {
  mission: Mission
  mine: Submission
  /** The button that goes on, where something can be done. */
  action: ReactNode
}

/** What became of a submission, and what can be done now. */
export function Outcome({ mission, mine, action }: Props): ReactNode {
  const { t } = useLingui()
  const failed = mission.steps.filter(step => progressOfStep(step, mine).state === 'failed')
  switch (mine.state) {
    case 'started':
    case 'withdrawn':
      return null
    case 'checking':
      return (
        <Card tone="quiet" icon={<Spinner />} title={t`Your steps are being checked.`}>
          <Trans>Each step is ticked once it passes. You can close this page. We’ll notify you of the result.</Trans>
        </Card>
      )
    case 'needs_review':
      return (
        <Card tone="quiet" icon={<Clock {...ICON} />} title={t`The team is reviewing it.`}>
          <Trans>Nothing left to do. We’ll notify you of the result.</Trans>
        </Card>
      )
    case 'approved':
      return (
        <Card
          tone="success"
          icon={<Check {...ICON} />}
          title={t`All checks passed.`}
          action={<NextMission />}
        >
          <Paid mine={mine} />
        </Card>
      )
    case 'approved_partial':
      return (
        <Card tone="success" icon={<Check {...ICON} />} title={<BlockedTitle mine={mine} />} action={action}>
          <Trans>
            It is confirmed, so a part is paid: <Points amount={mine.paid} />. Finish the mission for the other {figure(Math.max(0, mission.points - mine.paid))}. Your place is kept.
          </Trans>
        </Card>
      )
    case 'blocked':
      return (
        <Card tone="quiet" icon={<Ban {...ICON} />} title={<BlockedTitle mine={mine} />}>
          <Trans>
            When it is confirmed, you get {figure(mission.blockedPoints)} points. When it is fixed, you can finish for the rest. Your place is kept.
          </Trans>
        </Card>
      )
    case 'rejected':
      return (
        <Card tone="warning" icon={<X {...ICON} />} title={t`It did not pass.`} action={action}>
          {mine.note && <span className="block break-words whitespace-pre-wrap">{mine.note}</span>}
          {failed.map(step => (
            <span key={step.id} className="block">
              {step.text}: {progressOfStep(step, mine).sentence}
            </span>
          ))}
          <TriesLeft mine={mine} />
          {mine.decidedAt && (
            <span className="mt-2 block empty:hidden">
              <AppealAction
                subject={{ subjectType: 'submission', subjectId: mine.id }}
                decidedAt={mine.decidedAt}
              />
            </span>
          )}
        </Card>
      )
    case 'revoked':
      return (
        <Card tone="warning" icon={<RotateCcw {...ICON} />} title={t`The points for it were reversed.`}>
          {mine.note}
        </Card>
      )
    case 'expired':
      return (
        <Card tone="quiet" icon={<Clock {...ICON} />} title={t`The mission ended before you submitted it.`}>
          {mine.note}
        </Card>
      )
  }
}

interface CardProps {
  tone: keyof typeof MARK
  icon: ReactNode
  title: ReactNode
  action?: ReactNode
  children?: ReactNode
}

function Card({ tone, icon, title, action, children }: CardProps) {
  return (
    <section role="status" className="flex gap-3 rounded-3 border border-line bg-panel px-4 py-3.5">
      <span className={`grid size-6 flex-none place-items-center rounded-full ${MARK[tone]}`}>{icon}</span>
      <div className="min-w-0">
        <h3 className="text-14">{title}</h3>
        {children && <p className="mt-0.5 text-ink-2">{children}</p>}
        {action && <div className="mt-2.5 empty:hidden">{action}</div>}
      </div>
    </section>
  )
}

const Points = ({ amount }: { amount: number }) => <b className="text-gold-text">{signed(amount)}</b>

function Paid({ mine }: { mine: Submission }) {
  const { points, paid } = mine
  const isAdmin = useMoralis().user?.isAdmin ?? false
  if (paid === 0)
    return isAdmin ? (
      <Trans>No points: administrators only do missions to try them.</Trans>
    ) : (
      <Trans>Thank you.</Trans>
    )
  if (!points) return <Points amount={paid} />
  return (
    <Trans>
      <Points amount={paid} />, entry {figure(points.seq)} of season {points.season}.
    </Trans>
  )
}

function BlockedTitle({ mine }: { mine: Submission }) {
  if (!mine.blockedBy) return <Trans>Blocked by an issue.</Trans>
  return (
    <Trans>
      Blocked by <IssueLink number={mine.blockedBy.number} />.
    </Trans>
  )
}

function TriesLeft({ mine }: { mine: Submission }) {
  if (mine.triesLeft === 0)
    return (
      <span className="block">
        <Trans>No try is left.</Trans>
      </span>
    )
  return (
    <span className="block">
      {mine.triesLeft === 1 ? (
        <Trans>One try is left.</Trans>
      ) : (
        <Trans>{mine.triesLeft} tries are left.</Trans>
      )}
    </span>
  )
}

function NextMission() {
  return (
    <ButtonLink to="/missions" size="small" keys={<Keys of={['↵']} />}>
      <Trans>Next mission</Trans>
    </ButtonLink>
  )
}
