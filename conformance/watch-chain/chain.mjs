// A chain with calls whose outcomes are known: direct ones, operations of smart accounts, calls through others.
import { startChain } from '../evidence/stage/chain.mjs';
import { ours } from '../evidence/stage/artefacts.mjs';
import { World } from '../evidence/stage/world.mjs';

export const ENTRY_POINT = '0x0000000071727De22E5E9d8BAf0edAc6f37da032';
/** Contracts of the programme. */
export const OWN = ['0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', '0x4bbeeb066ed09b7aed07bf39eee0460dfa261520'];
/** Functions of theirs. */
export const SELECTORS = ['0x38ed1739', '0x414bf389', '0x3593564c'];
/** In every address of a sender that no account has linked. */
export const STRANGE = '57a465e257a465e257a465e2';

/** Fails with `V3TooLittleReceived()` if the first word after the selector is not zero. */
const FAILS_ON_DEMAND = '0x600435600757005b6339d3549660e01b60005260046000fd';
const GAS = '0x493e0';
const RICH = '0x56bc75e2d63100000';
const STRANGERS = 20;
/** The chain begins so long ago that mining thousands of blocks does not lead into the future. */
const HOURS_AGO = 8;

const word = number => BigInt(number).toString(16).padStart(64, '0');
const dataOf = (selector, fails) => `${SELECTORS[selector]}${word(fails ? 1 : 0)}`;

export const strangers = [...Array(STRANGERS).keys()].map(n => `0x${STRANGE}${(n + 1).toString(16).padStart(40 - STRANGE.length, '0')}`);

/** Starts it with the contracts on it. Blocks are mined when told. */
export async function startCalls() {
  const began = Math.floor(Date.now() / 1000) - HOURS_AGO * 3600;
  const chain = await startChain(['--timestamp', `${began}`]);
  const world = new World(chain);
  const own = ours();
  await world.put('entry', own.EntryPoint);
  await world.put('account', own.Account);
  const calls = new Calls(chain, world);
  const code = await calls.ask('eth_getCode', [world.at.entry, 'latest']);
  await calls.ask('anvil_setCode', [ENTRY_POINT, code]);
  for (const address of OWN) await calls.ask('anvil_setCode', [address, FAILS_ON_DEMAND]);
  await calls.ask('anvil_autoImpersonateAccount', [true]);
  for (const address of strangers) await calls.ask('anvil_setBalance', [address, RICH]);
  await calls.ask('evm_setAutomine', [false]);
  return calls;
}

/** Sends calls, and knows what must be counted of each. */
export class Calls {
  #expected = new Map();
  #operation = 0;

  constructor(chain, world) {
    Object.assign(this, { url: chain.url, stop: chain.stop, world });
  }

  async ask(method, params) {
    const { result, error } = await this.world.ask(method, params);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  head = async () => Number(await this.ask('eth_blockNumber', []));

  mine = count => this.ask('anvil_mine', [`0x${count.toString(16)}`]);

  /** Sends without mining. */
  async #send(from, to, data, expected) {
    const hash = await this.ask('eth_sendTransaction', [{ from, to, data, gas: GAS }]);
    this.#expected.set(hash, expected);
    return hash;
  }

  direct(from, own, selector, fails) {
    const expected = [{ contract: OWN[own], selector: SELECTORS[selector], kind: 'direct', fails }];
    return this.#send(from, OWN[own], dataOf(selector, fails), expected);
  }

  /** One bundle of operations: which contract, which function, and whether it fails. */
  bundle(from, operations) {
    const ops = operations.map(([own, selector, fails]) => ({
      sender: this.world.at.account, nonce: BigInt(this.#operation++), initCode: '0x', callData: this.#execute(own, selector, fails),
      accountGasLimits: `0x${word(0)}`, preVerificationGas: 0n, gasFees: `0x${word(0)}`, paymasterAndData: '0x', signature: '0x',
    }));
    const expected = operations.map(([own, selector, fails]) => ({ contract: OWN[own], selector: SELECTORS[selector], kind: 'operation', fails }));
    return this.#send(from, ENTRY_POINT, this.world.encode('entry', 'handleOps', [ops, from]), expected);
  }

  /** A call through another contract, which is not counted. */
  through(from, own, selector, fails) {
    return this.#send(from, this.world.at.account, this.#execute(own, selector, fails), []);
  }

  #execute(own, selector, fails) {
    return this.world.encode('account', 'execute', [OWN[own], 0n, dataOf(selector, fails)]);
  }

  /** Sends and mines calls in random order over so many blocks. `random` gives numbers below its argument. */
  async spread(blocks, count, random) {
    const places = Array.from({ length: count }, () => random(blocks)).sort((a, b) => a - b);
    let at = 0;
    for (const place of places) {
      if (place > at) await this.mine(place - at);
      at = place;
      await this.some(random);
    }
    await this.mine(blocks - at);
  }

  stranger = random => strangers[random(STRANGERS)];

  async some(random, from = this.stranger(random)) {
    const one = () => [random(OWN.length), random(SELECTORS.length), random(5) === 0];
    const kind = random(10);
    if (kind < 7) return this.direct(from, ...one());
    if (kind < 9) return this.bundle(from, Array.from({ length: 1 + random(3) }, one));
    return this.through(from, ...one());
  }

  /** What must be counted of these blocks, by day, contract, function and kind. */
  async expected(first, last) {
    const groups = {};
    for (let number = first; number <= last; number++) {
      const { transactions, timestamp } = await this.ask('eth_getBlockByNumber', [`0x${number.toString(16)}`, false]);
      for (const hash of transactions) {
        for (const { contract, selector, kind, fails } of this.#expected.get(hash)) {
          const key = [Math.floor(Number(timestamp) / 86_400), contract, selector, kind].join(' ');
          const group = (groups[key] ??= { calls: 0, failed: 0 });
          group.calls += 1;
          group.failed += fails ? 1 : 0;
        }
      }
    }
    return groups;
  }
}
