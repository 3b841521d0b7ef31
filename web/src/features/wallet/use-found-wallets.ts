import { useEffect, useState } from 'react'
import { FINDERS } from '#/features/wallet/families/finders'
import type { Wallet } from '#/features/wallet/wallet'
import type { WalletFamily } from '#/lib/settings'

/** The wallets of a family in this browser; `null` while they are looked for. */
export function useFoundWallets(family: WalletFamily): Wallet[] | null {
  const [found, setFound] = useState<{ family: WalletFamily; wallets: Wallet[] } | null>(null)
  useEffect(() => {
    let stop = () => {}
    let current = true
    void FINDERS[family]().then(find => {
      if (current) stop = find(wallets => setFound({ family, wallets }))
    })
    return () => {
      current = false
      stop()
    }
  }, [family])
  return found?.family === family ? found.wallets : null
}
