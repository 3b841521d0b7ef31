// Nodes of chains that do what an attack wants of them, and testers who paste hashes that only these know.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const hex = number => `0x${number.toString(16)}`;
export const random = bytes => `0x${randomBytes(bytes).toString('hex')}`;
const word = number => number.toString(16).padStart(64, '0');

/** What a router reverts with. */
export function revertText(text) {
  return `0x08c379a0${word(32)}${word(Buffer.byteLength(text))}${Buffer.from(text).toString('hex').padEnd(64, '0')}`;
}

export const SLIPPAGE = revertText('Too little received');

let host = 1;
let chains = 900_000 + (process.pid % 1000) * 100;

/** The number of an unused network. */
export const freshChain = () => (chains += 1);

/**
 * Starts a node of this network. It knows the transactions that were put on it and answers truly; `bend(answer, asked)`
 * changes an answer before it is sent, `act(request, response, asked)` takes its place.
 */
export async function startNode(chainId) {
  const transactions = new Map();
  const node = { chainId, transactions, heard: [], bend: answer => answer, act: undefined, put: fields => put(node, fields) };
  const server = createServer(async (request, response) => {
    request.on('error', () => {});
    response.on('error', () => {});
    const asked = JSON.parse(await new Response(request).text());
    node.heard.push(asked);
    if (node.act) return node.act(request, response, asked);
    const answer = Array.isArray(asked) ? asked.map(one => node.bend(answerOf(node, one), one)) : node.bend(answerOf(node, asked), asked);
    response.setHeader('Content-Type', 'application/json');
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  });
  host = (host % 200) + 1;
  server.listen(0, `127.0.1.${host}`);
  await once(server, 'listening');
  const { address, port } = server.address();
  node.url = `http://${address}:${port}`;
  node.stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return node;
}

/** A failed call to a router, mined; gives its hash. */
function put(node, { input = `0x414bf389${word(1)}`, output = SLIPPAGE, trace, logs = [], ...fields } = {}) {
  const transaction = {
    hash: random(32), blockHash: random(32), blockNumber: '0x64', transactionIndex: '0x0', chainId: hex(node.chainId), type: '0x2',
    from: random(20), to: random(20), input, value: '0x0', gas: '0x186a0', gasPrice: '0x1', nonce: '0x1', ...fields,
  };
  const { hash, from, to } = transaction;
  node.transactions.set(hash, {
    transaction,
    receipt: { transactionHash: hash, blockHash: transaction.blockHash, blockNumber: '0x64', transactionIndex: '0x0', from, to, status: '0x0', gasUsed: '0x5208', effectiveGasPrice: '0x1', logs },
    trace: trace ?? { type: 'CALL', from, to, input, output, error: 'execution reverted', gas: '0x1', gasUsed: '0x1', value: '0x0' },
  });
  return hash;
}

const now = () => hex(Math.floor(Date.now() / 1000));

function answerOf(node, { id, method, params: [first] = [] }) {
  const known = node.transactions.get(first);
  const results = {
    eth_chainId: () => hex(node.chainId),
    eth_blockNumber: () => '0x70',
    eth_getBlockByNumber: () => ({ hash: random(32), number: '0x70', timestamp: now(), transactions: [...node.transactions.keys()].slice(0, 1) }),
    eth_getBlockByHash: () => ({ hash: first, number: '0x64', timestamp: now(), transactions: [] }),
    eth_getTransactionByHash: () => known?.transaction ?? null,
    eth_getTransactionReceipt: () => known?.receipt ?? null,
    debug_traceTransaction: () => known?.trace ?? null,
    eth_call: () => '0x',
    eth_getCode: () => '0x',
    eth_getTransactionCount: () => '0x2',
  };
  const result = results[method];
  if (!result) return { jsonrpc: '2.0', id, error: { code: -32601, message: 'the method does not exist' } };
  return { jsonrpc: '2.0', id, result: result() };
}

/** Adds a network with these nodes to a programme and tests it, runs `work`, and switches it off again. */
export async function withNetwork(programme, nodes, work) {
  const { chainId } = nodes[0];
  const named = { chainId, name: `Chain ${chainId}`, isTestnet: true, blockTimeMs: 1000 };
  const { network } = await programme.run(programme.keeper, 'networkSave', { ...named, rpcUrls: nodes.map(({ url }) => url) });
  try {
    await programme.run(programme.keeper, 'networkTest', { id: network.id });
    return await work(network);
  } finally {
    await programme.run(programme.keeper, 'networkSave', { id: network.id, ...named, enabled: false });
    for (const node of nodes) node.stop();
  }
}

/** What was tried in vain waits with a reason. */
const isUnsettled = ({ state, reason }) => state === 'fetching' || (state === 'queued' && reason === null);

/** Pastes a text and waits until it is clear what becomes of it, for so long, as often as the page asks. */
export async function pasted(programme, who, text, { params = {}, ms = 30_000 } = {}) {
  const began = performance.now();
  let { evidence } = await programme.run(who, 'evidencePreview', { text, ...params });
  while (isUnsettled(evidence)) {
    assert.ok(performance.now() - began < ms, `after ${ms} ms it is still ${evidence.state}`);
    await pause(300);
    ({ evidence } = await programme.run(who, 'evidenceGet', { id: evidence.id }));
  }
  return { ...evidence, ms: performance.now() - began };
}
