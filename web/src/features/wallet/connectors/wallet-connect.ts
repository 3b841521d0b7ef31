// A wallet on another device, over WalletConnect's relay.
import { EthereumProvider } from '@walletconnect/ethereum-provider'
import type { EIP1193Provider } from 'viem'
import { CHAINS } from '#/features/wallet/chains'
import { fromWallet, TEXTS, walletFailure } from '#/features/wallet/texts'

/** Opens a session. `show` gets the address that the other device reads as a code. */
export async function walletConnectProvider(
  projectId: string,
  show: (address: string) => void,
): Promise<EIP1193Provider> {
  if (!projectId) throw walletFailure(TEXTS.walletConnectProject)
  try {
    const provider = await EthereumProvider.init({
      projectId,
      showQrModal: false,
      optionalChains: CHAINS.map(({ id }) => id) as [number, ...number[]],
    })
    provider.on('display_uri', show)
    await provider.connect()
    return provider as unknown as EIP1193Provider
  } catch (thrown) {
    throw fromWallet(thrown, TEXTS.walletConnectFailed)
  }
}
