import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowRight } from 'lucide-react'
import { useIssueMessages } from '#/entities/issue/use-issue-messages'
import type { IssueView } from '#/entities/issue/view'
import { AcceptButton } from '#/features/issues/page/admin/AcceptButton'
import { MoreMoves } from '#/features/issues/page/admin/MoreMoves'
import type { Decisions } from '#/features/issues/page/use-decisions'
import { Button } from '#/ui/Button'
import { Keys } from '#/ui/Keys'

interface Props {
  view: IssueView
  decisions: Decisions
}

/** A step of the workflow that is offered first. */
export type Step = 'accept' | 'start' | 'fixed' | null

/** What usually comes next; only what the server would take. */
export function nextStep({ issue }: Pick<IssueView, 'issue'>, can: (name: string) => boolean): Step {
  if (can('issueAccept')) return 'accept'
  if (can('issueStart') && issue.status === 'confirmed') return 'start'
  return can('issueMarkFixed') ? 'fixed' : null
}

/** The next step of an administrator, two other ways, and a menu with the rest. */
export function NextStep({ view, decisions }: Props) {
  const { t } = useLingui()
  const { can, onAsk } = decisions
  const step = nextStep(view, can)
  // While a fix is checked, the figures are the answers of those who check.
  const keyed = view.issue.status !== 'fixed'
  if (view.may.triage.length === 0) return null
  return (
    <section
      aria-label={t`Next step`}
      className="mb-5 flex items-center gap-4 rounded-3 border border-line-strong bg-panel px-4 py-3 print:hidden max-md:flex-col max-md:items-stretch max-md:gap-3"
    >
      <span className="grid size-7 flex-none place-items-center rounded-full bg-active text-ink-2 max-md:hidden">
        <ArrowRight size={14} strokeWidth={1.9} aria-hidden />
      </span>
      <Words view={view} step={step} />
      <span className="flex items-center gap-2 max-md:grid max-md:grid-cols-[1fr_1fr_auto] max-md:[&>:first-child]:col-span-full">
        <Primary view={view} decisions={decisions} step={step} />
        {can('issueMerge') && (
          <Button onClick={() => onAsk('merge')} keys={keyed && <Keys of={['2']} />}>
            <Trans>Duplicate…</Trans>
          </Button>
        )}
        {can('issueClose') && (
          <Button onClick={() => onAsk('close')} keys={keyed && <Keys of={['3']} />}>
            <Trans>Close…</Trans>
          </Button>
        )}
        <MoreMoves view={view} decisions={decisions} step={step} />
      </span>
    </section>
  )
}

function Primary({ view: { issue }, decisions, step }: Props & { step: Step }) {
  if (step === 'accept') return <AcceptButton issue={issue} decisions={decisions} />
  if (step === 'start')
    return (
      <Button kind="primary" onClick={() => decisions.run('issueStart')}>
        <Trans>Start</Trans>
      </Button>
    )
  if (step === 'fixed')
    return (
      <Button kind="primary" onClick={() => decisions.onAsk('fixed')} keys={<Keys of={['f']} />}>
        <Trans>Mark fixed…</Trans>
      </Button>
    )
  return null
}

function Words({ view: { issue, checks }, step }: { view: IssueView; step: Step }) {
  const { t } = useLingui()
  const messages = useIssueMessages()
  const claimed = issue.severityClaimed && messages.severity(issue.severityClaimed)
  const affected = t`${plural(issue.voteCount, { one: '# person is affected.', other: '# people are affected.' })}`
  const next: Record<NonNullable<Step>, [title: string, detail: string]> = {
    accept: [t`Next: accept`, claimed ? t`Reported as ${claimed}.` : affected],
    start: [t`Next: start work`, affected],
    fixed: [t`Next: mark as fixed`, t`The reporters will be asked to check it.`],
  }
  const resting: [string, string] =
    issue.status === 'fixed'
      ? [
          t`Waiting for checks`,
          t`${checks.works} work, ${checks.stillBroken} still broken, ${checks.cannotTest} cannot test`,
        ]
      : [t`No decision needed`, '']
  const [title, detail] = step ? next[step] : resting
  return (
    <div className="min-w-0 flex-1">
      <p className="font-medium">{title}</p>
      <p className="text-12 text-ink-3 empty:hidden">{detail}</p>
    </div>
  )
}
