// A wallet with a new key, which signs and sends on the chain of the stage, and fails in the way that a check chooses.
import { unit } from '../evidence/stage/world.mjs';
import { generatePrivateKey, privateKeyToAccount } from './packages.mjs';

const COIN = `0x${(10n * unit).toString(16)}`;
const MAX = 2n ** 255n;

/** An error as a wallet gives it to a page. */
export const refusal = (code, message, data) => Object.assign(new Error(message), { code, data });

export class Wallet {
  #world;
  #account = privateKeyToAccount(generatePrivateKey());
  #before = {};
  chainId = '0x7a69';

  /** A wallet with coin and tokens, which the router may take. */
  static async open(world) {
    const wallet = new Wallet();
    wallet.#world = world;
    await world.ask('anvil_setBalance', [wallet.address, COIN]);
    await world.ask('anvil_impersonateAccount', [wallet.address]);
    await world.do('one', 'transfer', [wallet.address, 1_000n * unit]);
    await wallet.approve(MAX);
    return wallet;
  }

  get address() {
    return this.#account.address;
  }

  approve(amount) {
    return this.#world.do('one', 'approve', [this.#world.at.router2, amount], { from: this.address });
  }

  setCoin(amount) {
    return this.#world.ask('anvil_setBalance', [this.address, amount ?? COIN]);
  }

  /** Does `work` while `before` runs first whenever a method is asked. It can throw a refusal. */
  async during(method, before, work) {
    this.#before[method] = before;
    try {
      return await work();
    } finally {
      delete this.#before[method];
    }
  }

  /** The answer to a page: `{ result }` or `{ error }`, because a thrown error would lose its code on the way. */
  answer = async ({ method, params = [] }) => {
    try {
      await this.#before[method]?.();
      return { result: await this.#do(method, params) };
    } catch ({ code = -32603, message, data }) {
      return { error: { code, message, data } };
    }
  };

  sign(message) {
    return this.#account.signMessage({ message });
  }

  async #do(method, params) {
    if (method === 'eth_accounts' || method === 'eth_requestAccounts') return [this.address];
    if (method === 'eth_chainId') return this.chainId;
    if (method === 'personal_sign') return this.#account.signMessage({ message: { raw: params[0] } });
    if (method === 'eth_sendTransaction') return this.#send(params[0]);
    if (method === 'wallet_switchEthereumChain') throw refusal(4902, `Unrecognized chain ID "${params[0].chainId}". Try adding the chain first.`);
    return this.#chain(method, params);
  }

  async #send({ to, data, gas }) {
    const nonce = Number(await this.#chain('eth_getTransactionCount', [this.address, 'latest']));
    const gasPrice = BigInt(await this.#chain('eth_gasPrice', []));
    const signed = await this.#account.signTransaction({ to, data, nonce, gasPrice, gas: BigInt(gas), chainId: 31337 });
    return this.#chain('eth_sendRawTransaction', [signed]);
  }

  async #chain(method, params) {
    const { result, error } = await this.#world.ask(method, params);
    if (error) throw refusal(error.code, error.message, error.data);
    return result;
  }
}

/** Runs in a page: announces a wallet by EIP-6963 that asks `window.testWallet`. */
export function announceWallet() {
  const info = { uuid: '9a1f3c2e-6f0b-4b7e-9c2d-1d7f4f0a5b11', name: 'Test wallet', icon: 'data:,', rdns: 'org.example.wallet' };
  const provider = {
    async request(args) {
      const { result, error } = await window.testWallet(args);
      if (error) throw Object.assign(new Error(error.message), error);
      return result;
    },
    on() {},
    removeListener() {},
  };
  const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }));
  addEventListener('eip6963:requestProvider', announce);
  announce();
}
