import { Trans, useLingui } from '@lingui/react/macro'
import type { Entry } from '#/entities/points/schema'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useReverse } from '#/features/leaderboard/api'
import { formFields } from '#/lib/form'
import { signed } from '#/lib/number'
import { FormDialog } from '#/ui/FormDialog'
import { TextArea } from '#/ui/TextArea'
import { toast } from '#/ui/toasts'

interface Props {
  entry: Entry
  season: number
  onClose: () => void
}

/** Takes one entry of the ledger back, by an entry of its own that says why. */
export function ReverseDialog({ entry, season, onClose }: Props) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const reverse = useReverse()
  return (
    <FormDialog
      onClose={onClose}
      title={<Trans>Reverse entry {entry.seq}</Trans>}
      submit={<Trans>Reverse it</Trans>}
      danger
      busy={reverse.isPending}
      problem={sayProblem(reverse.error)}
      onSubmit={event => {
        const { reason } = formFields(event, 'reason')
        reverse.mutate(
          { season, seq: entry.seq, reason: reason.trim() },
          {
            onSuccess: () => {
              toast({ tone: 'success', title: t`Entry ${entry.seq} is reversed.` })
              onClose()
            },
          },
        )
      }}
    >
      <p>
        {entry.sentence} <b className="text-ink">{signed(entry.amount)}</b>
      </p>
      <TextArea
        name="reason"
        required
        rows={3}
        maxLength={500}
        data-autofocus
        label={<Trans>Reason</Trans>}
        hint={<Trans>Shown in the person’s ledger and in the public list of manual entries.</Trans>}
      />
    </FormDialog>
  )
}
