import { Trans, useLingui } from '@lingui/react/macro'
import type { Entry } from '#/entities/points/schema'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useReverse } from '#/features/leaderboard/api'
import { fieldsOf } from '#/lib/form'
import { signed } from '#/lib/number'
import { Button } from '#/ui/Button'
import { Complaint } from '#/ui/Complaint'
import { Dialog } from '#/ui/Dialog'
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
    <Dialog
      open
      onClose={onClose}
      title={<Trans>Reverse entry {entry.seq}</Trans>}
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button kind="danger" type="submit" form="reverse" busy={reverse.isPending}>
            <Trans>Reverse it</Trans>
          </Button>
        </>
      }
    >
      <form
        id="reverse"
        className="grid gap-3.5"
        onSubmit={event => {
          event.preventDefault()
          const { reason } = fieldsOf(event, 'reason')
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
        <Complaint>{sayProblem(reverse.error)}</Complaint>
      </form>
    </Dialog>
  )
}
