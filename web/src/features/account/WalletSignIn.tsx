import { Trans, useLingui } from '@lingui/react/macro'
import { Wallet } from 'lucide-react'
import { useState } from 'react'
import type { WalletWay } from '#/features/account/wallet-ways'
import { Button } from '#/ui/Button'

/** The place for wallets above the password. Where there is no way, there is no place. */
export function WalletSignIn({ ways }: { ways: WalletWay[] }) {
  const { t } = useLingui()
  const [waiting, setWaiting] = useState(false)
  const [usual, ...others] = ways
  if (!usual) return null

  async function start(way: WalletWay) {
    if (waiting) return
    setWaiting(true)
    await way.start().finally(() => setWaiting(false))
  }

  return (
    <section aria-label={t`Wallet`} className="mb-5 grid gap-2">
      <Button
        kind="primary"
        size="large"
        shape="block"
        busy={waiting}
        onClick={() => void start(usual)}
        icon={<Wallet size={16} strokeWidth={1.75} aria-hidden />}
      >
        {waiting ? <Trans>Waiting for wallet…</Trans> : <Trans>Connect wallet</Trans>}
      </Button>
      {others.length > 0 && (
        <ul className="flex flex-wrap gap-x-3 text-12 max-md:gap-y-1">
          {others.map(way => (
            <li key={way.id}>
              <button
                type="button"
                onClick={() => void start(way)}
                className="py-0.5 text-ink-2 hover:text-ink hover:underline max-md:py-2"
              >
                {t(way.label)}
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="text-12 text-ink-3">
        <Trans>You sign a readable message. No transaction, no cost.</Trans>
      </p>
      <p className="mt-2 flex items-center gap-4 text-12 text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        <Trans>or</Trans>
      </p>
    </section>
  )
}
