import { Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useState } from 'react'
import { unitsOf } from '#/entities/evidence/amount'
import type { Evidence } from '#/entities/evidence/schema'
import { tokenName } from '#/entities/evidence/SwapWords'
import { useLookUp } from '#/entities/evidence/use-evidence'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { Button } from '#/ui/Button'
import { FormError } from '#/ui/FormError'
import { TextField } from '#/ui/TextField'

interface Props {
  evidence: Evidence
  onDone: () => void
}

/** What the app had shown before the swap, as its user remembers it. Part of another form, so it is none itself. */
export function QuoteForm({ evidence, onDone }: Props) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const lookUp = useLookUp()
  const [expected, setExpected] = useState('')
  const [least, setLeast] = useState('')
  const { explanation, txHash, network } = evidence
  const swap = explanation?.swap
  if (!swap || !txHash) return null
  const token = swap.tokenOut
  const decimals = token.decimals ?? 18
  const symbol = tokenName(token, network?.nativeSymbol ?? null)
  const read = (typed: string) => (typed.trim() === '' ? undefined : unitsOf(typed, decimals))
  const [expectedOut, minOut] = [read(expected), read(least)]
  const wrong = t`Invalid amount: ${symbol} has ${decimals} decimals.`
  const isReady = typeof expectedOut === 'string' && minOut !== null

  function save() {
    if (!isReady || !txHash) return
    lookUp.mutate(
      {
        text: txHash,
        network: network?.id,
        quote: { expectedOut, ...(minOut ? { minOut } : {}), source: 'typed' },
      },
      { onSuccess: onDone },
    )
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') onDone()
    if (event.key !== 'Enter') return
    // The report around it is not sent by this Enter.
    event.preventDefault()
    event.stopPropagation()
    save()
  }

  return (
    <div role="group" aria-label={t`Quote shown by the app`} className="grid gap-2.5" onKeyDown={onKeyDown}>
      <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
        <TextField
          label={<Trans>Quoted ({symbol})</Trans>}
          value={expected}
          inputMode="decimal"
          autoFocus
          autoComplete="off"
          error={expectedOut === null ? wrong : undefined}
          onChange={event => setExpected(event.target.value)}
        />
        <TextField
          label={<Trans>Minimum received, if shown</Trans>}
          value={least}
          inputMode="decimal"
          autoComplete="off"
          error={minOut === null ? wrong : undefined}
          onChange={event => setLeast(event.target.value)}
        />
      </div>
      <div className="flex gap-2">
        <Button size="small" kind="primary" busy={lookUp.isPending} disabled={!isReady} onClick={save}>
          <Trans>Compare</Trans>
        </Button>
        <Button size="small" kind="ghost" onClick={onDone}>{t`Cancel`}</Button>
      </div>
      {lookUp.error && <FormError>{sayProblem(lookUp.error)}</FormError>}
    </div>
  )
}
