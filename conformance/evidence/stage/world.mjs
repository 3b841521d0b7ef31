// A chain with pools of all three designs, routers for them, and tokens of every character.
import { encodeDeployData, encodeFunctionData, keccak256, maxUint256, zeroAddress } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { ask } from './chain.mjs';
import { ours, uniswap } from './artefacts.mjs';

/** The phrase that anvil gives its accounts by, as its manual prints it. */
export const PHRASE = ['test '.repeat(11).trim(), 'junk'].join(' ');
const GAS = 900_000n;
const EVEN = 2n ** 96n;
const WIDE = { low: -887_220, high: 887_220 };

export const unit = 10n ** 18n;
export const FAR = 4_000_000_000n;

export class World {
  constructor(chain) {
    Object.assign(this, chain);
    this.accounts = [...Array(8).keys()].map(addressIndex => mnemonicToAccount(PHRASE, { addressIndex }));
    [this.owner, this.trader, this.rival, this.bundler, this.poor] = this.accounts.map(({ address }) => address);
    this.at = {};
    this.abi = {};
  }

  /** Sends without asking what it would cost, so that it fails on the chain; the hash of what was mined. */
  async send(name, functionName, args, { from = this.trader, value = 0n, gas = GAS, abi, to } = {}) {
    const data = this.encode(name, functionName, args, abi);
    return this.sendData(to ?? this.at[name], data, { from, value, gas });
  }

  encode(name, functionName, args, abi = this.abi[name]) {
    return encodeFunctionData({ abi, functionName, args });
  }

  async sendData(to, data, { from = this.trader, value = 0n, gas = GAS } = {}) {
    const hash = await this.client.sendTransaction({ account: from, to, data, value, gas });
    await this.client.waitForTransactionReceipt({ hash });
    return hash;
  }

  /** Does what must not fail. */
  async do(name, functionName, args, options = {}) {
    const hash = await this.send(name, functionName, args, { from: this.owner, gas: 8_000_000n, ...options });
    const { status } = await this.client.getTransactionReceipt({ hash });
    if (status !== 'success') throw new Error(`${name}.${functionName} failed on the stage: ${hash}`);
    return hash;
  }

  read(name, functionName, args = []) {
    return this.client.readContract({ address: this.at[name], abi: this.abi[name], functionName, args });
  }

  async put(name, { abi, bytecode }, args = []) {
    const data = encodeDeployData({ abi, bytecode, args });
    const hash = await this.client.sendTransaction({ account: this.owner, data, gas: 25_000_000n });
    const { status, contractAddress } = await this.client.waitForTransactionReceipt({ hash });
    if (status !== 'success') throw new Error(`${name} could not be deployed`);
    this.at[name] = contractAddress.toLowerCase();
    this.abi[name] = abi;
    return this.at[name];
  }

  /** The time of the newest block. */
  async now() {
    return (await this.client.getBlock()).timestamp;
  }

  ask(method, params) {
    return ask(this.url, method, params);
  }
}

/** Deploys all of it. */
export async function buildWorld(chain) {
  const world = new World(chain);
  const [theirs, own] = [uniswap(), ours()];
  const { at } = world;
  world.own = own;
  await world.put('weth', theirs.weth);
  await world.put('factory2', theirs.factory2, [world.owner]);
  await world.put('router2', theirs.router2, [at.factory2, at.weth]);
  await world.put('factory3', theirs.factory3);
  await world.put('router3', theirs.router3, [at.factory3, at.weth]);
  await world.put('positions3', theirs.positions3, [at.factory3, at.weth, zeroAddress]);
  await world.put('quoter3', theirs.quoter3, [at.factory3, at.weth]);
  await world.put('router02', theirs.router02, [at.factory2, at.factory3, at.positions3, at.weth]);
  await world.put('manager4', theirs.manager4, [world.owner]);
  await world.put('liquidity4', theirs.liquidity4, [at.manager4]);
  await world.put('swap4', theirs.swap4, [at.manager4]);
  await world.put('permission', own.Permission);
  await world.put('universal', theirs.universal, [
    {
      permit2: at.permission,
      weth9: at.weth,
      v2Factory: at.factory2,
      v3Factory: at.factory3,
      pairInitCodeHash: keccak256(theirs.pair.bytecode),
      // Fixed in the routers of range pools, which compute the addresses of pools by it.
      poolInitCodeHash: '0xe34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54',
      v4PoolManager: at.manager4,
      v3NFTPositionManager: at.positions3,
      v4PositionManager: zeroAddress,
      spokePool: zeroAddress,
    },
  ]);
  await world.put('failing', own.Failing);
  await world.put('entry', own.EntryPoint);
  await world.put('account', own.Account);
  await addTokens(world, own);
  await addPools(world);
  return world;
}

const COINS = { fee: 'FeeCoin', paused: 'PausedCoin', blocking: 'BlockingCoin', old: 'OldCoin', false: 'FalseCoin', silent: 'SilentCoin', calling: 'CallingCoin' };

