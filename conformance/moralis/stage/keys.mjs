// Wallets whose keys are here: what they sign is really signed, and they are new in every run.
import { Keyring } from '@polkadot/keyring';
import { cryptoWaitReady, randomAsU8a } from '@polkadot/util-crypto';
import bs58 from 'bs58';
import nacl from 'tweetnacl';
import { hexToString, isHex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';

const declined = () => Object.assign(new Error('User rejected the request.'), { code: 4001 });

/** An EIP-1193 provider. `accounts[0]` is the one in use; `sign` may be set to what a contract wants instead of a key. */
export function evmWallet({ chain = 1, declines = false, accounts = [privateKeyToAccount(generatePrivateKey())] } = {}) {
  const listeners = new Map();
  const wallet = {
    accounts,
    calls: [],
    get address() {
      return wallet.accounts[0].address;
    },
    sign: (message, account) => account.signMessage({ message }),
    request: async ({ method, params = [] }) => {
      wallet.calls.push(method);
      switch (method) {
        case 'eth_requestAccounts':
        case 'eth_accounts':
          return wallet.accounts.map(({ address }) => address);
        case 'eth_chainId':
          return `0x${chain.toString(16)}`;
        case 'net_version':
          return `${chain}`;
        case 'personal_sign': {
          if (declines) throw declined();
          const account = wallet.accounts.find(({ address }) => address.toLowerCase() === params[1].toLowerCase());
          return wallet.sign(isHex(params[0]) ? hexToString(params[0]) : params[0], account);
        }
        default:
          throw Object.assign(new Error(`not supported: ${method}`), { code: -32601 });
      }
    },
    on: (event, listener) => void listeners.set(event, [...(listeners.get(event) ?? []), listener]),
    removeListener: (event, listener) =>
      void listeners.set(event, (listeners.get(event) ?? []).filter(one => one !== listener)),
    emit: (event, ...values) => listeners.get(event)?.forEach(listener => listener(...values)),
  };
  // What looks for a wallet in a page wants to see one of these.
  return Object.assign(wallet, { isMetaMask: true });
}

/** What Phantom puts into a page. */
export function solanaWallet() {
  const { publicKey, secretKey } = nacl.sign.keyPair();
  const address = bs58.encode(publicKey);
  return {
    address,
    isPhantom: true,
    publicKey: { toString: () => address, toBase58: () => address },
    connect: async () => ({ publicKey: { toString: () => address } }),
    signMessage: async bytes => ({ signature: nacl.sign.detached(Uint8Array.from(bytes), secretKey), publicKey }),
  };
}

/** What the extension of Polkadot puts into a page: it wraps the bytes itself, as it has since 2021. */
export async function polkadotWallet({ type = 'sr25519', prefix = 42 } = {}) {
  await cryptoWaitReady();
  const pair = new Keyring({ type, ss58Format: prefix }).addFromSeed(randomAsU8a(32));
  const hex = bytes => `0x${Buffer.from(bytes).toString('hex')}`;
  const signRaw = async ({ data }) => {
    const wrapped = Buffer.concat([
      Buffer.from('<Bytes>'),
      Buffer.from(data.replace(/^0x/, ''), 'hex'),
      Buffer.from('</Bytes>'),
    ]);
    return { id: 1, signature: hex(pair.sign(wrapped)) };
  };
  return {
    address: pair.address,
    pair,
    injected: {
      'polkadot-js': {
        version: '0.46.1',
        enable: async () => ({
          accounts: { get: async () => [{ address: pair.address, type }] },
          signer: { signRaw },
        }),
      },
    },
  };
}
