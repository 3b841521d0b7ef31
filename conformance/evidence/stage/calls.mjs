// How swaps are asked for: calldata of each router, with what may be wrong as an option.
import { concat, encodeAbiParameters, encodeFunctionData, numberToHex, pad, parseAbiParameters } from 'viem';
import { FAR, unit } from './world.mjs';

/** `tokenA, fee, tokenB …` as range pools take a path. */
export const packed = (...steps) =>
  concat(steps.map(step => (typeof step === 'number' ? pad(numberToHex(step), { size: 3 }) : step)));

/** An exact input by the router of two-token pools. */
export const v2 = (world, { from = 'one', to = 'two', amount = unit, least = 0n, deadline = FAR, path, who = world.trader } = {}) => [
  'router2', 'swapExactTokensForTokens', [amount, least, path ?? [world.at[from], world.at[to]], who, deadline],
];

/** An exact output by it. */
export const v2Out = (world, { amount = unit, most = 100n * unit, to = 'two' } = {}) => [
  'router2', 'swapTokensForExactTokens', [amount, most, [world.at.one, world.at[to]], world.trader, FAR],
];

/** An exact input by the router of range pools. */
export const v3 = (world, { from = 'one', to = 'two', amount = unit, least = 0n, deadline = FAR, fee = 3000, limit = 0n } = {}) => [
  'router3', 'exactInputSingle',
  [{ tokenIn: world.at[from], tokenOut: world.at[to], fee, recipient: world.trader, deadline, amountIn: amount, amountOutMinimum: least, sqrtPriceLimitX96: limit }],
];

export const v3Out = (world, { amount = unit, most = 100n * unit } = {}) => [
  'router3', 'exactOutputSingle',
  [{ tokenIn: world.at.one, tokenOut: world.at.two, fee: 3000, recipient: world.trader, deadline: FAR, amountOut: amount, amountInMaximum: most, sqrtPriceLimitX96: 0n }],
];

const encode = (types, values) => encodeAbiParameters(parseAbiParameters(types), values);
const CALLER = pad('0x1', { size: 20 });

/** Commands of the universal router: a byte and its input each. */
export const command = {
  v3In: (path, { amount = unit, least = 0n, payerIsUser = true } = {}) => ['0x00', encode('address, uint256, uint256, bytes, bool', [CALLER, amount, least, path, payerIsUser])],
  v2In: (path, { amount = unit, least = 0n } = {}) => ['0x08', encode('address, uint256, uint256, address[], bool', [CALLER, amount, least, path, true])],
  wrap: amount => ['0x0b', encode('address, uint256', [pad('0x2', { size: 20 }), amount])],
  permit: (single, signature) => ['0x0a', encode('((address, uint160, uint48, uint48), address, uint256), bytes', [single, signature])],
  v4: (...actions) => ['0x10', encode('bytes, bytes[]', [concat(actions.map(([byte]) => byte)), actions.map(([, input]) => input)])],
};

/** Actions of a singleton's pools, inside such a command. */
export const action = {
  swapIn: (key, { zeroForOne = true, amount = unit, least = 0n } = {}) => [
    '0x06',
    encode('((address, address, uint24, int24, address), bool, uint128, uint128, bytes)', [
      [[key.currency0, key.currency1, key.fee, key.tickSpacing, key.hooks], zeroForOne, amount, least, '0x'],
    ]),
  ],
  settleAll: (currency, most) => ['0x0c', encode('address, uint256', [currency, most])],
  takeAll: (currency, least) => ['0x0f', encode('address, uint256', [currency, least])],
};

export const execute = (commands, deadline = FAR) => [
  'universal', 'execute', [concat(commands.map(([byte]) => byte)), commands.map(([, input]) => input), deadline],
];

/** A whole swap in a singleton's pool. */
export const v4 = (world, { key = world.key4, ...options } = {}) =>
  execute([command.v4(action.swapIn(key, options), action.settleAll(key.currency0, 100n * unit), action.takeAll(key.currency1, 0n))]);

export const dataOf = (world, [name, functionName, args]) => encodeFunctionData({ abi: world.abi[name], functionName, args });

/** A permission that the trader signs, or another account in their name. */
export async function signedPermit(world, { signer = world.accounts[1], deadline = FAR, nonce = 0, expiration = 2 ** 47 } = {}) {
  const details = { token: world.at.one, amount: 2n ** 100n, expiration, nonce };
  const spender = world.at.universal;
  const signature = await signer.signTypedData({
    domain: { name: 'Permit2', chainId: 31337, verifyingContract: world.at.permission },
    types: {
      PermitDetails: [{ name: 'token', type: 'address' }, { name: 'amount', type: 'uint160' }, { name: 'expiration', type: 'uint48' }, { name: 'nonce', type: 'uint48' }],
      PermitSingle: [{ name: 'details', type: 'PermitDetails' }, { name: 'spender', type: 'address' }, { name: 'sigDeadline', type: 'uint256' }],
    },
    primaryType: 'PermitSingle',
    message: { details, spender, sigDeadline: deadline },
  });
  return command.permit([[details.token, details.amount, details.expiration, details.nonce], spender, deadline], signature);
}

/** A token's own permission, handed to the router of range pools with a swap behind it. */
export async function selfPermit(world, { signer = world.accounts[1], deadline = FAR } = {}) {
  const nonce = await world.read('one', 'nonces', [world.trader]);
  const value = 5n * unit;
  const signature = await signer.signTypedData({
    domain: { name: 'ONE', version: '1', chainId: 31337, verifyingContract: world.at.one },
    types: { Permit: [{ name: 'owner', type: 'address' }, { name: 'spender', type: 'address' }, { name: 'value', type: 'uint256' }, { name: 'nonce', type: 'uint256' }, { name: 'deadline', type: 'uint256' }] },
    primaryType: 'Permit',
    message: { owner: world.trader, spender: world.at.router3, value, nonce, deadline },
  });
  const [r, s, v] = [signature.slice(0, 66), `0x${signature.slice(66, 130)}`, Number.parseInt(signature.slice(130), 16)];
  const permit = dataOf(world, ['router3', 'selfPermit', [world.at.one, value, deadline, v, r, s]]);
  return ['router3', 'multicall', [[permit, dataOf(world, v3(world))]]];
}
