// A wallet that is opened by a link in a mail, kept by its maker.
import { Magic } from 'magic-sdk'
import type { EIP1193Provider } from 'viem'
import { fromWallet, TEXTS, walletFailure } from '#/features/wallet/texts'

interface Settings {
  apiKey: string
  network: string
}

/** Sends the mail and waits until it was answered. */
export async function magicLinkProvider(
  { apiKey, network }: Settings,
  email: string,
): Promise<EIP1193Provider> {
  if (!email) throw walletFailure(TEXTS.magicEmail)
  if (!apiKey) throw walletFailure(TEXTS.magicKey)
  if (!network) throw walletFailure(TEXTS.magicNetwork)
  const magic = started(apiKey, network)
  try {
    await magic.auth.loginWithEmailOTP({ email })
    return magic.rpcProvider as unknown as EIP1193Provider
  } catch (thrown) {
    throw fromWallet(thrown, TEXTS.magicLogin)
  }
}

function started(apiKey: string, network: string) {
  try {
    return new Magic(apiKey, { network: network as 'mainnet' })
  } catch (thrown) {
    throw walletFailure(TEXTS.magicStart, thrown)
  }
}
