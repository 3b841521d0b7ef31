import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { failureQuestionsQuery, useAskAboutFailures } from '#/entities/notification/failure'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { Switch } from '#/ui/Choice'
import { Panel } from '#/ui/Panel'
import { toast } from '#/ui/toasts'

/** Whether the reader is asked when a transaction of a linked wallet fails. Not shown if nothing would be asked. */
export function AskAboutFailures({ inPanel = false }: { inPanel?: boolean }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const { data } = useQuery(failureQuestionsQuery)
  const set = useAskAboutFailures()
  if (!data || !(data.isCounting || data.isOn)) return null
  const choice = (
    <div className="grid grid-cols-1 justify-items-start gap-1">
      <Switch
        label={<Trans>Ask me when a transaction of my wallets fails</Trans>}
        checked={set.isPending ? set.variables : data.isOn}
        disabled={set.isPending}
        onChange={event =>
          set.mutate(event.target.checked, {
            onError: error =>
              toast({ tone: 'danger', title: t`Couldn’t save the change.`, detail: sayProblem(error) }),
          })
        }
      />
      <p className="max-w-[60ch] text-12 text-ink-3">
        <Trans>
          Off unless you switch it on. Failed calls of the product’s contracts are then compared with your
          linked wallets. You get at most one question a day, once for each cause, and nothing is reported
          without you.
        </Trans>
      </p>
    </div>
  )
  return inPanel ? <Panel title={<Trans>Failed transactions</Trans>}>{choice}</Panel> : choice
}
