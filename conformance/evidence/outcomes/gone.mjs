// Transactions that wait, vanish, are replaced, or are mined twice.
import { toHex } from 'viem';
import { dataOf, v2 } from '../stage/calls.mjs';
import { unit } from '../stage/world.mjs';

/** Sends to a chain that does not mine, with a fee that can be outbid. */
async function wait(world, gasPrice = 10n ** 11n) {
  await world.client.setAutomine(false);
  const nonce = await world.client.getTransactionCount({ address: world.trader });
  const transaction = { from: world.trader, to: world.at.router2, data: dataOf(world, v2(world)), gas: toHex(500_000), gasPrice: toHex(gasPrice), nonce: toHex(nonce) };
  const { result, error } = await world.ask('eth_sendTransaction', [transaction]);
  if (error) throw new Error(error.message);
  return { hash: result, transaction };
}

async function mineAgain(world) {
  await world.client.mine({ blocks: 1 });
  await world.client.setAutomine(true);
}

const gone = (kind, status, verdict) => ({ status, class: kind, verdict, confidence: 'exact' });

export const outcomes = [
  {
    name: 'waiting',
    expect: { status: 'pending', class: null, verdict: null, confidence: null },
    async act(w, look) {
      const { hash } = await wait(w);
      const seen = await look({ hash });
      await mineAgain(w);
      return { seen };
    },
  },
  {
    name: 'replaced by another',
    expect: gone('tx_replaced', 'replaced', 'expected'),
    async act(w, look) {
      const { hash, transaction } = await wait(w);
      await look({ hash });
      const other = { ...transaction, to: w.trader, data: '0x', gasPrice: toHex(3n * 10n ** 11n) };
      const { error } = await w.ask('eth_sendTransaction', [other]);
      if (error) throw new Error(error.message);
      await mineAgain(w);
      return { again: hash };
    },
  },
  {
    name: 'forgotten by the network',
    expect: gone('tx_dropped', 'dropped', 'expected'),
    async act(w, look) {
      const { hash } = await wait(w);
      await look({ hash });
      await w.ask('anvil_dropTransaction', [hash]);
      await mineAgain(w);
      return { again: hash, after: '25 hours' };
    },
  },
  {
    name: 'mined again in another block, where it fails',
    expect: { status: 'reverted', class: 'slippage_exceeded', verdict: 'expected', confidence: 'exact', decided: 'UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT' },
    async act(w, look) {
      const least = (await w.read('router2', 'getAmountsOut', [unit, [w.at.one, w.at.two]])).at(-1);
      const snapshot = await w.client.snapshot();
      const nonce = await w.client.getTransactionCount({ address: w.trader });
      const fee = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 9n };
      const raw = await w.accounts[1].signTransaction({ to: w.at.router2, data: dataOf(w, v2(w, { least })), gas: 500_000n, nonce, chainId: 31337, type: 'eip1559', ...fee });
      const hash = await w.client.sendRawTransaction({ serializedTransaction: raw });
      await w.client.waitForTransactionReceipt({ hash });
      const before = await look({ hash });
      if (before.chainStatus !== 'success') throw new Error(`it was to work at first, not ${before.chainStatus}`);
      await w.client.revert({ id: snapshot });
      await w.send(...v2(w, { amount: 1_000n * unit, who: w.rival }), { from: w.rival });
      await w.client.sendRawTransaction({ serializedTransaction: raw });
      await w.client.mine({ blocks: 1 });
      return { again: hash };
    },
  },
];
