// Explains without a server: asks the node itself and hands its answers to the crate that explains them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { built } from '../../harness/built.mjs';
import { ask } from './chain.mjs';


const CALLS = { tracer: 'callTracer', tracerConfig: { withLog: true } };

/** What the nodes' crate would find, as it is recorded. */
export async function foundBy(url, mode, hash) {
  const result = async (method, params) => (await ask(url, method, params)).result ?? null;
  const transaction = await result('eth_getTransactionByHash', [hash]);
  const receipt = await result('eth_getTransactionReceipt', [hash]);
  const block = receipt && (await result('eth_getBlockByNumber', [receipt.blockNumber, false]));
  const found = { chainId: 31337, transaction, receipt, block, trace: null };
  if (receipt?.status !== '0x0') return found;
  if (mode === 'debug') found.trace = { kind: mode, answer: await result('debug_traceTransaction', [hash, CALLS]) };
  if (mode === 'trace') found.trace = { kind: mode, answer: await result('trace_transaction', [hash]) };
  if (mode === 'call') {
    const { from, to, input, value } = transaction;
    const parent = `0x${(BigInt(receipt.blockNumber) - 1n).toString(16)}`;
    const { error } = await ask(url, 'eth_call', [{ from, to, data: input, value }, parent]);
    found.trace = { kind: mode, answer: error ?? null };
  }
  return found;
}

/** Whether a swap that missed its limit would have met it at the block of its quote, else ten blocks or one block before. */
async function limitCheck(url, { transaction, receipt }, quote, explained) {
  const parent = Number(receipt.blockNumber) - 1;
  const fromBlock = Math.max(Math.min(quote?.quoteBlock ?? parent - 10, parent), 0);
  const { from, to, input, value } = transaction;
  let outcome = 'missed';
  for (const block of [fromBlock, parent]) {
    const { error } = await ask(url, 'eth_call', [{ from, to, data: input, value }, `0x${block.toString(16)}`]);
    if (!error) return { fromBlock, outcome: 'met' };
    if ((await explained(error)).failureClass !== 'slippage_exceeded') outcome = 'unclear';
  }
  return { fromBlock, outcome };
}

/** A reader that explains by the example of the crate. */
export function startEngine({ url, registry, nodes }) {
  const child = spawn(built('debug/examples/explain'), { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const explained = async kase => {
    child.stdin.write(`${JSON.stringify(kase)}\n`);
    return JSON.parse((await lines.next()).value);
  };
  const nonces = new Map();
  return {
    async look({ hash, text, quote, node }) {
      if (text !== undefined) return { kase: { text, registry }, ...(await explained({ text, registry })) };
      const found = await foundBy(node ? nodes[node].url : url, node ?? 'debug', hash);
      if (!found.transaction) {
        const seen = nonces.get(hash);
        const count = BigInt((await ask(url, 'eth_getTransactionCount', [seen.from, 'latest'])).result);
        return explained({ gone: count > BigInt(seen.nonce) ? 'replaced' : 'dropped' });
      }
      nonces.set(hash, found.transaction);
      const kase = { found, registry, ...(quote && { quote }) };
      const first = await explained(kase);
      if (first.failureClass !== 'slippage_exceeded' || found.receipt.status !== '0x0') return { kase, ...first };
      const repeated = answer => explained({ ...kase, found: { ...found, trace: { kind: 'call', answer } } });
      found.limitCheck = await limitCheck(node ? nodes[node].url : url, found, quote, repeated);
      return { kase, ...(await explained(kase)) };
    },
    again(hash) {
      return this.look({ hash });
    },
    async stop() {
      child.stdin.end();
      await once(child, 'close');
    },
  };
}
