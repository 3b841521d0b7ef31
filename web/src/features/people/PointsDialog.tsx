import { Trans, useLingui } from '@lingui/react/macro'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useAdjustPoints } from '#/features/people/api'
import type { Member } from '#/features/people/model'
import { formFields } from '#/lib/form'
import { figure, signed } from '#/lib/number'
import { FormDialog } from '#/ui/FormDialog'
import { SelectField } from '#/ui/SelectField'
import { TextArea } from '#/ui/TextArea'
import { TextField } from '#/ui/TextField'
import { toast } from '#/ui/toasts'

/** Gives a user points by hand, or takes some. */
export function PointsDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const adjust = useAdjustPoints()
  const name = member.username ?? t`Guest`
  return (
    <FormDialog
      onClose={onClose}
      title={<Trans>Points of @{name}</Trans>}
      submit={<Trans>Add entry</Trans>}
      busy={adjust.isPending}
      problem={sayProblem(adjust.error)}
      onSubmit={event => {
        const { amount, reason, rule } = formFields(event, 'amount', 'reason', 'rule')
        adjust.mutate(
          { user: member.id, amount: Number(amount), reason: reason.trim(), rule },
          {
            onSuccess: ({ pending }) => {
              const what = t`${signed(Number(amount))} for @${name}`
              toast(
                pending
                  ? {
                      tone: 'info',
                      title: t`${what}: waits for a second administrator.`,
                      detail: t`Above ${figure(pending.alone)} points a day for one person, another administrator has to agree.`,
                    }
                  : { tone: 'success', title: `${what}.` },
              )
              onClose()
            },
          },
        )
      }}
    >
      <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
        <TextField
          name="amount"
          type="number"
          required
          step={1}
          data-autofocus
          label={<Trans>Points</Trans>}
          hint={<Trans>Use a negative number to deduct points.</Trans>}
        />
        <SelectField name="rule" label={<Trans>For</Trans>}>
          <option value="manual">{t`Manual correction`}</option>
          <option value="abuse">{t`Deduction for abuse`}</option>
        </SelectField>
      </div>
      <TextArea
        name="reason"
        required
        rows={3}
        maxLength={500}
        label={<Trans>Reason</Trans>}
        hint={<Trans>Shown in the person’s ledger and in the public list of manual entries.</Trans>}
      />
    </FormDialog>
  )
}
