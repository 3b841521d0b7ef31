import { Trans, useLingui } from '@lingui/react/macro'
import type { IssueView } from '#/entities/issue/view'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import type { useIssueCommand } from '#/features/issues/api'
import type { useDecided } from '#/features/issues/decide/use-decided'
import { withSeen } from '#/features/issues/page/admin/command'
import { SettledDialog } from '#/features/issues/page/admin/SettledDialog'
import type { Waiting } from '#/features/issues/page/AdminPanel'
import { figure } from '#/lib/number'
import { Button } from '#/ui/Button'

interface Props {
  view: IssueView
  /** The regrading that is asked about; without a name, only the points are meant. */
  waiting: Waiting | null
  onWait: (waiting: Waiting | null) => void
  command: ReturnType<typeof useIssueCommand>
  decided: ReturnType<typeof useDecided>
}

const POINTS_ALONE: Waiting = { name: '', params: {} }

/** What can still be done about points that are final. */
export function Settled({ view, waiting, onWait, command, decided }: Props) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const { issue, points } = view
  const paid = points?.purse ?? null
  const differs = points !== null && points.worth !== null && points.worth !== paid

  async function decide({ name, params }: Waiting, reason: string, anew: boolean) {
    try {
      const said = name && reason && name === 'issueSetSeverity' ? { ...params, reason } : params
      const graded =
        name && (await command.mutateAsync({ name, params: withSeen(name, said, issue.lastActivityAt) }))
      const shared = anew && (await command.mutateAsync({ name: 'issueResettle', params: { reason } }))
      if (graded) decided(name, params, graded, shared ? undefined : t`The points that were paid stay`)
      if (shared) decided('issueResettle', {}, shared)
      onWait(null)
    } catch {
      // The dialog says why and stays open.
    }
  }

  return (
    <>
      {differs && (
        <p className="text-12 text-ink-3">
          <Trans>
            Regraded after its points were settled: {figure(paid ?? 0)} were paid, by its grade it would be{' '}
            {figure(points.worth ?? 0)}.
          </Trans>
        </p>
      )}
      <span>
        <Button size="small" onClick={() => onWait(POINTS_ALONE)}>
          <Trans>Share points anew…</Trans>
        </Button>
      </span>
      {waiting && (
        <SettledDialog
          title={waiting.name ? t`Regrade #${issue.number}` : t`Share the points of #${issue.number} anew`}
          act={waiting.name ? <Trans>Regrade</Trans> : <Trans>Share anew</Trans>}
          settledAt={issue.settledAt}
          paid={paid}
          optional={waiting.name !== ''}
          busy={command.isPending}
          problem={sayProblem(command.error)}
          onClose={() => onWait(null)}
          onDecide={(reason, anew) => void decide(waiting, reason, anew)}
        />
      )}
    </>
  )
}
