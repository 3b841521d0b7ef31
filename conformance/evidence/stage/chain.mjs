// anvil as the chain, and nodes in front of it that can do less.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { createTestClient, http, publicActions, walletActions } from 'viem';
import { foundry } from 'viem/chains';
import { startAnvil } from '../../harness/anvil.mjs';
import { listen } from '../../harness/listen.mjs';

const require = createRequire(import.meta.url);

const MINED_WITHIN_MS = 30_000;

/**
 * Waits for a receipt. viem looks once and then waits for the next block, which never comes if anvil answered a
 * transaction just before it had mined it.
 */
async function receiptOf(client, hash) {
  const deadline = Date.now() + MINED_WITHIN_MS;
  for (;;) {
    const isMined = await client.request({ method: 'eth_getTransactionReceipt', params: [hash] });
    if (isMined) return client.getTransactionReceipt({ hash });
    if (Date.now() > deadline) throw new Error(`the transaction ${hash} was not mined`);
    await pause(5);
  }
}

export const clientOf = url =>
  createTestClient({ mode: 'anvil', chain: foundry, pollingInterval: 50, transport: http(url, { retryCount: 0 }) })
    .extend(publicActions)
    .extend(walletActions)
    .extend(client => ({ waitForTransactionReceipt: ({ hash }) => receiptOf(client, hash) }));

/** Starts a node of its own. */
export async function startChain(flags = []) {
  const anvil = await startAnvil(require, ['--code-size-limit', '100000', ...flags]);
  return { ...anvil, client: clientOf(anvil.url) };
}

/** Asks a node as it is, and gives what it answers, error and all. */
export async function ask(url, method, params) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return answer.json();
}

/** A node that refuses some methods and says that it is another network. */
export const startLesserNode = (url, chainId, refused) =>
  startOtherNode(url, chainId, ({ method }, honest) =>
    refused.test(method) ? { jsonrpc: '2.0', error: { code: -32601, message: `the method ${method} does not exist` } } : honest()
  );

/**
 * A node that answers a question as `tell` does and says that it is another network. `honest` gives the answer of the node
 * behind it, to the same question or another one; without an answer the connection ends.
 */
export async function startOtherNode(url, chainId, tell) {
  const own = `0x${chainId.toString(16)}`;
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString());
    const answer = await tell({ method, params }, (other = params) => ask(url, method, other));
    if (!answer) return request.socket.destroy();
    if (method === 'eth_chainId') answer.result = own;
    if (answer.result?.chainId) answer.result.chainId = own;
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ ...answer, id }));
  });
  return listen(server);
}

/** A node that only ever answers one HTTP status. */
export const startFailingNode = (status, body) =>
  listen(createServer((request, response) => request.resume().on('end', () => response.writeHead(status).end(body))));
