import { Trans, useLingui } from '@lingui/react/macro'
import type { SubmitEvent } from 'react'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import type { RewardExport } from '#/entities/reward/schema'
import { useVoid } from '#/features/payouts/api'
import { trimmedFieldsOf } from '#/lib/form'
import { FormDialog } from '#/ui/FormDialog'
import { TextArea } from '#/ui/TextArea'
import { toast } from '#/ui/toasts'

/** Reverses a published payout, with a reason that all users read. */
export function VoidDialog({ payout, onClose }: { payout: RewardExport; onClose: () => void }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const annul = useVoid()
  function submit(event: SubmitEvent<HTMLFormElement>) {
    const { reason } = trimmedFieldsOf(event, 'reason')
    void annul.mutateAsync({ export: payout.id, reason }).then(
      () => {
        toast({ tone: 'success', title: t`The payout of season ${payout.season} is void.` })
        onClose()
      },
      () => undefined,
    )
  }
  return (
    <FormDialog
      onClose={onClose}
      title={<Trans>Void the payout of season {payout.season}</Trans>}
      submit={<Trans>Void it</Trans>}
      danger
      busy={annul.isPending}
      problem={sayProblem(annul.error)}
      onSubmit={submit}
    >
      <p>
        <Trans>
          <b className="font-medium text-ink">A contract that was deployed with this root still pays.</b> Stop
          it there first, if it can be stopped. Testers see that the payout is void, and why.
        </Trans>
      </p>
      <TextArea
        name="reason"
        required
        minLength={20}
        maxLength={500}
        data-autofocus
        label={<Trans>Reason, visible to everyone</Trans>}
        hint={<Trans>20 characters at least. No names: it stays public.</Trans>}
      />
    </FormDialog>
  )
}
