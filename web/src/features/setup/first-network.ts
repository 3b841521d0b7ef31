import { saveNetwork, testNodes } from '#/entities/network/commands'
import { knownChain } from '#/entities/network/known-chains'
import type { Draft } from '#/features/setup/draft'

/** Saves the network of a draft and has its node tried, once; gives its id, or nothing where none was typed. */
export async function keepNetwork(draft: Draft): Promise<string> {
  const url = draft.rpcUrl.trim()
  if (draft.networkId || !url) return draft.networkId
  const chainId = draft.chainId || (await testNodes({ url }))[0]?.chainId || 0
  const known = knownChain(chainId)
  const saved = await saveNetwork({
    chainId,
    name: draft.networkName.trim() || known?.name || `Chain ${chainId}`,
    isTestnet: known?.isTestnet ?? true,
    rpcUrls: [url],
    explorerUrl: draft.explorerUrl.trim(),
    ...(known && {
      nativeSymbol: known.nativeSymbol,
      confirmations: known.confirmations,
      blockTimeMs: known.blockTimeMs,
    }),
  })
  await testNodes({ id: saved.id })
  return saved.id
}
