// Swaps that worked, and what can still be wrong with them.
import { command, dataOf, execute, packed, v2, v2Out, v3, v4 } from '../stage/calls.mjs';
import { FAR, unit } from '../stage/world.mjs';

const worked = design => ({ status: 'success', class: null, verdict: null, confidence: 'exact', design });

/** What a quote of the app would have said: what comes out now, changed by so many basis points. */
const quoted = async (world, swap, { bps = 0n, least } = {}) => {
  const out = (await world.read('router2', 'getAmountsOut', [unit, [world.at.one, world.at.two]])).at(-1);
  const expectedOut = out + (out * bps) / 10_000n;
  return { hash: await world.send(...swap), quote: { expectedOut: `${expectedOut}`, ...(least && { minOut: `${least}` }) } };
};

export const outcomes = [
  { name: 'two-token pool, exact input', expect: worked('v2'), act: async w => ({ hash: await w.send(...v2(w)) }) },
  { name: 'two-token pool, exact output', expect: { ...worked('v2'), exact: 'out' }, act: async w => ({ hash: await w.send(...v2Out(w)) }) },
  {
    name: 'two-token pool, paid in the own coin',
    expect: worked('v2'),
    act: async w => ({ hash: await w.send('router2', 'swapExactETHForTokens', [0n, [w.at.weth, w.at.one], w.trader, FAR], { value: unit }) }),
  },
  {
    name: 'two-token pools, two of them',
    expect: { ...worked('v2'), hops: 2 },
    act: async w => ({ hash: await w.send(...v2(w, { path: [w.at.two, w.at.one, w.at.old] })) }),
  },
  { name: 'range pool, exact input', expect: worked('v3'), act: async w => ({ hash: await w.send(...v3(w)) }) },
  {
    name: 'range pools by a list of calls, paid out in the own coin',
    expect: { ...worked('v3'), hops: 2 },
    async act(w) {
      const path = packed(w.at.two, 3000, w.at.one, 3000, w.at.weth);
      const swap = ['router3', 'exactInput', [{ path, recipient: w.at.router3, deadline: FAR, amountIn: unit, amountOutMinimum: 0n }]];
      const unwrap = ['router3', 'unwrapWETH9', [0n, w.trader]];
      return { hash: await w.send('router3', 'multicall', [[dataOf(w, swap), dataOf(w, unwrap)]]) };
    },
  },
  {
    name: 'range pool by the newer router',
    expect: worked('v3'),
    async act(w) {
      const params = { tokenIn: w.at.one, tokenOut: w.at.two, fee: 3000, recipient: w.trader, amountIn: unit, amountOutMinimum: 0n, sqrtPriceLimitX96: 0n };
      return { hash: await w.send('router02', 'exactInputSingle', [params]) };
    },
  },
  { name: 'singleton pool by the universal router', expect: worked('v4'), act: async w => ({ hash: await w.send(...v4(w)) }) },
  {
    name: 'range pool by the universal router, the own coin wrapped first',
    expect: worked('v3'),
    act: async w => ({
      hash: await w.send(...execute([command.wrap(unit), command.v3In(packed(w.at.weth, 3000, w.at.one), { payerIsUser: false })]), { value: unit }),
    }),
  },
  {
    name: 'operation of a smart account that worked',
    expect: { ...worked('v2'), actor: 'account' },
    async act(w) {
      await w.sendData(w.at.account, dataOf(w, ['account', 'execute', [w.at.one, 0n, dataOf(w, ['one', 'approve', [w.at.router2, 10n * unit]])]]));
      const inner = dataOf(w, ['account', 'execute', [w.at.router2, 0n, dataOf(w, v2(w, { who: w.at.account }))]]);
      return { hash: await w.send('entry', 'handleOps', [[operation(w, inner)], w.bundler], { from: w.bundler }) };
    },
  },
  { name: 'as quoted', expect: { ...worked('v2'), executedVsQuoteBps: 0 }, act: w => quoted(w, v2(w)) },
  {
    name: 'less than quoted',
    expect: { status: 'success', class: 'quote_deviation', verdict: 'suspect', confidence: 'exact' },
    act: w => quoted(w, v2(w), { bps: 200n }),
  },
  {
    name: 'quoted with the wrong decimals',
    expect: { status: 'success', class: 'decimals_mismatch', verdict: 'suspect', confidence: 'exact' },
    async act(w) {
      const { hash, quote } = await quoted(w, v2(w));
      return { hash, quote: { expectedOut: `${BigInt(quote.expectedOut) / 10n ** 12n}` } };
    },
  },
  {
    name: 'a size that moves the price',
    expect: { status: 'success', class: 'price_impact_high', verdict: 'expected', confidence: 'exact' },
    async act(w) {
      const { hash, quote } = await quoted(w, v2(w));
      return { hash, quote: { ...quote, priceImpactBps: 1_900 } };
    },
  },
  {
    name: 'less than quoted, by the fee of a token',
    expect: { status: 'success', class: 'fee_on_transfer', verdict: 'setup', confidence: 'exact' },
    async act(w) {
      const path = [w.at.fee, w.at.one];
      const expectedOut = (await w.read('router2', 'getAmountsOut', [unit, path])).at(-1);
      const hash = await w.send('router2', 'swapExactTokensForTokensSupportingFeeOnTransferTokens', [unit, 0n, path, w.trader, FAR]);
      return { hash, quote: { expectedOut: `${expectedOut}` } };
    },
  },
];

export const operation = (world, callData) => ({
  sender: world.at.account, nonce: 1n, initCode: '0x', callData, accountGasLimits: `0x${'0'.repeat(64)}`,
  preVerificationGas: 0n, gasFees: `0x${'0'.repeat(64)}`, paymasterAndData: '0x', signature: '0x',
});
