// anvil as the chain, with a factory of contract wallets on it.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { concat, createTestClient, encodeAbiParameters, encodeFunctionData, http, keccak256, publicActions, toHex, walletActions } from 'viem';
import { foundry } from 'viem/chains';
import { startAnvil } from '../../harness/anvil.mjs';

const require = createRequire(import.meta.url);
const MAGIC = `0x${'6492'.repeat(16)}`;

export const clientOf = url =>
  createTestClient({ mode: 'anvil', chain: foundry, transport: http(url) }).extend(publicActions).extend(walletActions);

// Since Prague every block writes into a ring of 8,191 hashes, and anvil copies the state at every block: ten thousand empty
// blocks take two minutes, at Cancun twelve seconds. The tests read states that are ten thousand blocks old.
const FLAGS = ['--hardfork', 'cancun', '--max-persisted-states', '20000'];

/** Starts a node of its own, with nothing on it. */
export const startNode = () => startAnvil(require, FLAGS);

/** The same with contract wallets on it. */
export async function startChain() {
  const chain = await startNode();
  return { ...chain, contracts: await deploy(clientOf(chain.url)) };
}

function compiled() {
  const solc = require('solc');
  const source = readFileSync(join(import.meta.dirname, '../contracts/Wallet.sol'), 'utf8');
  const output = JSON.parse(
    solc.compile(
      JSON.stringify({
        language: 'Solidity',
        sources: { 'Wallet.sol': { content: source } },
        settings: { outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } } },
      })
    )
  );
  const wrong = output.errors?.filter(({ severity }) => severity === 'error') ?? [];
  if (wrong.length) throw new Error(wrong.map(({ formattedMessage }) => formattedMessage).join('\n'));
  return output.contracts['Wallet.sol'];
}

async function deploy(client) {
  const all = compiled();
  const [account] = await client.getAddresses();
  const put = async ({ abi, evm }) => {
    const hash = await client.deployContract({ account, abi, bytecode: `0x${evm.bytecode.object}` });
    return (await client.waitForTransactionReceipt({ hash })).contractAddress;
  };
  return {
    factory: await put(all.Factory),
    abi: all.Factory.abi,
    // For attacks: contracts that are no honest wallets.
    yes: await put(all.Yes),
    burner: await put(all.Burner),
    flood: await put(all.Flood),
  };
}

/** The wallet of an owner: where it is or would be, and how to put it there. */
export async function contractWallet({ url, factory, abi }, owner, name) {
  const client = clientOf(url);
  const salt = keccak256(toHex(name));
  const args = [owner.address, salt];
  const address = await client.readContract({ address: factory, abi, functionName: 'addressOf', args });
  return {
    address,
    async deploy() {
      const [account] = await client.getAddresses();
      const hash = await client.writeContract({ account, address: factory, abi, functionName: 'make', args });
      await client.waitForTransactionReceipt({ hash });
    },
    /** What the owner signed, as an account of a page. */
    account: { address, signMessage: ({ message }) => owner.signMessage({ message }) },
    /** The same before the wallet exists, wrapped with how to make it. */
    undeployed: {
      address,
      async signMessage({ message }) {
        const calldata = encodeFunctionData({ abi, functionName: 'make', args });
        const inner = await owner.signMessage({ message });
        const wrapped = encodeAbiParameters([{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }], [factory, calldata, inner]);
        return concat([wrapped, MAGIC]);
      },
    },
  };
}
