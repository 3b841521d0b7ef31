// A node that holds accounts of its own, as a development node does, asked over HTTP.
import type { EIP1193Provider } from 'viem'
import { TEXTS, walletFailure } from '#/features/wallet/texts'

type Urls = Record<string, string>

/** A provider that asks the node of a chain. Throws the specification's texts. */
export function networkProvider(urls: Urls, fetching: typeof fetch = fetch): EIP1193Provider {
  let chain = firstChain(urls)

  async function request({ method, params = [] }: { method: string; params?: unknown }): Promise<unknown> {
    if (method === 'wallet_switchEthereumChain') {
      chain = chosen(urls, params)
      return null
    }
    if (method === 'eth_chainId') return `0x${chain.toString(16)}`
    // The node shows its accounts to the caller.
    const asked = method === 'eth_requestAccounts' ? 'eth_accounts' : method
    try {
      return await ask(urlOf(urls, chain), asked, params, fetching)
    } catch (thrown) {
      throw walletFailure(
        TEXTS.networkFailed(method, thrown instanceof Error ? thrown.message : String(thrown)),
      )
    }
  }

  const nothing = () => {}
  return { request, on: nothing, removeListener: nothing } as unknown as EIP1193Provider
}

function firstChain(urls: Urls): number {
  const [first] = Object.keys(urls)
  if (first === undefined) throw walletFailure(TEXTS.noUrls)
  return Number(first)
}

function urlOf(urls: Urls, chain: number): string {
  const url = urls[String(chain)]
  if (!url) throw walletFailure(TEXTS.noUrlFor(chain))
  return url
}

function chosen(urls: Urls, params: unknown): number {
  const [wanted] = params as [{ chainId: string }]
  const chain = Number(wanted.chainId)
  urlOf(urls, chain)
  return chain
}

let lastId = 0

async function ask(url: string, method: string, params: unknown, fetching: typeof fetch): Promise<unknown> {
  lastId += 1
  const response = await fetching(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params }),
  })
  if (!response) throw new Error(TEXTS.noResponse)
  if (!response.status || response.status > 400)
    throw new Error(TEXTS.badStatus(response.status, response.statusText))
  const said = (await response.json().catch(() => null)) as {
    result?: unknown
    error?: { message?: string }
  } | null
  if (said?.error) throw new Error(said.error.message ?? TEXTS.badAnswer)
  if (!said || !('result' in said)) throw new Error(TEXTS.badAnswer)
  return said.result
}
