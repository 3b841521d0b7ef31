// Swaps that failed, and the same swaps really sent after one thing was fixed: both must agree to the last unit.
import { encodeFunctionData, parseAbi } from 'viem';
import { action, command, execute, packed, signedPermit, v2, v2Out, v3, v3Out, v4 } from '../stage/calls.mjs';
import { FAR, unit } from '../stage/world.mjs';

const HIGH = 1_000n * unit;
const TENTH = unit / 10n;

const FEE_FORM = parseAbi(['function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256,uint256,address[],address,uint256)']);

const failed = (kind, verdict) => ({ status: 'reverted', class: kind, verdict });
const slippage = { status: 'reverted', class: 'slippage_exceeded' };

/** What a swap moves: what the trader gets of the one token, or gives of the other. */
export async function moved(w, { of = 'two', gives = false }, act) {
  const token = typeof of === 'function' ? of(w) : of;
  const before = await w.read(token, 'balanceOf', [w.trader]);
  const hash = await act();
  const { status } = await w.client.getTransactionReceipt({ hash });
  if (status !== 'success') throw new Error('the fixed swap failed too');
  const after = await w.read(token, 'balanceOf', [w.trader]);
  return `${gives ? before - after : after - before}`;
}

/** Sends the fixed swap, undoes it, and shows the failed one. */
export const fixed = (question, name, expect, { before = async () => {}, failing, fix, instead, of, gives, node, certainty = 'exact' }) => ({
  name: `${name}: what would have worked`,
  expect,
  isUndone: true,
  hasChange: true,
  async act(w, look) {
    const whole = await w.client.snapshot();
    await before(w);
    const start = await w.client.snapshot();
    await fix?.(w);
    const amount = await moved(w, { of, gives }, async () => w.send(...(await (instead ?? failing)(w))));
    await w.client.revert({ id: start });
    const seen = await look({ hash: await w.send(...(await failing(w))), node, waits: true });
    await w.client.revert({ id: whole });
    return { seen, would: { question, outcome: 'works', amount, certainty } };
  },
});

export const approved = (token, router, amount) => w => w.do(token, 'approve', [w.at[router], amount], { from: w.trader });
const permitted = (amount, expiration = 2 ** 47) => w =>
  w.do('permission', 'approve', [w.at.one, w.at.universal, amount, expiration], { from: w.trader });
const v3Command = options => w => command.v3In(packed(w.at.one, 3000, w.at.two), options);

const paidOut = w => (w.key4.currency1 === w.at.two ? 'two' : 'one');

/** A swap in a singleton's pool with a deadline. */
const singleton = (w, { deadline }) => {
  const { currency0, currency1 } = w.key4;
  return execute([command.v4(action.swapIn(w.key4), action.settleAll(currency0, 100n * unit), action.takeAll(currency1, 0n))], deadline);
};

/** The newer router: a list of calls with a deadline. */
const both = (w, least, deadline = FAR) => {
  const params = { tokenIn: w.at.one, tokenOut: w.at.two, fee: 3000, recipient: w.trader, amountIn: unit, amountOutMinimum: least, sqrtPriceLimitX96: 0n };
  const data = encodeFunctionData({ abi: w.abi.router02, functionName: 'exactInputSingle', args: [params] });
  const abi = parseAbi(['function multicall(uint256,bytes[])']);
  return ['router02', 'multicall', [deadline, [data]], { abi }];
};
const bothV2 = (w, least) => ['router02', 'swapExactTokensForTokens', [unit, least, [w.at.one, w.at.two], w.trader]];

const limits = (name, failing, instead, options) => fixed('limits', name, slippage, { failing, instead, ...options });

