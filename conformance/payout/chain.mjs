// A token and distributors on a chain of our own, and those who claim from them.
import { createRequire } from 'node:module';
import { getContractAddress, keccak256, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { FORMS } from './distributor.mjs';

const require = createRequire(import.meta.url);
const erc20 = require('@uniswap/merkle-distributor/build/TestERC20.json');

const BATCH = 100;

const bytecode = ({ bytecode: code }) => (code.startsWith('0x') ? code : `0x${code}`);

/** The key of the team that deploys and funds; anvil's first. */
export const TEAM = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');

/** The key of a tester. */
export const testerKey = number => privateKeyToAccount(keccak256(toHex(`touchstone-payout-tester-${number}`)));

async function deploy({ client }, artefact, args) {
  const nonce = await client.getTransactionCount({ address: TEAM.address });
  const hash = await client.deployContract({ account: TEAM, abi: artefact.abi, bytecode: bytecode(artefact), args });
  const receipt = await client.waitForTransactionReceipt({ hash });
  if (receipt.status !== 'success') throw new Error('a contract was not deployed');
  return getContractAddress({ from: TEAM.address, nonce: BigInt(nonce) });
}

/** A token of which the team has everything. */
export const deployToken = (chain, supply) => deploy(chain, erc20, ['Test token', 'TST', supply]);

/** What a user has of the token. */
export const balance = ({ client }, token, of) =>
  client.readContract({ address: token, abi: erc20.abi, functionName: 'balanceOf', args: [of] });

/** A distributor of a form that pays by a root, with what it pays. */
export async function deployDistributor(chain, form, token, root, sum) {
  const { client } = chain;
  const { artefact, data } = FORMS[form];
  const built = artefact();
  const address = await deploy(chain, built, [token, root]);
  const hash = await client.writeContract({ account: TEAM, address: token, abi: erc20.abi, functionName: 'transfer', args: [address, sum] });
  await client.waitForTransactionReceipt({ hash });
  return { address, data: (account, claim) => data(built.abi, account, claim) };
}

/** Whether a claim would be refused, and with which words. */
export async function refusal({ client }, { address, data }, account, claim) {
  return client.call({ to: address, account, data: data(account, claim) }).then(() => null, error => error.details ?? error.shortMessage);
}

/** All users claim for themselves, in batches; gives what each paid in gas, the least first. */
export async function claimAll({ client }, { address: to, data }, claims, people) {
  const gas = [];
  for (let first = 0; first < people; first += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, people - first) }, (_, at) => testerKey(first + at));
    const sent = await Promise.all(batch.map(async account => {
      await client.setBalance({ address: account.address, value: 10n ** 18n });
      return client.sendTransaction({ account, to, data: data(account.address, claims[account.address]), gas: 150_000n });
    }));
    for (const hash of sent) {
      const receipt = await client.waitForTransactionReceipt({ hash });
      if (receipt.status !== 'success') throw new Error(`a claim failed: ${hash}`);
      gas.push(receipt.gasUsed);
    }
  }
  return gas.sort((a, b) => (a < b ? -1 : 1));
}
