// A chain of our own with a token and a distributor, both as npm carries them.
import { createRequire } from 'node:module';
import { encodeFunctionData, getContractAddress, keccak256, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

const require = createRequire(import.meta.url);
const distributor = require('@uniswap/merkle-distributor/build/MerkleDistributor.json');
const erc20 = require('@uniswap/merkle-distributor/build/TestERC20.json');

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

/** A distributor that pays by a root, with what it pays. */
export async function deployDistributor(chain, token, root, sum) {
  const address = await deploy(chain, distributor, [token, root]);
  const { client } = chain;
  const hash = await client.writeContract({ account: TEAM, address: token, abi: erc20.abi, functionName: 'transfer', args: [address, sum] });
  await client.waitForTransactionReceipt({ hash });
  return address;
}

/** What somebody has of the token. */
export const balance = ({ client }, token, of) =>
  client.readContract({ address: token, abi: erc20.abi, functionName: 'balanceOf', args: [of] });

/** A claim as it is sent. */
export const claimData = (account, { index, amount, proof }) =>
  encodeFunctionData({ abi: distributor.abi, functionName: 'claim', args: [BigInt(index), account, BigInt(amount), proof] });

/** Whether a claim would be refused, and with which words. */
export async function refusal({ client }, contract, account, claim) {
  const asked = { to: contract, account, data: claimData(account, claim) };
  return client.call(asked).then(() => null, error => error.details ?? error.shortMessage);
}
