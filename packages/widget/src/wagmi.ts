// Watches the wallets that a dapp connects with wagmi, such as WalletConnect, which do not announce themselves.
import type { Widget } from './options.ts'

export interface WagmiConnector {
  readonly name?: string
  getProvider?(): Promise<unknown>
}

type Connections = ReadonlyMap<string, { readonly connector: WagmiConnector }>

/** The parts of the config of wagmi 2 and 3 that are used. */
export interface WagmiConfig {
  readonly state: { readonly connections: Connections }
  subscribe(
    selector: (state: { readonly connections: Connections }) => Connections,
    listener: (connections: Connections) => void,
  ): () => void
}

/** Watches each wallet when it connects. Returns how to end it. */
export function watchWagmi(widget: Pick<Widget, 'watch'>, config: WagmiConfig): () => void {
  const seen = new WeakSet<object>()

  function watch(connections: Connections): void {
    for (const { connector } of connections.values()) {
      // Before it has reconnected, a stored connector has no provider.
      if (!connector.getProvider || seen.has(connector)) continue
      seen.add(connector)
      const info = connector.name ? { name: connector.name } : {}
      connector.getProvider().then(
        provider => void (provider && widget.watch(provider, info)),
        () => seen.delete(connector),
      )
    }
  }

  watch(config.state.connections)
  return config.subscribe(({ connections }) => connections, watch)
}
