// The browser, the screen and the wallet, as a report names them.
import type { Call } from '@touchstone/recorder'
import type { Environment } from '../report.ts'

export function environmentOf(page: Window, calls: readonly Call[]): Environment {
  const { userAgent, language } = page.navigator
  const wallet = calls.findLast(call => call.wallet)?.wallet
  const walletChain = calls.findLast(call => call.chain !== undefined)?.chain
  // The last of these words is the most telling: other browsers also call themselves Chrome.
  const browser = userAgent.match(/(Edg|OPR|Firefox|Chrome|CriOS|Version)\w*\/\d+/g)?.at(-1)
  const system = userAgent.match(/Android|iPhone|iPad|Windows|Mac OS X|Linux/)?.[0]
  return {
    browser: [browser?.replace('Version', 'Safari'), system].filter(Boolean).join(' '),
    screen: `${page.innerWidth} × ${page.innerHeight}`,
    language,
    ...(wallet ? { wallet } : {}),
    ...(walletChain === undefined ? {} : { walletChain: String(walletChain) }),
  }
}