/** Sends these in this order in one block: the fee decides it. The hashes. */
export async function inOneBlock(w, sent) {
  await w.client.setAutomine(false);
  const hashes = [];
  for (const [at, { from, swap: [name, functionName, args] }] of sent.entries()) {
    const data = encodeFunctionData({ abi: w.abi[name], functionName, args });
    const maxPriorityFeePerGas = 10n ** 10n - BigInt(at) * 10n ** 8n;
    hashes.push(await w.client.sendTransaction({ account: from, to: w.at[name], data, gas: 900_000n, maxPriorityFeePerGas, maxFeePerGas: 10n ** 11n }));
  }
  await w.client.mine({ blocks: 1 });
  await w.client.setAutomine(true);
  const receipts = await Promise.all(hashes.map(hash => w.client.getTransactionReceipt({ hash })));
  if (receipts.some(({ transactionIndex }, at) => transactionIndex !== at)) throw new Error('the block has another order');
  return hashes;
}

export const outOf = async (w, amount) => (await w.read('router2', 'getAmountsOut', [amount, [w.at.one, w.at.two]])).at(-1);

/** A swap with this limit among others in one block, and the same block with the limit taken away. */
const among = (name, { swap, amount, least, earlier, later = () => [], node, would }) => ({
  name: `${name}: what would have worked`,
  expect: slippage,
  isUndone: true,
  isMovedInBlock: least === tight,
  async act(w, look) {
    const { looks, works } = await shownAmong(w, look, { swap, amount, least, earlier, later, nodes: [node] });
    return { seen: looks[0], would: would ?? { ...works, certainty: 'exact' } };
  },
});

/** The block with the swap that fails, as each node shows it, and the amount without its limit. */
async function shownAmong(w, look, { swap, amount, least, earlier, later, nodes }) {
  w.pair ??= await w.read('factory2', 'getPair', [w.at.one, w.at.two]);
  const whole = await w.client.snapshot();
  const quoted = await outOf(w, amount);
  const limit = least(quoted);
  const block = last => [...earlier(w), { from: w.trader, swap: swap(w, last) }, ...later(w)];
  const place = earlier(w).length;
  const received = await moved(w, {}, async () => (await inOneBlock(w, block(0n)))[place]);
  await w.client.revert({ id: whole });
  const again = await w.client.snapshot();
  const quote = { expectedOut: `${quoted}`, minOut: `${limit}` };
  const hash = (await inOneBlock(w, block(limit)))[place];
  const looks = [];
  for (const node of nodes) looks.push(await look({ hash, quote, node, waits: true }));
  await w.client.revert({ id: again });
  const short = (quoted - BigInt(received)) * 10_000n;
  const toleranceBps = limit < quoted ? Number((short + quoted - 1n) / quoted) : null;
  return { looks, works: { question: 'limits', outcome: 'works', amount: received, toleranceBps } };
}

/** The same with random numbers: a node without simulations may say nothing, but nothing else than the amount. */
const amongRandom = (name, options) => ({
  name: `${name}: what would have worked`,
  expect: slippage,
  isRandom: true,
  isUndone: true,
  async act(w, look) {
    const { looks, works } = await shownAmong(w, look, { ...options, nodes: ['debug', 'still'] });
    const [seen, still] = looks;
    // Its limit may be met.
    if (seen.chainStatus === 'success') return { seen, expect: { status: 'success' } };
    const { outcome, amount } = still.wouldHave ?? {};
    const isSilent = outcome !== 'works';
    const said = { ...works, ...(amount === null && { amount: null, toleranceBps: null }) };
    return { seen, would: { ...works, certainty: 'exact' }, also: [{ seen: still, would: isSilent ? { outcome: 'untried' } : said }] };
  },
});

export const rivalSells = (amount, path) => w => ({ from: w.rival, swap: v2(w, { amount, path: path?.(w), who: w.rival }) });
const afterTrade = (name, swap, least, options) =>
  among(`${name}, after a trade in the same block`, { swap, amount: TENTH, least, earlier: w => [rivalSells(2_000n * unit)(w)], ...options });

const inUniversal = (w, least) => execute([command.v2In([w.at.one, w.at.two], { amount: TENTH, least })]);
const inRouter2 = (w, least) => v2(w, { amount: TENTH, least });
export const tight = quoted => (quoted * 999n) / 1_000n;
const untried = { question: 'limits', outcome: 'untried', certainty: 'none', amount: null };