async function addTokens(world, own) {
  await world.put('one', own.Coin, ['ONE', 18, 10n ** 27n]);
  await world.put('two', own.Coin, ['TWO', 18, 10n ** 27n]);
  await world.put('six', own.Coin, ['SIX', 6, 10n ** 21n]);
  await world.put('lone', own.Coin, ['LONE', 18, 10n ** 27n]);
  for (const [name, contract] of Object.entries(COINS)) await world.put(name, own[contract]);
  world.coins = ['one', 'two', 'six', 'lone', ...Object.keys(COINS)];
  for (const name of world.coins) {
    const amount = name === 'six' || name === 'blocking' ? 10n ** 12n : 10_000n * unit;
    await world.do(name, 'transfer', [world.trader, amount]);
    await world.do(name, 'transfer', [world.rival, amount]);
    await world.do(name, 'transfer', [world.at.account, amount]);
    for (const router of ['router2', 'router3', 'router02', 'positions3', 'liquidity4', 'swap4', 'permission']) {
      await world.do(name, 'approve', [world.at[router], maxUint256]);
      await world.do(name, 'approve', [world.at[router], maxUint256], { from: world.trader });
      await world.do(name, 'approve', [world.at[router], maxUint256], { from: world.rival });
    }
  }
}

async function addPools(world) {
  const { at } = world;
  for (const name of ['two', 'six', ...Object.keys(COINS)]) {
    const amount = name === 'six' || name === 'blocking' ? 10n ** 15n : 1_000_000n * unit;
    const args = [at[name], at.one, amount, 1_000_000n * unit, 0n, 0n, world.owner, FAR];
    await world.do('router2', 'addLiquidity', args);
  }
  const wethArgs = [at.one, 1_000n * unit, 0n, 0n, world.owner, FAR];
  await world.do('router2', 'addLiquidityETH', wethArgs, { value: 1_000n * unit });
  await world.do('weth', 'deposit', [], { value: 1_000n * unit });
  await world.do('weth', 'approve', [at.positions3, maxUint256]);
  for (const other of ['two', 'weth', 'paused']) {
    const [low, high] = [at.one, at[other]].sort();
    await world.do('positions3', 'createAndInitializePoolIfNecessary', [low, high, 3000, EVEN]);
    const amount = other === 'weth' ? 500n * unit : 100_000n * unit;
    const mint = {
      token0: low, token1: high, fee: 3000, tickLower: WIDE.low, tickUpper: WIDE.high, amount0Desired: amount,
      amount1Desired: amount, amount0Min: 0n, amount1Min: 0n, recipient: world.owner, deadline: FAR,
    };
    await world.do('positions3', 'mint', [mint]);
  }
  const [currency0, currency1] = [at.one, at.two].sort();
  world.key4 = { currency0, currency1, fee: 3000, tickSpacing: 60, hooks: zeroAddress };
  await world.do('manager4', 'initialize', [world.key4, EVEN]);
  const salt = `0x${'0'.repeat(64)}`;
  const params = { tickLower: WIDE.low, tickUpper: WIDE.high, liquidityDelta: 100_000n * unit, salt };
  await world.do('liquidity4', 'modifyLiquidity', [world.key4, params, '0x']);
  // The trader lets the universal router take tokens by the contract for permissions.
  for (const name of ['one', 'two']) {
    const args = [at[name], at.universal, 2n ** 150n, 2 ** 47];
    await world.do('permission', 'approve', args, { from: world.trader });
  }
}

/** What the programme knows about the network: its contracts and tokens, as administrators enter them. */
export function registryOf(world) {
  const contract = (name, role, title) => ({
    address: world.at[name], name: title, role, abi: world.abi[name].filter(({ type }) => type === 'error' || type === 'function'),
  });
  const flags = { fee: ['feeOnTransfer'], paused: ['pausable'], blocking: ['blocklist'] };
  const decimals = { six: 6, blocking: 6 };
  const symbols = { one: 'ONE', two: 'TWO', six: 'SIX', lone: 'LONE', fee: 'FEE', paused: 'PAUSE', blocking: 'BLOCK', old: 'OLD', false: 'FALSE', silent: 'HUSH', calling: 'CALL' };
  return {
    contracts: [
      contract('router2', 'router', 'Router of two-token pools'),
      contract('router3', 'router', 'Router of range pools'),
      contract('router02', 'router', 'Router of both'),
      contract('universal', 'router', 'Universal router'),
      contract('permission', 'permit', 'Permissions'),
      contract('manager4', 'pool_manager', 'Pool manager'),
      contract('quoter3', 'quoter', 'Quoter'),
    ],
    tokens: [
      ...world.coins.map(name => ({ address: world.at[name], symbol: symbols[name], decimals: decimals[name] ?? 18, flags: flags[name] ?? [] })),
      { address: world.at.weth, symbol: 'WETH', decimals: 18, flags: [] },
    ],
  };
}
