import { Trans, useLingui } from '@lingui/react/macro'
import { type NewAppeal, useOpenAppeal } from '#/entities/fairness/queries'
import { WriteDialog } from '#/entities/fairness/WriteDialog'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { toast } from '#/ui/toasts'

interface Props {
  subject: Omit<NewAppeal, 'body'>
  onClose: () => void
}

/** Objects to a decision. One for each, and another administrator reads it. */
export function AppealDialog({ subject, onClose }: Props) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const open = useOpenAppeal()
  return (
    <WriteDialog
      title={<Trans>Appeal</Trans>}
      label={<Trans>Why the decision is wrong</Trans>}
      action={<Trans>Send appeal</Trans>}
      busy={open.isPending}
      problem={sayProblem(open.error)}
      onClose={onClose}
      onSend={body =>
        open.mutate(
          { ...subject, body },
          {
            onSuccess: () => {
              toast({ tone: 'success', title: t`Appeal sent.` })
              onClose()
            },
          },
        )
      }
    >
      <Trans>
        If there is more than one administrator, a different one reviews it. You can appeal each decision once.
      </Trans>
    </WriteDialog>
  )
}