/** Numbers that look random and are the same in each run. */
function* numbers(seed) {
  for (let state = seed; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    yield state / 2 ** 31;
  }
}

/** Blocks with some trades, transfers and gifts to the pool before a swap that fails, and some after it. */
export const randomBlocks = count =>
  [...Array(count).keys()].map(index => {
    const random = numbers(index + 1);
    const below = most => Math.floor(random.next().value * most);
    const kinds = [
      rivalSells(BigInt(1 + below(4_000)) * unit),
      rivalSells(BigInt(1 + below(2_000)) * unit, w => [w.at.two, w.at.one]),
      rivalSells(BigInt(1 + below(900)) * unit, w => [w.at.six, w.at.one]),
      w => ({ from: w.rival, swap: ['one', 'transfer', [w.owner, 5n]] }),
      w => ({ from: w.rival, swap: ['two', 'transfer', [w.pair, 7n * unit]] }),
      w => ({ from: w.owner, swap: ['one', 'approve', [w.at.router2, 2n ** 200n]] }),
    ];
    const some = most => Array.from({ length: below(most) }, () => kinds[below(kinds.length)]);
    const [before, after] = [some(6), some(3)];
    const share = BigInt(9_990 + below(60));
    return amongRandom(`random block ${index}`, {
      swap: below(2) ? inRouter2 : inUniversal, amount: TENTH,
      // No two blocks have the same transaction.
      least: quoted => (quoted * share) / 10_000n + BigInt(index),
      earlier: w => before.map(kind => kind(w)), later: w => after.map(kind => kind(w)),
    });
  });

