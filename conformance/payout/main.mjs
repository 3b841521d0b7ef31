// A season is paid on a chain of our own: the root is the one OpenZeppelin's library computes, every tester
// claims from a distributor with our proof, wrong proofs fail, and nothing is left in the contract.
//
//   main.mjs            1,000 testers and 204 lists, the longest with 100,000 values
//     --short           100 testers and 40 lists, for the gate
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StandardMerkleTree } from '@openzeppelin/merkle-tree';
import { built } from '../harness/built.mjs';
import { dropAbandonedDatabases } from '../harness/database.mjs';
import { withStops } from '../harness/flows.mjs';
import { stopAll } from '../harness/launch.mjs';
import { TEAM, balance, claimAll, deployDistributor, deployToken, refusal, testerKey } from './chain.mjs';
import { FORMS } from './distributor.mjs';
import { startChain } from './node.mjs';
import { compareRoots } from './oracle.mjs';
import { file, finalSeason, paid } from './season.mjs';

const isShort = process.argv.includes('--short');
const PEOPLE = isShort ? 100 : 1000;
const LISTS = isShort ? 40 : 200;
const LENGTHS = isShort ? [] : [32_768, 65_537, 99_999, 100_000];
const POOL = 250_000n * 10n ** 18n;

const stops = [stopAll];
let passed = 0;

function holds(what, is) {
  if (!is) throw new Error(`not so: ${what}`);
  passed += 1;
  console.log(`ok  ${what}`);
}

/** What the program and the script say of a season file, as any user would ask them: how each ended, and its words. */
function verdicts(text, root) {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-payout-'));
  const path = join(folder, 'season.jsonl');
  writeFileSync(path, text);
  const script = join(import.meta.dirname, '../../examples/verify-season/verify.py');
  const asked = [[built('debug/touchstone'), 'verify'], ['python3', script]];
  const answers = asked.map(([program, word]) => spawnSync(program, [word, path, '--root', root], { encoding: 'utf8' }));
  rmSync(folder, { recursive: true });
  return answers.map(({ status, stdout }) => ({ status, stdout }));
}

const verified = (text, root) => verdicts(text, root).every(({ status, stdout }) => status === 0 && stdout.includes(root));
const refused = (text, root) => verdicts(text, root).every(({ status }) => status === 3);

/** Wrong claims are refused, all users claim, and nothing is left. */
async function claimed(chain, form, token, { root, sum }, claims) {
  const contract = await deployDistributor(chain, form, token, root, BigInt(sum));
  const [own, other] = [testerKey(0), testerKey(1)].map(({ address }) => ({ address, claim: claims[address] }));
  const wrong = {
    'a proof of another user': { ...own.claim, proof: other.claim.proof },
    'one unit more': { ...own.claim, amount: BigInt(own.claim.amount) + 1n },
    'no proof': { ...own.claim, proof: [] },
    ...FORMS[form].wrong(own.claim, other.claim),
  };
  for (const [what, claim] of Object.entries(wrong)) {
    holds(`${form}: ${what} is refused`, /Invalid proof/.test(await refusal(chain, contract, own.address, claim)));
  }
  const gas = await claimAll(chain, contract, claims, PEOPLE);
  holds(`${form}: ${PEOPLE} testers claimed with our proofs (gas ${gas[0]}, ${gas[gas.length >> 1]}, ${gas.at(-1)})`, gas.length === PEOPLE);
  holds(`${form}: a second claim is refused`, /already claimed/.test(await refusal(chain, contract, own.address, own.claim)));
  holds(`${form}: all have what their line says`, (await Promise.all(
    Object.entries(claims).map(async ([address, { amount }]) => (await balance(chain, token, address)) === BigInt(amount)))).every(Boolean));
  const left = [await balance(chain, token, contract.address), await balance(chain, token, TEAM.address)];
  holds(`${form}: nothing is left in the contract, nor with the team`, left[0] === 0n && left[1] === 0n);
}

/** The claims of a tree, by address. */
const claimsOf = tree => Object.fromEntries([...tree.entries()].map(([at, [address, amount]]) => [address, { amount, proof: tree.getProof(at) }]));

async function main() {
  await dropAbandonedDatabases();
  const lists = await compareRoots({ lists: LISTS, most: isShort ? 300 : 3000, lengths: LENGTHS, seed: `${process.pid}` });
  holds(`${lists} random lists have the roots of OpenZeppelin's library, in both forms`, true);

  const chain = await startChain();
  stops.push(chain.stop);
  const tokens = [await deployToken(chain, POOL), await deployToken(chain, POOL)];
  const { administrator } = await finalSeason(PEOPLE);
  const rules = (token, format) => ({
    season: 1, token: { symbol: 'TST', address: token, decimals: 18, chainId: 31337 }, pool: `${POOL}`, curve: 'sqrt', minPoints: 1, format,
  });

  const standard = await paid(administrator, rules(tokens[0], 'standard_tree'));
  const tree = StandardMerkleTree.load(JSON.parse(await file(administrator, standard, 'tree')));
  tree.validate();
  holds('the dump loads in the library and has our root', tree.root === standard.root && tree.length === PEOPLE);
  const season = await file(administrator, standard, 'season');
  holds('the season file verifies in Rust and in Python', verified(season, standard.root));
  holds('with another name of the season it does not', refused(season.replace('First season', 'Last season'), standard.root));
  holds('nor with another root in the contract', refused(season, `0x${'ab'.repeat(32)}`));
  await claimed(chain, 'standard', tokens[0], standard, claimsOf(tree));
  await administrator('rewardVoid', { export: standard.id, reason: 'The same season is paid in the other form.' });

  const indexed = await paid(administrator, rules(tokens[1], 'indexed'));
  const { merkleRoot, tokenTotal, claims } = JSON.parse(await file(administrator, indexed, 'tree'));
  holds('amounts sum to the pool to the last unit', BigInt(tokenTotal) === POOL && indexed.sum === `${POOL}` && merkleRoot === indexed.root);
  await claimed(chain, 'indexed', tokens[1], indexed, claims);
}

await withStops(stops, main).then(
  () => console.log(`\n${passed} passed, 0 failed`),
  error => {
    console.error(error);
    console.log(`\n${passed} passed, 1 failed`);
    process.exitCode = 1;
  },
);
