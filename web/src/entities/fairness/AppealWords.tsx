import { Trans, useLingui } from '@lingui/react/macro'
import { useWithdrawAppeal } from '#/entities/fairness/queries'
import type { OwnAppeal } from '#/entities/fairness/schema'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { dayOf } from '#/lib/time'
import { Button } from '#/ui/Button'
import { Dialog } from '#/ui/Dialog'
import { toast } from '#/ui/toasts'

/** What a user wrote in their appeal, and what was answered. */
export function AppealWords({ appeal, onClose }: { appeal: OwnAppeal; onClose: () => void }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const withdraw = useWithdrawAppeal()
  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>Your appeal of {dayOf(appeal.openedAt)}</Trans>}
      footer={
        appeal.state === 'open' && (
          <Button
            busy={withdraw.isPending}
            onClick={() =>
              withdraw.mutate(
                { id: appeal.id },
                {
                  onSuccess: () => toast({ tone: 'success', title: t`Appeal withdrawn.` }),
                  onError: error =>
                    toast({
                      tone: 'danger',
                      title: t`Couldn’t withdraw the appeal.`,
                      detail: sayProblem(error),
                    }),
                },
              )
            }
          >{t`Withdraw appeal`}</Button>
        )
      }
    >
      <p className="border-l-2 border-line-strong pl-3 whitespace-pre-wrap text-ink">{appeal.body}</p>
      {appeal.answer && (
        <>
          <h3 className="mt-4 mb-1 text-13">{t`The answer`}</h3>
          <p className="whitespace-pre-wrap text-ink">{appeal.answer}</p>
        </>
      )}
    </Dialog>
  )
}
