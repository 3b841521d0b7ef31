import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, type SubmitEvent, Suspense, useEffect, useState } from 'react'
import type { WalletFlow } from '#/features/wallet/use-wallet-flow'
import { formFields } from '#/lib/form'
import { shortHash } from '#/lib/hash'
import { Button } from '#/ui/Button'
import { Spinner } from '#/ui/Spinner'
import { TextField } from '#/ui/TextField'

const Code = lazy(() => import('#/features/wallet/connectors/Code'))

const HINT_AFTER = 20_000

/** What a wallet wants before it can sign: patience, a code, an e-mail address, or which account. */
export function WalletStage({ flow: { stage, cancel } }: { flow: WalletFlow }) {
  switch (stage.is) {
    case 'showing a code':
      return (
        <Waiting onCancel={cancel}>
          <Suspense fallback={<Spinner />}>
            <Code address={stage.address} />
          </Suspense>
        </Waiting>
      )
    case 'asking for e-mail':
      return <EmailForm onAnswer={stage.answer} onCancel={cancel} />
    case 'asking for an account':
      return <Accounts addresses={stage.addresses} onChoose={stage.answer} onCancel={cancel} />
    case 'waiting':
      return (
        <Waiting onCancel={cancel}>
          <p className="flex items-center gap-2 text-ink">
            <Spinner /> <Trans>Waiting for {stage.wallet}…</Trans>
          </p>
          <LateHint />
        </Waiting>
      )
    case 'choosing':
      return (
        <p role="status" className="flex items-center gap-2 text-ink">
          <Spinner /> <Trans>Signing in…</Trans>
        </p>
      )
  }
}

function Waiting({ onCancel, children }: { onCancel: () => void; children: React.ReactNode }) {
  return (
    <div role="status" className="grid justify-items-start gap-3">
      {children}
      <Button size="small" onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
    </div>
  )
}

/** Where nothing happens for long, the wallet's own window is usually behind this one. */
function LateHint() {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), HINT_AFTER)
    return () => clearTimeout(timer)
  }, [])
  return late ? (
    <p>
      <Trans>Check your wallet’s window, or your phone.</Trans>
    </p>
  ) : null
}

function EmailForm({ onAnswer, onCancel }: { onAnswer: (email: string) => void; onCancel: () => void }) {
  const { t } = useLingui()
  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    onAnswer(formFields(event, 'email').email.trim())
  }
  return (
    <form onSubmit={onSubmit} aria-label={t`E-mail for the link`} className="grid gap-3">
      <TextField
        name="email"
        type="email"
        label={<Trans>E-mail address</Trans>}
        hint={<Trans>The wallet’s provider sends you a code.</Trans>}
        required
        data-autofocus
        autoComplete="email"
      />
      <div className="flex gap-2">
        <Button type="submit" kind="primary">{t`Send`}</Button>
        <Button kind="ghost" onClick={onCancel}>{t`Cancel`}</Button>
      </div>
    </form>
  )
}

interface AccountsProps {
  addresses: string[]
  onChoose: (address: string) => void
  onCancel: () => void
}

function Accounts({ addresses, onChoose, onCancel }: AccountsProps) {
  const { t } = useLingui()
  return (
    <div className="grid gap-3">
      <p className="text-ink">{t`Which account?`}</p>
      <ul className="grid gap-1.5">
        {addresses.map(address => (
          <li key={address}>
            <Button shape="block" onClick={() => onChoose(address)} title={address}>
              <span className="mono">{shortHash(address)}</span>
            </Button>
          </li>
        ))}
      </ul>
      <div>
        <Button kind="ghost" size="small" onClick={onCancel}>{t`Cancel`}</Button>
      </div>
    </div>
  )
}
