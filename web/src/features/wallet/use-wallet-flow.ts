import { useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { Code, WalletProblem } from '#/backend/problem'
import type { WalletProof } from '#/backend/wallet-proof'
import type { WalletPrompts } from '#/features/wallet/connectors/connectors'
import { prove } from '#/features/wallet/prove'
import { isDeclined, walletFailure } from '#/features/wallet/texts'
import type { Connection, Wallet } from '#/features/wallet/wallet'
import { walletStore } from '#/features/wallet/wallet-store'
import type { WalletFamily } from '#/lib/settings'

/** What the dialog shows while a wallet is on its way. */
export type Stage =
  | { is: 'choosing' }
  | { is: 'waiting'; wallet: string }
  | { is: 'showing a code'; address: string }
  | { is: 'asking for e-mail'; answer: (email: string) => void }
  | { is: 'asking for an account'; addresses: string[]; answer: (address: string) => void }

const givenUp = () => new WalletProblem(Code.validation, 'User rejected the request.', { declined: true })

/** The way from a wallet that was chosen to what it signed, with all that has to be asked in between. */
export function useWalletFlow(family: WalletFamily) {
  const { t } = useLingui()
  const [stage, setStage] = useState<Stage>({ is: 'choosing' })
  const [declined, setDeclined] = useState(false)
  const giveUp = useRef<() => void>(undefined)

  const prompts: WalletPrompts = {
    showCode: address => setStage({ is: 'showing a code', address }),
    askEmail: () => new Promise(answer => setStage({ is: 'asking for e-mail', answer })),
  }

  /** Runs `work` until it ends or a user has had enough; a late answer of the wallet then counts for nothing. */
  async function attempt<Result>(wallet: Wallet, work: () => Promise<Result>): Promise<Result> {
    setDeclined(false)
    setStage({ is: 'waiting', wallet: wallet.name })
    const stopped = new Promise<never>((_, reject) => {
      giveUp.current = () => {
        walletStore.letGo()
        reject(givenUp())
      }
    })
    try {
      return await Promise.race([work(), stopped])
    } catch (thrown) {
      setDeclined(isDeclined(thrown))
      throw thrown
    } finally {
      giveUp.current = undefined
      setStage({ is: 'choosing' })
    }
  }

  async function chosenAddress({ addresses }: Connection): Promise<string> {
    const [only = '', ...others] = addresses
    // Wallets of Ethereum's family have one account in use; the others show all they have.
    if (others.length === 0 || family === 'evm') return only
    return new Promise(answer => setStage({ is: 'asking for an account', addresses, answer }))
  }

  const proveWith = (wallet: Wallet, purpose: 'login' | 'link'): Promise<WalletProof> =>
    attempt(wallet, async () => {
      const connection = await walletStore.enable(wallet)
      const address = await chosenAddress(connection)
      setStage({ is: 'waiting', wallet: wallet.name })
      return whileUnchanged(
        address,
        () => prove(family, connection, address, purpose),
        () => walletFailure(t`The account in the wallet changed. Nothing was sent; choose the wallet again.`),
      )
    })

  return {
    stage,
    declined,
    prompts,
    proveWith,
    connectWith: (wallet: Wallet) => attempt(wallet, () => walletStore.enable(wallet)),
    cancel: () => giveUp.current?.(),
  }
}

export type WalletFlow = ReturnType<typeof useWalletFlow>

/** Runs `work` as long as the wallet keeps to the account. */
function whileUnchanged<Result>(
  address: string,
  work: () => Promise<Result>,
  changed: () => WalletProblem,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stop = walletStore.subscribe(() => {
      const now = walletStore.state()
      if (now.state !== 'enabled' || !now.addresses.includes(address)) reject(changed())
    })
    work().then(resolve, reject).finally(stop)
  })
}
