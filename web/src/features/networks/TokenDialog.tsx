import { Trans, useLingui } from '@lingui/react/macro'
import { type SubmitEvent, useState } from 'react'
import type { NetworkDetails } from '#/entities/network/details'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useRemoveToken, useSaveToken } from '#/features/networks/api'
import { FLAG_SENTENCE } from '#/features/networks/messages'
import { FLAGS, type Flag, type Token } from '#/entities/network/tokens'
import { trimmedFieldsOf } from '#/lib/form'
import { Checkbox } from '#/ui/Choice'
import { ConfirmedButton } from '#/ui/ConfirmedButton'
import { FormDialog } from '#/ui/FormDialog'
import { TextField } from '#/ui/TextField'
import { toast } from '#/ui/toasts'

interface Props {
  network: NetworkDetails
  token: Token | null
  onClose: () => void
}

/** A token and what is odd about it. */
export function TokenDialog({ network, token, onClose }: Props) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const save = useSaveToken()
  const remove = useRemoveToken()
  const [flags, setFlags] = useState<Flag[]>(token?.flags ?? [])
  const turn = (flag: Flag, on: boolean) =>
    setFlags(FLAGS.filter(one => (one === flag ? on : flags.includes(one))))

  function submit(event: SubmitEvent<HTMLFormElement>) {
    const { symbol, address, decimals, note } = trimmedFieldsOf(
      event,
      'symbol',
      'address',
      'decimals',
      'note',
    )
    save.mutate(
      {
        ...(token ? { id: token.id } : {}),
        network: network.id,
        symbol,
        address,
        decimals: Number(decimals),
        flags,
        ...(note ? { note } : {}),
      },
      {
        onSuccess: () => {
          toast({ tone: 'success', title: t`${symbol} is saved.` })
          onClose()
        },
      },
    )
  }

  function takeAway({ id, symbol }: Token) {
    remove.mutate(
      { id },
      {
        onSuccess: () => {
          toast({ tone: 'success', title: t`${symbol} is removed.` })
          onClose()
        },
      },
    )
  }

  return (
    <FormDialog
      onClose={onClose}
      title={token ? token.symbol : <Trans>New token on {network.name}</Trans>}
      submit={token ? <Trans>Save</Trans> : <Trans>Add the token</Trans>}
      busy={save.isPending}
      problem={sayProblem(save.error)}
      before={
        token && (
          <ConfirmedButton
            kind="ghost"
            label={<Trans>Remove</Trans>}
            title={<Trans>Remove {token.symbol}?</Trans>}
            action={<Trans>Remove the token</Trans>}
            busy={remove.isPending}
            problem={sayProblem(remove.error)}
            onConfirm={() => takeAway(token)}
          >
            <Trans>
              Amounts are no longer shown with its symbol. Missions and payouts can no longer use it.
            </Trans>
          </ConfirmedButton>
        )
      }
      onSubmit={submit}
    >
      <div className="grid grid-cols-[minmax(0,1fr)_7rem] gap-3">
        <TextField
          name="symbol"
          required
          data-autofocus
          maxLength={20}
          autoComplete="off"
          defaultValue={token?.symbol}
          label={<Trans>Symbol</Trans>}
        />
        <TextField
          name="decimals"
          required
          type="number"
          min={0}
          max={77}
          defaultValue={token?.decimals ?? 18}
          label={<Trans>Decimals</Trans>}
        />
      </div>
      <TextField
        name="address"
        required
        mono
        pattern="\s*0x[0-9a-fA-F]{40}\s*"
        title={t`0x and 40 hex digits`}
        autoComplete="off"
        spellCheck={false}
        placeholder="0x"
        defaultValue={token?.address}
        label={<Trans>Address</Trans>}
      />
      <fieldset className="grid gap-1.5">
        <legend className="mb-1.5 text-12 font-medium text-ink-2">{t`Special behaviour`}</legend>
        {FLAGS.map(flag => (
          <Checkbox
            key={flag}
            checked={flags.includes(flag)}
            onChange={event => turn(flag, event.currentTarget.checked)}
            label={t(FLAG_SENTENCE[flag])}
          />
        ))}
      </fieldset>
      <TextField
        name="note"
        maxLength={500}
        autoComplete="off"
        defaultValue={token?.note ?? ''}
        label={<Trans>Note</Trans>}
      />
    </FormDialog>
  )
}
