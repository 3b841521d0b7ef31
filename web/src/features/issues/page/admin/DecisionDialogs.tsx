import { useLingui } from '@lingui/react/macro'
import type { IssueView } from '#/entities/issue/view'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { AskDialog } from '#/features/issues/decide/AskDialog'
import { CloseDialog } from '#/features/issues/decide/CloseDialog'
import { FixedDialog } from '#/features/issues/decide/FixedDialog'
import { MergeDialog } from '#/features/issues/decide/MergeDialog'
import { withSeen } from '#/features/issues/page/admin/command'
import { LinkDialog } from '#/features/issues/page/admin/LinkDialog'
import { SettledDialog } from '#/features/issues/page/admin/SettledDialog'
import type { Decisions, Waiting } from '#/features/issues/page/use-decisions'

interface Props {
  view: IssueView
  decisions: Decisions
}

/** What is asked before a decision is sent. */
export function DecisionDialogs({ view, decisions }: Props) {
  const { sayProblem } = useProblemMessages()
  const { asking, onAsk, run, command, similar } = decisions
  const dialog = {
    busy: command.isPending,
    problem: sayProblem(command.error),
    onClose: () => onAsk(null),
  }
  return (
    <>
      {asking === 'close' && <CloseDialog {...dialog} onDecide={params => run('issueClose', params)} />}
      {asking === 'ask' && <AskDialog {...dialog} onDecide={question => run('issueAskInfo', { question })} />}
      {asking === 'fixed' && <FixedDialog {...dialog} onDecide={build => run('issueMarkFixed', { build })} />}
      {asking === 'link' && <LinkDialog {...dialog} onDecide={link => run('issueLinkExternal', link)} />}
      {asking === 'merge' && (
        <MergeDialog
          {...dialog}
          near={similar}
          exclude={view.issue.number}
          onDecide={into => run('issueMerge', { into })}
        />
      )}
      {decisions.waiting && <Recalculate view={view} decisions={decisions} waiting={decisions.waiting} />}
    </>
  )
}

/** Points that were paid: whether they follow the new grade. */
function Recalculate({ view: { issue, points }, decisions, waiting }: Props & { waiting: Waiting }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const { command, decided, onWait } = decisions

  async function decide({ name, params }: Waiting, reason: string, anew: boolean) {
    try {
      const said = name && reason && name === 'issueSetSeverity' ? { ...params, reason } : params
      const graded =
        name && (await command.mutateAsync({ name, params: withSeen(name, said, issue.lastActivityAt) }))
      const shared = anew && (await command.mutateAsync({ name: 'issueResettle', params: { reason } }))
      if (graded) decided(name, params, graded, shared ? undefined : t`Keep the points already paid`)
      if (shared) decided('issueResettle', {}, shared)
      onWait(null)
    } catch {
      // The dialog says why and stays open.
    }
  }

  return (
    <SettledDialog
      title={waiting.name ? t`Regrade #${issue.number}` : t`Recalculate the points of #${issue.number}`}
      act={waiting.name ? t`Regrade` : t`Recalculate`}
      settledAt={issue.settledAt}
      paid={points?.purse ?? null}
      optional={waiting.name !== ''}
      busy={command.isPending}
      problem={sayProblem(command.error)}
      onClose={() => onWait(null)}
      onDecide={(reason, anew) => void decide(waiting, reason, anew)}
    />
  )
}