export const outcomes = [
  limits('two-token pool, too little out', w => v2(w, { least: HIGH }), w => v2(w)),
  limits('two-token pool, too much in', w => v2Out(w, { most: 1n }), w => v2Out(w), { of: 'one', gives: true }),
  limits('range pool, too little out', w => v3(w, { least: HIGH }), w => v3(w)),
  limits('range pool, too much in', w => v3Out(w, { most: 1n }), w => v3Out(w), { of: 'one', gives: true }),
  limits('newer router, range pool', w => both(w, HIGH), w => both(w, 0n)),
  limits('newer router, two-token pool', w => bothV2(w, HIGH), w => bothV2(w, 0n)),
  limits('universal router, two-token pool', w => execute([command.v2In([w.at.one, w.at.two], { least: HIGH })]), w => execute([command.v2In([w.at.one, w.at.two])])),
  limits('universal router, range pool', w => execute([command.v3In(packed(w.at.one, 3000, w.at.two), { least: HIGH })]), w => execute([v3Command()(w)])),
  limits('two-token pool, by a node without simulations', w => v2(w, { least: HIGH }), w => v2(w), { node: 'still', certainty: 'approx' }),
  fixed('price_limit', 'range pool, price limit', failed('price_limit', 'suspect'),
    { failing: w => v3(w, { limit: w.at.one < w.at.two ? 2n ** 120n : 2n ** 40n }), instead: w => v3(w) }),
  fixed('deadline', 'two-token pool, deadline', failed('deadline_expired', 'expected'), { failing: w => v2(w, { deadline: 1n }), instead: w => v2(w) }),
  fixed('deadline', 'range pool, deadline', failed('deadline_expired', 'expected'), { failing: w => v3(w, { deadline: 1n }), instead: w => v3(w) }),
  fixed('deadline', 'newer router, deadline', failed('deadline_expired', 'expected'), { failing: w => both(w, 0n, 1n), instead: w => both(w, 0n) }),
  fixed('deadline', 'universal router, deadline', failed('deadline_expired', 'expected'),
    { failing: w => execute([command.v2In([w.at.one, w.at.two])], 1n), instead: w => execute([command.v2In([w.at.one, w.at.two])]) }),
  fixed('deadline', 'universal router, singleton pool, deadline', failed('deadline_expired', 'expected'),
    { failing: w => singleton(w, { deadline: 1n }), instead: w => v4(w), of: paidOut }),
  {
    name: 'universal router, singleton pool: the error tells what would have worked',
    expect: slippage,
    isUndone: true,
    async act(w, look) {
      const whole = await w.client.snapshot();
      const amount = await moved(w, { of: paidOut }, async () => w.send(...v4(w)));
      await w.client.revert({ id: whole });
      const again = await w.client.snapshot();
      const seen = await look({ hash: await w.send(...v4(w, { least: HIGH })), waits: true });
      await w.client.revert({ id: again });
      return { seen, would: null, expect: { ...slippage, tells: amount } };
    },
  },
  fixed('allowance', 'no approval', failed('allowance_missing', 'suspect'),
    { before: approved('one', 'router2', 5n), failing: w => v2(w), fix: approved('one', 'router2', 2n ** 255n) }),
  fixed('allowance', 'permission too small', failed('allowance_missing', 'suspect'),
    { before: permitted(5n), failing: w => execute([v3Command()(w)]), fix: permitted(2n ** 150n) }),
  fixed('permission', 'permission run out', failed('permit_expired', 'suspect'),
    { before: permitted(2n ** 150n, 1), failing: w => execute([v3Command({ amount: 2n * unit })(w)]), fix: permitted(2n ** 150n) }),
  fixed('permission', 'signed permission used before', failed('permit_reused', 'suspect'),
    { failing: async w => execute([await signedPermit(w, { nonce: 7 }), v3Command()(w)]), instead: w => execute([v3Command()(w)]) }),
  fixed('permission', 'signed permission out of date', failed('permit_expired', 'suspect'),
    { failing: async w => execute([await signedPermit(w, { deadline: 1n }), v3Command()(w)]), instead: w => execute([v3Command()(w)]) }),
  fixed('gas', 'out of gas in the middle of a swap', failed('out_of_gas', 'suspect'),
    { failing: w => [...v3(w), { gas: 80_000n }], instead: w => v3(w) }),
  fixed('fee_function', 'token that keeps a fee', failed('fee_on_transfer', 'setup'), {
    of: 'one', failing: w => v2(w, { from: 'fee', to: 'one' }),
    instead: w => ['router2', 'swapExactTokensForTokensSupportingFeeOnTransferTokens', v2(w, { from: 'fee', to: 'one' })[2], { abi: FEE_FORM }],
  }),
  afterTrade('two-token pool', inRouter2, tight),
  afterTrade('universal router', inUniversal, tight),
  afterTrade('two-token pool, with a limit that was out of reach before it too', inRouter2, quoted => quoted * 2n),
  afterTrade('two-token pool, by a node without simulations', inRouter2, tight, { node: 'still', would: untried }),
  {
    name: 'a deadline and a limit: what would have worked',
    expect: failed('deadline_expired', 'expected'),
    act: async (w, look) => ({
      seen: await look({ hash: await w.send(...v2(w, { deadline: 1n, least: HIGH })), waits: true }),
      would: { question: 'deadline', outcome: 'fails', amount: null, certainty: 'exact', says: 'could not meet your slippage limit' },
    }),
  },
  {
    name: 'an error that tells the amount: nothing is asked',
    expect: { status: 'reverted', class: 'slippage_exceeded' },
    act: async (w, look) => ({
      seen: await look({ hash: await w.send('failing', 'nested', []), waits: true }),
      would: null,
    }),
  },
];

/** The same, left on the chain. */
export const toCopy = [
  {
    name: 'a trade before it in the same block: copied',
    expect: slippage,
    isMovedInBlock: true,
    hasChange: true,
    async act(w, look) {
      const least = tight(await outOf(w, TENTH));
      const [, hash] = await inOneBlock(w, [rivalSells(2_000n * unit)(w), { from: w.trader, swap: v2(w, { amount: TENTH, least }) }]);
      return { seen: await look({ hash, waits: true }) };
    },
  },
];
