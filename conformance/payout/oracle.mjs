// Our trees beside those of OpenZeppelin's library, for random lists.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { SimpleMerkleTree, StandardMerkleTree } from '@openzeppelin/merkle-tree';
import { encodePacked, getAddress, keccak256, toHex } from 'viem';
import { built } from '../harness/built.mjs';

/** Numbers that look random and are the same in every run of a seed. */
function* numbers(seed) {
  let word = keccak256(toHex(seed));
  for (;;) {
    word = keccak256(word);
    yield BigInt(word);
  }
}

function list(random, count) {
  const next = () => random.next().value;
  return Array.from({ length: count }, () => {
    const address = getAddress(`0x${(next() % 2n ** 160n).toString(16).padStart(40, '0')}`);
    return [address, (next() % 2n ** (next() % 200n + 1n)).toString()];
  });
}

/** Compares lists of 1 to 20 values, then of at most so many, then of these lengths; gives how many there were. */
export async function compareRoots({ lists, most, lengths, seed }) {
  const random = numbers(seed);
  const child = spawn(built('debug/examples/roots'), { stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const chosen = turn => (turn < 20 ? turn + 1 : Number(random.next().value % BigInt(most)) + 1);
  const counts = [...Array.from({ length: lists }, (_, turn) => chosen(turn)), ...lengths];
  for (const [turn, count] of counts.entries()) {
    const values = list(random, count);
    child.stdin.write(`${JSON.stringify(values)}\n`);
    const ours = JSON.parse((await answers.next()).value);
    const packed = ([address, amount], index) =>
      keccak256(encodePacked(['uint256', 'address', 'uint256'], [BigInt(index), address, BigInt(amount)]));
    const standard = StandardMerkleTree.of(values, ['address', 'uint256']).root;
    const indexed = SimpleMerkleTree.of(values.map(packed)).root;
    if (ours.standard !== standard || ours.indexed !== indexed) {
      throw new Error(`a list of ${count} values (seed ${seed}, turn ${turn}) has other roots: ${JSON.stringify({ ours, standard, indexed })}`);
    }
  }
  child.stdin.end();
  return counts.length;
}
