import { connect, createConfig, createConnector, http } from '@wagmi/core'
import { mainnet } from 'viem/chains'
import { expect, test, vi } from 'vitest'
import { watchWagmi } from '../src/wagmi.ts'

const ACCOUNT = '0x3fa2b0f1a2c3d4e5f60718293a4b5c6d7e8f91bd'

test('a wallet is watched once when wagmi connects it, and not after the end', async () => {
  const provider = { request: async () => null }
  const connector = (id: string) =>
    createConnector(() => ({
      id,
      name: id,
      type: 'test',
      connect: async () => ({ accounts: [ACCOUNT] as never, chainId: mainnet.id }),
      disconnect: async () => undefined,
      getAccounts: async () => [ACCOUNT],
      getChainId: async () => mainnet.id,
      getProvider: async () => provider,
      isAuthorized: async () => true,
      onAccountsChanged: () => undefined,
      onChainChanged: () => undefined,
      onDisconnect: () => undefined,
    }))
  const config = createConfig({
    chains: [mainnet],
    transports: { [mainnet.id]: http('http://127.0.0.1:9') },
    connectors: [connector('one'), connector('two')],
    multiInjectedProviderDiscovery: false,
  })
  const watch = vi.fn()
  const end = watchWagmi({ watch }, config)
  expect(watch).not.toHaveBeenCalled()
  const [one, two] = config.connectors
  if (!one || !two) throw new Error('connectors are missing')
  await connect(config, { connector: one })
  await vi.waitFor(() => expect(watch.mock.calls).toEqual([[provider, { name: 'one' }]]))
  end()
  await connect(config, { connector: two })
  expect(watch).toHaveBeenCalledTimes(1)
  watchWagmi({ watch }, config)()
  await vi.waitFor(() => expect(watch).toHaveBeenLastCalledWith(provider, { name: 'two' }))
})
