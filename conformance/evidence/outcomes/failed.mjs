// Swaps that were undone on the chain.
import { encodeFunctionData } from 'viem';
import { action, command, dataOf, execute, packed, selfPermit, signedPermit, v2, v2Out, v3, v3Out, v4 } from '../stage/calls.mjs';
import { unit } from '../stage/world.mjs';
import { operation } from './worked.mjs';

const failed = (kind, verdict, decided) => ({ status: 'reverted', class: kind, verdict, confidence: 'exact', decided });
const by = (name, expect, swap, options) => ({ name, expect, act: async w => ({ hash: await w.send(...(await swap(w)), options?.(w)) }) });
// These have no quote. The limit could not be checked at an earlier block, so the server gives no verdict.
const slippage = decided => failed('slippage_exceeded', 'unknown', decided);
const deadline = decided => failed('deadline_expired', 'expected', decided);
const HIGH = 1_000n * unit;

/** Does something, sends, and undoes it, so that the next outcome finds the world as it was. */
const around = (name, expect, before, swap, after) => ({
  name,
  expect,
  async act(w) {
    await before(w);
    const hash = await w.send(...(await swap(w)));
    await after(w);
    return { hash };
  },
});

const own = functionName => w => ['failing', functionName, []];

export const outcomes = [
  by('two-token pool, too little out', slippage('UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT'), w => v2(w, { least: HIGH })),
  by('two-token pool, too much in', slippage('UniswapV2Router: EXCESSIVE_INPUT_AMOUNT'), w => v2Out(w, { most: 1n })),
  by('range pool, too little out', slippage('Too little received'), w => v3(w, { least: HIGH })),
  by('range pool, too much in', slippage('Too much requested'), w => v3Out(w, { most: 1n })),
  by('universal router, two-token pool, too little out', slippage('V2TooLittleReceived'), w => execute([command.v2In([w.at.one, w.at.two], { least: HIGH })])),
  by('universal router, range pool, too little out', slippage('V3TooLittleReceived'), w => execute([command.v3In(packed(w.at.one, 3000, w.at.two), { least: HIGH })])),
  by('universal router, singleton pool, too little out', slippage('V4TooLittleReceived'), w => v4(w, { least: HIGH })),
  {
    name: 'a limit that the pool does not offer at the block of the quote',
    expect: failed('slippage_exceeded', 'suspect', 'UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT'),
    async act(w) {
      const quoteBlock = Number(await w.client.getBlockNumber());
      return { hash: await w.send(...v2(w, { least: HIGH })), quote: { quoteBlock } };
    },
  },
  {
    name: 'a limit, with a block of the quote that is older than the router',
    expect: failed('slippage_exceeded', 'unknown', 'UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT'),
    act: async w => ({ hash: await w.send(...v2(w, { least: HIGH })), quote: { quoteBlock: 1 } }),
  },
  {
    name: 'the price moved past the limit after the quote',
    isUndone: true,
    expect: failed('slippage_exceeded', 'expected', 'UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT'),
    async act(w, look) {
      const snapshot = await w.client.snapshot();
      const quoteBlock = Number(await w.client.getBlockNumber());
      const least = (await w.read('router2', 'getAmountsOut', [unit, [w.at.one, w.at.two]])).at(-1);
      await w.send(...v2(w, { amount: 1_000n * unit, who: w.rival }), { from: w.rival });
      const seen = await look({ hash: await w.send(...v2(w, { least })), quote: { quoteBlock } });
      await w.client.revert({ id: snapshot });
      return { seen };
    },
  },
  {
    name: 'the limit has the decimals of another token',
    expect: failed('decimals_mismatch', 'suspect', 'UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT'),
    act: async w => ({ hash: await w.send(...v2(w, { to: 'six', least: 9n * 10n ** 17n })), quote: { minOut: '900000' } }),
  },
  by('two-token pool, deadline', deadline('UniswapV2Router: EXPIRED'), w => v2(w, { deadline: 1n })),
  by('range pool, deadline', deadline('Transaction too old'), w => v3(w, { deadline: 1n })),
  by('universal router, deadline', deadline('TransactionDeadlinePassed'), w => execute([command.v2In([w.at.one, w.at.two])], 1n)),
  {
    name: 'deadline, soon after the quote',
    expect: failed('deadline_expired', 'suspect', 'UniswapV2Router: EXPIRED'),
    async act(w) {
      const quotedAt = Number(await w.now()) * 1000;
      return { hash: await w.send(...v2(w, { deadline: 1n })), quote: { quotedAt } };
    },
  },
  by('two-token pool, more than it holds', failed('insufficient_liquidity', 'expected', 'ds-math-sub-underflow'), w => v2Out(w, { amount: 10n ** 27n })),
  by('two-token pool that is not there', failed('no_pool', 'suspect', ''), w => v2(w, { from: 'lone' })),
  by('range pool that is not there', failed('no_pool', 'suspect', ''), w => v3(w, { fee: 500 })),
  by('singleton pool that is not there', failed('no_pool', 'suspect', 'PoolNotInitialized'), w => v4(w, { key: { ...w.key4, fee: 500, tickSpacing: 10 } })),
  by('range pool, price limit', failed('price_limit', 'suspect', 'SPL'), w => v3(w, { limit: w.at.one < w.at.two ? 2n ** 120n : 2n ** 40n })),
  by('singleton pool, price limit', failed('price_limit', 'suspect', 'PriceLimitAlreadyExceeded'), w => [
    'swap4', 'swap', [w.key4, { zeroForOne: true, amountSpecified: -unit, sqrtPriceLimitX96: 2n ** 120n }, { takeClaims: false, settleUsingBurn: false }, '0x'],
  ]),
  by('too few tokens', failed('insufficient_balance', 'setup', 'ERC20InsufficientBalance'), w => v3(w, { amount: 10n ** 24n })),
  by('too few tokens, in the words of an old token', failed('insufficient_balance', 'setup', 'ERC20: transfer amount exceeds balance'), w => v2(w, { from: 'old', to: 'one', amount: 10n ** 24n })),
  around('no approval', failed('allowance_missing', 'suspect', 'ERC20InsufficientAllowance'),
    w => w.do('one', 'approve', [w.at.router3, 0n], { from: w.trader }), w => v3(w),
    w => w.do('one', 'approve', [w.at.router3, 2n ** 255n], { from: w.trader })),
  around('no approval, two-token pool', failed('allowance_missing', 'suspect', 'ERC20InsufficientAllowance'),
    w => w.do('one', 'approve', [w.at.router2, 5n], { from: w.trader }), w => v2(w),
    w => w.do('one', 'approve', [w.at.router2, 2n ** 255n], { from: w.trader })),
  around('permission too small', failed('allowance_missing', 'suspect', 'InsufficientAllowance'),
    w => w.do('permission', 'approve', [w.at.one, w.at.universal, 5n, 2 ** 47], { from: w.trader }),
    w => execute([command.v3In(packed(w.at.one, 3000, w.at.two))]),
    w => w.do('permission', 'approve', [w.at.one, w.at.universal, 2n ** 150n, 2 ** 47], { from: w.trader })),
  around('permission run out', failed('permit_expired', 'suspect', 'AllowanceExpired'),
    w => w.do('permission', 'approve', [w.at.one, w.at.universal, 2n ** 150n, 1], { from: w.trader }),
    w => execute([command.v3In(packed(w.at.one, 3000, w.at.two))]),
    w => w.do('permission', 'approve', [w.at.one, w.at.universal, 2n ** 150n, 2 ** 47], { from: w.trader })),
  by('signed permission out of date, wrapped by the router', { ...failed('permit_expired', 'suspect', 'SignatureExpired'), path: ['ExecutionFailed', 'SignatureExpired'] },
    async w => execute([await signedPermit(w, { deadline: 1n }), command.v3In(packed(w.at.one, 3000, w.at.two))])),
  by('signed permission of another user', failed('permit_bad_signature', 'suspect', 'InvalidSigner'),
    async w => execute([await signedPermit(w, { signer: w.accounts[2] }), command.v3In(packed(w.at.one, 3000, w.at.two))])),
  by('signed permission used before', failed('permit_reused', 'suspect', 'InvalidNonce'),
    async w => execute([await signedPermit(w, { nonce: 7 }), command.v3In(packed(w.at.one, 3000, w.at.two))])),
  by('token permission out of date', failed('permit_expired', 'suspect', 'ERC2612ExpiredSignature'), w => selfPermit(w, { deadline: 1n })),
  by('token permission of another user', failed('permit_bad_signature', 'suspect', 'ERC2612InvalidSigner'), w => selfPermit(w, { signer: w.accounts[2] })),
  around('token that answers false', failed('transfer_failed', 'unknown', 'TransferHelper: TRANSFER_FROM_FAILED'),
    w => w.do('false', 'approve', [w.at.router2, 0n], { from: w.trader }), w => v2(w, { from: 'false', to: 'one' }),
    w => w.do('false', 'approve', [w.at.router2, 2n ** 255n], { from: w.trader })),
  around('token that fails without a word', failed('transfer_failed', 'unknown', 'TransferHelper: TRANSFER_FROM_FAILED'),
    w => w.do('silent', 'hush', [true]), w => v2(w, { from: 'silent', to: 'one' }), w => w.do('silent', 'hush', [false])),
  by('token that keeps a fee', failed('fee_on_transfer', 'setup', 'UniswapV2: K'), w => v2(w, { from: 'fee', to: 'one' })),
  around('paused token', failed('token_blocked', 'setup', 'EnforcedPause'),
    w => w.do('paused', 'pause', [true]), w => v3(w, { from: 'paused', to: 'one' }), w => w.do('paused', 'pause', [false])),
  around('token that blocks the sender', failed('token_blocked', 'setup', 'Blacklistable: account is blacklisted'),
    w => w.do('blocking', 'block_', [w.trader, true]), w => v2(w, { from: 'blocking', to: 'one', amount: 10n ** 6n }),
    w => w.do('blocking', 'block_', [w.trader, false])),
  by('a path of one token', failed('bad_route', 'suspect', 'UniswapV2Library: INVALID_PATH'), w => v2(w, { path: [w.at.one] })),
  by('a command that does not exist', failed('bad_route', 'suspect', 'InvalidCommandType'), () => execute([['0x3f', '0x']])),
  by('a singleton pool that is not paid', failed('bad_route', 'suspect', 'CurrencyNotSettled'), w => execute([command.v4(action.swapIn(w.key4))])),
  by('paused contract', failed('contract_paused', 'expected', 'EnforcedPause'), own('paused')),
  around('a token that calls the pool back', failed('reentrancy_lock', 'suspect', 'UniswapV2: LOCKED'),
    async w => w.do('calling', 'call', [await w.read('factory2', 'getPair', [w.at.calling, w.at.one])]),
    w => v2(w, { to: 'calling' }), w => w.do('calling', 'call', [`0x${'0'.repeat(40)}`])),
  by('panic: divided by zero', failed('panic', 'suspect', 'Panic'), () => ['failing', 'divide', [0n]]),
  by('panic: past the end of a list', failed('panic', 'suspect', 'Panic'), () => ['failing', 'reach', [9n]]),
  by('panic: less than zero', failed('panic', 'suspect', 'Panic'), () => ['failing', 'subtract', [1n, 2n]]),
  by('no reason at all', failed('empty_revert', 'unknown', ''), own('silent')),
  by('an unknown error', failed('unknown_revert', 'unknown', null), own('unknown')),
  by('an unclassified text', failed('unknown_revert', 'unknown', 'a text without a known meaning'), own('words')),
  by('wrapped twice', { ...failed('slippage_exceeded', 'suspect', 'V4TooLittleReceived'), path: ['WrappedError', 'UnexpectedRevertBytes', 'V4TooLittleReceived'] }, own('nested')),
  by('out of gas', failed('out_of_gas', 'suspect', ''), own('spin')),
  by('out of gas in the middle of a swap', failed('out_of_gas', 'suspect', null), w => v3(w), () => ({ gas: 80_000n })),
  {
    name: 'operation of a smart account that failed inside',
    expect: { ...slippage('UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT'), verdict: 'unknown', actor: 'account' },
    async act(w) {
      const swap = dataOf(w, v2(w, { least: HIGH, who: w.at.account }));
      const inner = encodeFunctionData({ abi: w.abi.account, functionName: 'execute', args: [w.at.router2, 0n, swap] });
      return { hash: await w.send('entry', 'handleOps', [[operation(w, inner)], w.bundler], { from: w.bundler }) };
    },
  },
];

/** The same failure as nodes of less ability tell it. */
export const byAbility = [
  { ...outcomes[5], name: 'range pool, too little out, by a node with trace_transaction alone', node: 'trace' },
  { ...outcomes[5], name: 'range pool, too little out, by a call at the parent block', node: 'call', expect: { ...outcomes[5].expect, confidence: 'approx' } },
  {
    ...outcomes[5],
    name: 'range pool, too little out, by a node that can do neither',
    node: 'none',
    expect: { status: 'reverted', class: 'empty_revert', verdict: 'unknown', confidence: 'none', decided: null },
  },
];
