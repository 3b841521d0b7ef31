import { Trans, useLingui } from '@lingui/react/macro'
import type { SubmitEvent } from 'react'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useFunder } from '#/entities/fairness/case-queries'
import { trimmedFieldsOf } from '#/lib/form'
import { shortHash } from '#/lib/hash'
import { FormDialog } from '#/ui/FormDialog'
import { TextField } from '#/ui/TextField'
import { toast } from '#/ui/toasts'

interface Props {
  /** Empty where one is to be typed. */
  address: string
  onClose: () => void
}

/** Says that a wallet pays many people, like a faucet or an exchange, and links no accounts. */
export function FunderDialog({ address, onClose }: Props) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const save = useFunder()
  function submit(event: SubmitEvent<HTMLFormElement>) {
    const fields = trimmedFieldsOf(event, 'address', 'note')
    const named = address || fields.address
    save.mutate(
      { address: named, verdict: 'exempt', ...(fields.note ? { note: fields.note } : {}) },
      {
        onSuccess: () => {
          toast({
            tone: 'success',
            title: t`${shortHash(named)} no longer links accounts from the next scan on.`,
          })
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog
      onClose={onClose}
      title={<Trans>Exempt a wallet</Trans>}
      submit={<Trans>Exempt</Trans>}
      busy={save.isPending}
      problem={sayProblem(save.error)}
      onSubmit={submit}
    >
      <p>
        <Trans>
          Faucets, exchanges and organisers pay many people. Payments from an exempt wallet do not link
          accounts.
        </Trans>
      </p>
      {address ? (
        <p className="mono break-all text-ink">{address}</p>
      ) : (
        <TextField
          name="address"
          mono
          required
          pattern="0x[0-9a-fA-F]{40}"
          title={t`Enter 0x and 40 hex digits.`}
          placeholder="0x…"
          data-autofocus
          label={<Trans>Address</Trans>}
        />
      )}
      <TextField
        name="note"
        maxLength={200}
        data-autofocus={address !== '' || undefined}
        label={<Trans>Description</Trans>}
        placeholder={t`our faucet`}
      />
    </FormDialog>
  )
}
