// Starts anvil, a local chain.
import { createRequire } from 'node:module';
import { createTestClient, http, publicActions, walletActions } from 'viem';
import { foundry } from 'viem/chains';
import { startAnvil } from '../harness/anvil.mjs';

const require = createRequire(import.meta.url);

/** Starts it; `stop` ends it. */
export async function startChain() {
  const { url, stop } = await startAnvil(require);
  const client = createTestClient({ mode: 'anvil', chain: foundry, pollingInterval: 50, transport: http(url, { retryCount: 0 }) })
    .extend(publicActions)
    .extend(walletActions);
  return { client, stop };
}
