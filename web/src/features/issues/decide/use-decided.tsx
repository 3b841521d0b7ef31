import { Trans, useLingui } from '@lingui/react/macro'
import type { Severity } from '#/entities/issue/schema'
import { useIssueMessages } from '#/entities/issue/use-issue-messages'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useUndo } from '#/features/issues/api'
import type { Decision } from '#/features/issues/model'
import { signed } from '#/lib/number'
import { toast } from '#/ui/toasts'

type Params = Record<string, unknown>

/** Puts in words what a command did to an issue. */
export function useDone() {
  const { t } = useLingui()
  const messages = useIssueMessages()
  const grade = (params: Params) =>
    messages.severity(params['severity'] as Severity) ?? String(params['severity'])
  return (name: string, params: Params, issue: Decision['issue']): string => {
    const { number } = issue
    const status = messages.standing(issue)
    switch (name) {
      case 'issueAccept':
        return params['severity'] ? t`#${number} accepted as ${grade(params)}` : t`#${number} accepted`
      case 'issueAskInfo':
        return t`#${number}: reporter asked`
      case 'issueClose':
        return t`#${number} closed: ${status}`
      case 'issueMerge':
        return t`#${number} merged into #${String(params['into'])}`
      case 'issueUnmerge':
        return t`#${number} unmerged`
      case 'issueSnooze':
        return t`#${number} snoozed`
      case 'issueSetSeverity':
        return t`#${number} regraded to ${grade(params)}`
      case 'issueSetQuality':
        return t`#${number} rated ${String(params['quality'])}`
      case 'issueSetArea':
        return t`#${number} moved to ${messages.area(issue.area)}`
      case 'issueAssign':
        return issue.assignee
          ? t`#${number} assigned to @${issue.assignee.username ?? '…'}`
          : t`#${number} unassigned`
      case 'issueTag':
        return t`#${number}: tags changed`
      case 'issueLinkExternal':
        return t`#${number} linked`
      case 'issueSetVisibility':
        return issue.visibility === 'private'
          ? t`#${number} is private now`
          : t`#${number} is public now`
      case 'issueUndo':
        return t`#${number} restored: ${status}`
      case 'issueResettle':
        return t`#${number}: points recalculated`
      default:
        return t`#${number}: ${status}`
    }
  }
}

/** Says what a decision did and paid, with a way back while there is one. */
export function useDecided() {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const done = useDone()
  const undo = useUndo()
  return (name: string, params: Params, { issue, points, undoUntil }: Decision, note?: string) => {
    const { number } = issue
    const what = done(name, params, issue)
    const paid = points.map(({ person, amount }) => `${signed(amount)} @${person.username ?? '…'}`).join(', ')
    toast({
      tone: 'success',
      title: what,
      detail: [paid, note].filter(Boolean).join('. '),
      ...(undoUntil
        ? {
            action: {
              label: <Trans>Undo</Trans>,
              onPress: () =>
                undo.mutate(number, {
                  onSuccess: () => toast({ tone: 'success', title: t`Undone: ${what}` }),
                  onError: error =>
                    toast({
                      tone: 'danger',
                      title: t`Couldn’t undo it.`,
                      detail: sayProblem(error),
                    }),
                }),
            },
          }
        : {}),
    })
  }
}
