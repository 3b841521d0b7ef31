// The contracts that pay by a root: Uniswap's for the indexed form as npm carries it, and for the standard form one of
// ours around OpenZeppelin's proofs, because npm carries none.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { encodeFunctionData } from 'viem';

const require = createRequire(import.meta.url);

function compiled(name) {
  const solc = require('solc');
  const file = `${name}.sol`;
  const content = readFileSync(join(import.meta.dirname, 'contracts', file), 'utf8');
  const settings = { outputSelection: { [file]: { [name]: ['abi', 'evm.bytecode.object'] } } };
  const imported = path => ({ contents: readFileSync(require.resolve(path), 'utf8') });
  const asked = JSON.stringify({ language: 'Solidity', sources: { [file]: { content } }, settings });
  const { errors = [], contracts } = JSON.parse(solc.compile(asked, { import: imported }));
  const wrong = errors.filter(({ severity }) => severity === 'error');
  if (wrong.length) throw new Error(wrong.map(({ formattedMessage }) => formattedMessage).join('\n'));
  const { abi, evm } = contracts[file][name];
  return { abi, bytecode: evm.bytecode.object };
}

/** How each form is claimed: the contract, what is sent to it, and what is wrong in a way of its own. */
export const FORMS = {
  indexed: {
    artefact: () => require('@uniswap/merkle-distributor/build/MerkleDistributor.json'),
    data: (abi, account, { index, amount, proof }) =>
      encodeFunctionData({ abi, functionName: 'claim', args: [BigInt(index), account, BigInt(amount), proof] }),
    wrong: (own, other) => ({ 'another index': { ...own, index: other.index } }),
  },
  standard: {
    artefact: () => compiled('StandardDistributor'),
    data: (abi, account, { amount, proof }) => encodeFunctionData({ abi, functionName: 'claim', args: [account, BigInt(amount), proof] }),
    wrong: () => ({}),
  },
};
