import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Check, CircleHelp, CircleSlash, GitMerge, Wrench, X } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { AppealAction } from '#/entities/fairness/AppealAction'
import { RESOLUTION } from '#/entities/issue/messages'
import type { CheckVerdict, IssueView } from '#/entities/issue/view'
import { Ago } from '#/ui/Ago'
import { Band } from '#/ui/Band'
import { Button } from '#/ui/Button'
import { Keys } from '#/ui/Keys'

const CheckDialog = lazy(async () => ({
  default: (await import('#/features/issues/page/CheckDialog')).CheckDialog,
}))

interface Props {
  view: IssueView
  checking: CheckVerdict | null
  onCheck: (verdict: CheckVerdict | null) => void
}

/** What concerns the whole page: a fix to check, a merge, an end, a question. */
export function Bands(props: Props) {
  const { issue, root, may } = props.view
  return (
    <div className="mb-4 grid gap-3 empty:hidden">
      {issue.status === 'fixed' && <FixBand {...props} />}
      {root && <MergedBand root={root} issue={issue} />}
      {issue.status === 'closed' && !root && <ClosedBand view={props.view} />}
      {issue.status === 'needs_info' && issue.mine && (
        <Band
          tone="warning"
          icon={<CircleHelp size={16} strokeWidth={1.75} aria-hidden />}
          title={<Trans>We have a question.</Trans>}
        >
          <Trans>Your next comment is the answer.</Trans>
        </Band>
      )}
      {may.check && props.checking && (
        <Suspense>
          <CheckDialog view={props.view} verdict={props.checking} onClose={() => props.onCheck(null)} />
        </Suspense>
      )}
    </div>
  )
}

function FixBand({ view, onCheck }: Props) {
  const { t } = useLingui()
  const { issue, myCheck, may } = view
  const version = issue.buildFixed?.version ?? ''
  const said: Record<CheckVerdict, React.ReactNode> = {
    works: <Trans>You said it works.</Trans>,
    still_broken: <Trans>You said it’s still broken.</Trans>,
    cannot_test: <Trans>You said you can’t test it.</Trans>,
  }
  return (
    <Band
      tone="success"
      icon={<Wrench size={16} strokeWidth={1.75} aria-hidden />}
      title={<Trans>Fixed in {version} – please check.</Trans>}
      actions={
        may.check && (
          <span className="flex gap-2 max-md:w-full max-md:flex-wrap">
            <Button
              icon={<Check size={14} aria-hidden />}
              keys={<Keys of={['1']} />}
              onClick={() => onCheck('works')}
            >{t`Works for me`}</Button>
            <Button
              icon={<X size={14} aria-hidden />}
              keys={<Keys of={['2']} />}
              onClick={() => onCheck('still_broken')}
            >{t`Still broken`}</Button>
            <Button kind="ghost" keys={<Keys of={['3']} />} onClick={() => onCheck('cannot_test')}>
              <Trans>Cannot test</Trans>
            </Button>
          </span>
        )
      }
    >
      {myCheck ? (
        said[myCheck.verdict]
      ) : may.checkCounts ? (
        <Trans>A correct answer earns points, whether it works or not.</Trans>
      ) : may.check ? (
        <Trans>
          The team reads every check. Yours counts and earns points with proof, or from trust level 2.
        </Trans>
      ) : null}
    </Band>
  )
}

interface MergedProps {
  root: NonNullable<IssueView['root']>
  issue: IssueView['issue']
}

function MergedBand({ root, issue }: MergedProps) {
  const number = root.number
  return (
    <Band
      tone="info"
      icon={<GitMerge size={16} strokeWidth={1.75} aria-hidden />}
      title={
        <Trans>
          Merged into{' '}
          <Link to="/issues/$number" params={{ number: String(number) }}>
            #{number} {root.title}
          </Link>
          .
        </Trans>
      }
      actions={
        issue.mine &&
        issue.closedAt && (
          <AppealAction
            subject={{ subjectType: 'duplicate', subjectId: issue.id }}
            decidedAt={issue.closedAt}
          />
        )
      }
    >
      {issue.mine ? (
        <Trans>Your vote and your watch count there.</Trans>
      ) : (
        <Trans>Votes and watchers count there. Not the same? Say why in a comment.</Trans>
      )}
    </Band>
  )
}

function ClosedBand({ view: { issue } }: { view: IssueView }) {
  const { t } = useLingui()
  const ground = issue.resolution ? RESOLUTION[issue.resolution] : undefined
  return (
    <Band
      icon={<CircleSlash size={16} strokeWidth={1.75} className="text-ink-3" aria-hidden />}
      title={ground ? <Trans>Closed: {t(ground)}.</Trans> : <Trans>Closed.</Trans>}
      actions={
        issue.mine &&
        issue.closedAt &&
        issue.resolution !== 'withdrawn' && (
          <AppealAction
            subject={{ subjectType: 'issue_closed', subjectId: issue.id }}
            decidedAt={issue.closedAt}
          />
        )
      }
    >
      {issue.closeReason}{' '}
      {issue.closedAt && (
        <span className="text-12 text-ink-3">
          <Ago at={issue.closedAt} />
        </span>
      )}
    </Band>
  )
}
