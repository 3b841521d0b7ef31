import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { FAMILY_NAMES } from '#/lib/wallet-family-names'
import type { Access, WalletFamily, WalletSettings } from '#/lib/settings'
import { Button } from '#/ui/Button'
import { Wallet } from '#/ui/icons'

// What talks to wallets weighs more than the page it is opened from: it is fetched when a user wants it.
const SignInDialog = lazy(() => import('#/features/wallet/SignInDialog'))

interface Props {
  /** Missing where the server takes no wallets: then there is no place for them. */
  wallets: WalletSettings | undefined
  access: Access
}

/** The place for wallets above the password. */
export function WalletSignIn({ wallets, access }: Props) {
  const { t } = useLingui()
  const [family, setFamily] = useState<WalletFamily | null>(null)
  const [usual, ...others] = wallets?.families ?? []
  if (!wallets || !usual) return null

  return (
    <section aria-label={t`Wallet`} className="mb-5 grid gap-2">
      <Suspense fallback={<Connect busy onClick={() => undefined} />}>
        <Connect onClick={() => setFamily(usual)} />
        {family && (
          <SignInDialog family={family} settings={wallets} access={access} onClose={() => setFamily(null)} />
        )}
      </Suspense>
      {others.length > 0 && (
        <ul className="flex flex-wrap gap-x-3 text-12 max-md:gap-y-1">
          {others.map(other => (
            <li key={other}>
              <button
                type="button"
                onClick={() => setFamily(other)}
                className="py-0.5 text-ink-2 hover:text-ink hover:underline max-md:py-2"
              >
                {FAMILY_NAMES[other]}
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="text-12 text-ink-3">{t`You sign a readable message. No transaction, no cost.`}</p>
      <p className="mt-2 flex items-center gap-4 text-12 text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        <Trans>or</Trans>
      </p>
    </section>
  )
}

function Connect({ busy = false, onClick }: { busy?: boolean; onClick: () => void }) {
  return (
    <Button
      kind="primary"
      size="large"
      shape="block"
      busy={busy}
      onClick={onClick}
      icon={<Wallet size={16} strokeWidth={1.75} aria-hidden />}
    >
      <Trans>Connect wallet</Trans>
    </Button>
  )
}
