// Swaps that missed their limit: what moved the pool since the quote, or what was wrong with the quote itself.
import { parseAbi } from 'viem';
import { command, execute, packed, v2, v3 } from '../stage/calls.mjs';
import { unit } from '../stage/world.mjs';

const PAIR = parseAbi(['function transfer(address,uint256)', 'function burn(address)', 'function balanceOf(address) view returns (uint256)', 'function sync()']);

const verdictOf = (verdict, advises) => ({ status: 'reverted', class: 'slippage_exceeded', verdict, advises });

const pairOf = w => w.read('factory2', 'getPair', [w.at.one, w.at.two]);
const outOf = async w => (await w.read('router2', 'getAmountsOut', [unit, [w.at.one, w.at.two]])).at(-1);

/** What the pool of two tokens may suffer, in blocks of their own. */
const sold = who => async w => void (await w.send(...v2(w, { amount: 1_000n * unit, who: w[who] }), { from: w[who] }));
const liquidityTaken = async w => {
  const to = await pairOf(w);
  const held = await w.client.readContract({ address: to, abi: PAIR, functionName: 'balanceOf', args: [w.owner] });
  await w.do(null, 'transfer', [to, held / 2n], { abi: PAIR, to });
  await w.do(null, 'burn', [w.owner], { abi: PAIR, to });
};
const donated = async w => {
  const to = await pairOf(w);
  await w.do('one', 'transfer', [to, 1_000n * unit]);
  await w.do(null, 'sync', [], { abi: PAIR, to });
};

/** A swap that was quoted, what happened then, and the swap with its limit. */
const quoted = (name, expect, { quote: of = outOf, then = async () => {}, swap = (w, least) => v2(w, { least }), limit = amount => amount, shown = amount => amount, node, gas }) => ({
  name: `since the quote: ${name}`,
  expect,
  node,
  isUndone: true,
  async act(w, look) {
    const snapshot = await w.client.snapshot();
    const quoteBlock = Number(await w.client.getBlockNumber());
    const amount = await of(w);
    await then(w);
    const hash = await w.send(...(await swap(w, limit(amount))), { gas });
    const quote = { quoteBlock, expectedOut: `${shown(amount)}`, minOut: `${limit(amount)}` };
    const seen = await look({ hash, quote, node });
    await w.client.revert({ id: snapshot });
    return { seen };
  },
});

const rangeOut = async w => {
  const params = { tokenIn: w.at.one, tokenOut: w.at.two, amountIn: unit, fee: 3000, sqrtPriceLimitX96: 0n };
  const { result } = await w.client.simulateContract({ address: w.at.quoter3, abi: w.abi.quoter3, functionName: 'quoteExactInputSingle', args: [params] });
  return result[0];
};
const rangeSold = async w => void (await w.send(...v3(w, { amount: 1_000n * unit })));
const rangeSwap = (w, least) => execute([command.v3In(packed(w.at.one, 3000, w.at.two), { least })]);

/** Each with the events of its pools, and by a node that gives none. */
const CASES = [
  ['a swap of another user', 'expected', 'its pools saw 1 swap.', { then: sold('rival') }],
  ['a swap of the same user', 'expected', 'its pools saw 1 swap.', { then: sold('trader') }],
  ['liquidity that left', 'expected', 'its pools saw 1 change of liquidity.', { then: liquidityTaken }],
  ['a donation', 'expected', 'its pools saw 1 change of liquidity.', { then: donated }],
  ['a range pool by the universal router', 'expected', 'its pools saw 1 swap.', { quote: rangeOut, then: rangeSold, swap: rangeSwap }],
  ['an honest quote with a limit above it', 'suspect', 'so the limit itself looks wrong.', { limit: amount => amount * 2n }],
  ['a limit above an honest quote, and a swap', 'suspect', 'so the limit itself looks wrong.', { limit: amount => amount * 2n, then: sold('rival') }],
  ['a quote above what the pool offered', 'suspect', 'so the quote itself looks wrong.', { limit: amount => amount * 2n, shown: amount => amount * 2n }],
];

/** A node that searches fewer blocks than there are since the quote. */
export const byNarrowNode = [
  quoted('a swap eight blocks before, by a node that searches five blocks', verdictOf('expected', ', as quoted.'), {
    node: 'narrow', gas: 850_000n,
    async then(w) {
      await sold('rival')(w);
      await w.client.mine({ blocks: 8 });
    },
  }),
];

export const outcomes = CASES.flatMap(([name, verdict, advises, rest], at) => {
  // No two cases have the same transaction.
  const options = { ...rest, gas: 800_000n + BigInt(at) };
  return [
    quoted(name, verdictOf(verdict, advises), options),
    quoted(`${name}, by a node without events`, verdictOf(verdict, verdict === 'suspect' ? advises : ', as quoted.'), { ...options, node: 'eventless' }),
  ];
});
