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

/** `swapExactTokensForTokens`, whose limit is its second word. */
const EXACT_IN = '0x38ed1739';
const WORD = 64;

/** Whether the limit of a swap was within reach at the block of its quote, else ten blocks before. Only one function is tried. */
async function limitCheck(url, { transaction: { from, to, input, value }, receipt }, quote) {
  const parent = Number(receipt.blockNumber) - 1;
  const fromBlock = Math.max(Math.min(quote?.quoteBlock ?? parent - 10, parent), 0);
  const unclear = { fromBlock, outcome: 'unclear' };
  if (!input.startsWith(EXACT_IN)) return unclear;
  const at = EXACT_IN.length + WORD;
  const data = input.slice(0, at) + '0'.repeat(WORD) + input.slice(at + WORD);
  const { result } = await ask(url, 'eth_call', [{ from, to, data, value }, `0x${fromBlock.toString(16)}`]);
  if (!result || result === '0x') return unclear;
  const [amount, least] = [result.slice(-WORD), input.slice(at, at + WORD)].map(word => BigInt(`0x${word}`));
  return { fromBlock, outcome: amount >= least ? 'met' : 'missed', amount: `${amount}` };
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
      found.limitCheck = await limitCheck(node ? nodes[node].url : url, found, quote);
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
