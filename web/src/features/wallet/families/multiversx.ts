// The wallet of MultiversX, by the messages its extension listens to.
import { fromWallet, TEXTS, walletFailure } from '#/features/wallet/texts'
import type { Connection, Finder } from '#/features/wallet/wallet'

interface Answer {
  address?: string
  signature?: string
  error?: unknown
}

/** The extension marks the page it is in; the second name is the older one. */
export const findMultiversxWallets: Finder = found => {
  const there = 'multiversxWallet' in window || 'elrondWallet' in window
  found(there ? [{ id: 'extension', name: 'MultiversX DeFi Wallet', connect: enable }] : [])
  return () => {}
}

/** Sends one question to the extension and waits for its answer. It knows no numbers: one question at a time. */
function ask(type: 'connect' | 'signMessage' | 'logout', data: unknown): Promise<Answer> {
  return new Promise(resolve => {
    function onMessage({ source, isTrusted, data: said }: MessageEvent) {
      const ours = isTrusted && source === window && said?.target === 'erdw-contentScript'
      if (!ours) return
      window.removeEventListener('message', onMessage)
      resolve((said.data ?? {}) as Answer)
    }
    window.addEventListener('message', onMessage)
    window.postMessage({ target: 'erdw-inpage', type, data }, window.origin)
  })
}

async function enable(): Promise<Connection> {
  const { address } = await ask('connect', '')
  // It does not say why there is no address; closing its window is the one way to that.
  if (!address) throw fromWallet(new Error('User cancelled'), TEXTS.noAccount)
  return {
    addresses: [address],
    sign,
    watch: () => () => {},
    disconnect: async () => void ask('logout', address),
  }
}

async function sign(message: string, account: string): Promise<string> {
  const { signature, error } = await ask('signMessage', { account, message })
  if (signature) return signature
  throw error
    ? walletFailure(TEXTS.notSigned, error)
    : fromWallet(new Error('User cancelled'), TEXTS.notSigned)
}
