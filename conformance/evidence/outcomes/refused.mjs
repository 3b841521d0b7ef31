// What never reached the chain: errors of nodes, of wallets and of libraries, as people copy them.
import { createWalletClient, custom, encodeFunctionData, http, toHex } from 'viem';
import { foundry, mainnet, optimism } from 'viem/chains';
import { startFailingNode } from '../stage/chain.mjs';
import { dataOf, v2 } from '../stage/calls.mjs';
import { unit } from '../stage/world.mjs';

const said = (kind, verdict) => ({ status: null, class: kind, verdict, confidence: 'text' });

/** The error of a node as its console shows it. */
async function errorOf(world, method, params) {
  const { error } = await world.ask(method, params);
  if (!error) throw new Error(`${method} was to fail`);
  return { text: JSON.stringify(error) };
}

/** The error of a library, as it prints it. */
async function printed(promise) {
  const error = await promise.then(() => undefined, caught => caught);
  if (!error) throw new Error('it was to fail');
  return { text: error.message };
}

/** A wallet that answers every request with an error of its own. */
const walletSaying = (world, code, message) =>
  createWalletClient({
    account: world.trader,
    chain: foundry,
    transport: custom({ request: async ({ method }) => {
      if (method === 'eth_chainId') return toHex(foundry.id);
      throw Object.assign(new Error(message), { code });
    } }),
  });

const hex = number => toHex(number);

export const outcomes = [
  {
    name: 'nonce too low',
    expect: said('nonce_conflict', 'setup'),
    async act(w) {
      const account = w.accounts[1];
      const raw = await account.signTransaction({ to: w.rival, value: 1n, nonce: 0, gas: 21_000n, gasPrice: 10n ** 10n, chainId: foundry.id });
      return errorOf(w, 'eth_sendRawTransaction', [raw]);
    },
  },
  {
    name: 'replacement underpriced',
    expect: said('nonce_conflict', 'setup'),
    async act(w) {
      await w.client.setAutomine(false);
      const nonce = hex(await w.client.getTransactionCount({ address: w.rival }));
      const base = { from: w.rival, to: w.trader, gas: hex(21_000), nonce };
      await w.ask('eth_sendTransaction', [{ ...base, gasPrice: hex(10n ** 11n), value: '0x1' }]);
      const error = await errorOf(w, 'eth_sendTransaction', [{ ...base, gasPrice: hex(10n ** 11n / 2n), value: '0x2' }]);
      await w.client.mine({ blocks: 1 });
      await w.client.setAutomine(true);
      return error;
    },
  },
  {
    name: 'not enough coin for the fee',
    expect: said('insufficient_gas_funds', 'setup'),
    async act(w) {
      await w.client.setBalance({ address: w.poor, value: 5n });
      return errorOf(w, 'eth_sendTransaction', [{ from: w.poor, to: w.trader, value: '0x1', gas: hex(21_000) }]);
    },
  },
  {
    name: 'not enough coin for the fee, as a library prints it',
    expect: said('insufficient_gas_funds', 'setup'),
    async act(w) {
      const wallet = createWalletClient({ account: w.poor, chain: foundry, transport: http(w.url, { retryCount: 0 }) });
      return printed(wallet.sendTransaction({ to: w.trader, value: unit, gas: 21_000n }));
    },
  },
  {
    name: 'less gas than any transaction costs',
    expect: said('out_of_gas', 'suspect'),
    act: w => errorOf(w, 'eth_sendTransaction', [{ from: w.trader, to: w.rival, value: '0x1', gas: hex(20_000) }]),
  },
  {
    name: 'estimate of a swap past its limit',
    expect: said('slippage_exceeded', 'unknown'),
    act: w => errorOf(w, 'eth_estimateGas', [{ from: w.trader, to: w.at.router2, data: dataOf(w, v2(w, { least: 1_000n * unit })) }]),
  },
  {
    name: 'estimate of a swap past its deadline, as a library prints it',
    expect: said('deadline_expired', 'expected'),
    act: w => printed(w.client.estimateContractGas({ account: w.trader, address: w.at.router2, abi: w.abi.router2, functionName: v2(w)[1], args: v2(w, { deadline: 1n })[2] })),
  },
  {
    name: 'estimate of a call that fails without a reason',
    expect: said('gas_estimation_failed', 'suspect'),
    act: w => errorOf(w, 'eth_estimateGas', [{ from: w.trader, to: w.at.failing, data: dataOf(w, ['failing', 'silent', []]) }]),
  },
  {
    name: 'estimate with an error that only its data tells',
    expect: said('permit_bad_signature', 'suspect'),
    async act(w) {
      const single = [[w.at.one, 1n, 1, 0], w.at.universal, 4_000_000_000n];
      const [[token, amount, expiration, nonce], spender, sigDeadline] = single;
      const args = [w.trader, { details: { token, amount, expiration, nonce }, spender, sigDeadline }, `0x${'11'.repeat(64)}1b`];
      const data = encodeFunctionData({ abi: w.abi.permission, functionName: 'permit', args });
      return errorOf(w, 'eth_estimateGas', [{ from: w.trader, to: w.at.permission, data }]);
    },
  },
  {
    name: 'a method that the node does not have',
    expect: said('rpc_error', 'unknown'),
    act: w => errorOf(w, 'eth_thisIsNoMethod', []),
  },
  {
    name: 'too many requests',
    expect: { ...said('rpc_error', 'unknown'), hides: '0123456789abcdef' },
    async act(w) {
      const node = await startFailingNode(429, 'slow down');
      const url = `${node.url}/v3/0123456789abcdef0123456789abcdef`;
      const wallet = createWalletClient({ account: w.trader, chain: foundry, transport: http(url, { retryCount: 0 }) });
      const found = await printed(wallet.getChainId());
      await node.stop();
      return found;
    },
  },
  {
    name: 'node out of service',
    expect: said('rpc_error', 'unknown'),
    async act(w) {
      const node = await startFailingNode(503, 'Service Unavailable');
      const wallet = createWalletClient({ account: w.trader, chain: foundry, transport: http(node.url, { retryCount: 0 }) });
      const found = await printed(wallet.getChainId());
      await node.stop();
      return found;
    },
  },
  {
    name: 'declined in the wallet',
    expect: said('user_rejected', 'expected'),
    act: async () => ({ text: JSON.stringify({ code: 4001, message: 'MetaMask Tx Signature: User denied transaction signature.' }) }),
  },
  {
    name: 'declined in the wallet, as a library prints it',
    expect: said('user_rejected', 'expected'),
    act: w => printed(walletSaying(w, 4001, 'User rejected the request.').sendTransaction({ to: w.rival, value: 1n, gas: 21_000n })),
  },
  {
    name: 'wallet on another network than the app',
    expect: said('wrong_network', 'setup'),
    act: w => printed(w.client.sendTransaction({ account: w.trader, chain: mainnet, to: w.rival, value: 1n })),
  },
  {
    name: 'network that the wallet does not have',
    expect: said('wrong_network', 'setup'),
    act: w => printed(walletSaying(w, 4902, 'Unrecognized chain ID "0xa". Try adding the chain using wallet_addEthereumChain first.').switchChain({ id: optimism.id })),
  },
  {
    name: 'wallet that is disconnected',
    expect: said('wallet_error', 'unknown'),
    act: w => printed(walletSaying(w, 4900, 'The provider is disconnected from all chains.').sendTransaction({ to: w.rival, value: 1n, gas: 21_000n })),
  },
  { name: 'no route, in the words of the app', expect: said('no_route', 'suspect'), act: async () => ({ text: 'Error: no route found for ONE to LONE' }) },
  { name: 'no quote, in the words of the app', expect: said('quote_unavailable', 'suspect'), act: async () => ({ text: 'Error: failed to get quote (timeout)' }) },
];
