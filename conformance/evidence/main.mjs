// Swaps on a chain of our own, in every way they end, each explained as the design says.
//
//   main.mjs [word]     outcomes whose names contain it, or all
//     --engine          explain by the crate alone, without a server; `cargo build -p chain --example explain` first
//     --check           also compare with the table in OUTCOMES.md
//     --write           write that table
//     --simulate        only what would have worked, by honest and hostile nodes, with 200 random blocks
//     --short           with --simulate: what other runs of the gate do not have, with 12 random blocks
//     --blocks=200      also so many blocks of random trades around a swap that fails: what would have worked is right or not said
//     --copied          also run the texts that can be copied, by forge and cast: of a few outcomes; --copied=all: of each that failed
//     --flows           also a mission that checks itself and who funded wallets, each with a server of its own
//     --record          with --engine: keep what the nodes said for the tests of the crate
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dropAbandonedDatabases } from '../harness/database.mjs';
import { withStops } from '../harness/flows.mjs';
import { stopAll } from '../harness/launch.mjs';
import { byAbility, outcomes as failed } from './outcomes/failed.mjs';
import { outcomes as gone } from './outcomes/gone.mjs';
import { outcomes as refused } from './outcomes/refused.mjs';
import { byNarrowNode, outcomes as sinceQuote } from './outcomes/since-quote.mjs';
import { outcomes as worked } from './outcomes/worked.mjs';
import { outcomes as wouldHave, randomBlocks, toCopy } from './outcomes/would-have.mjs';
import { outcomes as approvals } from './outcomes/approvals.mjs';
import { outcomes as hostile, notFound } from './outcomes/hostile.mjs';
import { startChain, startLesserNode, startOtherNode } from './stage/chain.mjs';
import { HOSTILE, narrow } from './stage/hostile.mjs';
import { startEngine } from './stage/engine.mjs';
import { record } from './stage/record.mjs';
import { startServer } from './reader.mjs';
import { Copied } from './copied.mjs';
import { buildWorld, registryOf } from './stage/world.mjs';
import { decidedBy, differences, otherAnswers } from './judgement.mjs';
import { classTableOf, rows, tableOf, withTables } from './table.mjs';

const DOCUMENT = join(import.meta.dirname, 'OUTCOMES.md');

/** The longest that a flow may take in the gate. It mostly waits for tasks that run every minute. */
const FLOW_MS = 150_000;

const options = new Set(process.argv.slice(2).filter(word => word.startsWith('--')));
const simulates = options.has('--simulate');
const isShort = options.has('--short');
const BLOCKS = isShort ? 12 : 200;
const blocks = Number([...options].find(word => word.startsWith('--blocks='))?.slice('--blocks='.length) ?? (simulates ? BLOCKS : 0));
// Only a server makes calls again.
const copies = [...options].find(word => word.startsWith('--copied'));
const BY_SERVER = [...sinceQuote, ...wouldHave];
const TABLE = [...worked, ...failed, ...byAbility, ...refused, ...gone, ...(options.has('--engine') ? [] : BY_SERVER)];
const SIMULATED = [...(isShort ? [] : BY_SERVER), ...approvals, ...hostile, ...byNarrowNode];
const OUTCOMES = [...(simulates ? SIMULATED : TABLE), ...randomBlocks(blocks), ...(copies ? toCopy : [])];
const filter = process.argv.slice(2).find(word => !word.startsWith('--'));

/** Nodes of less ability, each a network of its own. */
const LESSER = { trace: [31338, /^debug_/], call: [31339, /^(debug|trace|ots)_/], none: [31340, /^(debug|trace|ots)_|^eth_call$|^eth_simulate/], still: [31341, /^eth_simulate/], eventless: [31342, /^eth_getLogs$/] };

/** The first number of the networks whose nodes answer in another way. */
const FIRST_OTHER = 31350;

async function lesserNodes(url, stops) {
  const nodes = {};
  for (const [name, [chainId, refused]] of Object.entries(LESSER)) {
    const node = await startLesserNode(url, chainId, refused);
    stops.push(node.stop);
    nodes[name] = { url: node.url, chainId };
  }
  for (const [at, [name, tell]] of Object.entries(simulates ? { narrow, ...HOSTILE } : {}).entries()) {
    const chainId = FIRST_OTHER + at;
    const node = await startOtherNode(url, chainId, tell);
    stops.push(node.stop);
    nodes[name] = { url: node.url, chainId };
  }
  return nodes;
}

async function one(world, reader, copied, outcome) {
  const { name, expect, node, act, isRandom } = outcome;
  let hasWaited = false;
  const look = async question => {
    hasWaited = Boolean(question.waits);
    const seen = await reader.look(question);
    await copied?.take(outcome, question, seen, reader);
    return seen;
  };
  const brought = await act(world, look);
  const seen = brought.seen ?? (brought.again ? await reader.again(brought.again, brought) : await look({ ...brought, node, waits: Boolean(brought.hash) }));
  const answers = [{ seen, would: brought.would }, ...(brought.also ?? [])].map(({ seen: told, would }) => ({
    isAsked: Boolean(would), outcome: told.wouldHave?.outcome ?? 'untried', wrong: otherAnswers(would, told),
  }));
  const wrong = [...differences(brought.expect ?? expect, seen, world), ...answers.flatMap(answer => answer.wrong)];
  // Without waiting, an answer may be there or not.
  return { name, expect, seen, wrong, decided: decidedBy(seen), answers: hasWaited ? answers : [], isRandom };
}

const stops = [stopAll];

async function main() {
  if (!options.has('--engine')) await dropAbandonedDatabases();
  const chain = await startChain();
  stops.push(chain.stop);
  const world = await buildWorld(chain);
  const nodes = await lesserNodes(chain.url, stops);
  const start = options.has('--engine') ? startEngine : startServer;
  const reader = await start({ url: chain.url, registry: registryOf(world), nodes });
  stops.push(() => reader.stop());

  const copied = copies && new Copied(chain.url, [chain.url, ...Object.values(nodes).map(({ url }) => url)], { all: copies === '--copied=all' });
  const flows = options.has('--flows') ? startFlows() : [];
  const results = [];
  for (const outcome of OUTCOMES.filter(({ name }) => !filter || name.includes(filter))) {
    const result = await one(world, reader, copied, outcome).catch(error => ({ ...outcome, wrong: [error.message] }));
    results.push(result);
    const { name, seen, wrong, decided } = result;
    const told = seen ? `${seen.failureClass ?? seen.chainStatus} ${seen.verdict ?? ''} ${seen.confidence ?? ''}` : 'nothing';
    console.log(`${wrong.length ? 'OTHERWISE' : 'as designed'}  ${name}: ${told}${decided ? ` by ${decided}` : ''}`);
    for (const sentence of wrong) console.log(`    ${sentence}`);
  }
  await copied?.run();
  if (simulates) {
    const wrong = [...notFound(reader.tested), ...reader.errors()];
    results.push({ name: 'what tests of endpoints find, and errors in the log', wrong });
    for (const sentence of wrong) console.log(sentence);
  }
  process.exitCode = close(results, copied, await Promise.all(flows)) ? 0 : 1;
}

/** Starts each flow on a chain of its own; whether it went as designed. */
const startFlows = () =>
  [['missions.mjs'], ['funders.mjs', '--short']].map(async ([script, ...args]) => {
    const began = Date.now();
    const child = spawn(process.execPath, [join(import.meta.dirname, script), ...args], { stdio: 'inherit', timeout: FLOW_MS });
    const [status] = await once(child, 'close');
    console.log(`${script} ended with ${status} after ${Math.round((Date.now() - began) / 1000)} s`);
    return status === 0;
  });

/** How many answers about what would have worked were right, wrong or not given. */
function count(results) {
  const asked = results.flatMap(({ answers = [] }) => answers).filter(({ isAsked }) => isAsked);
  const given = asked.filter(({ outcome }) => outcome !== 'untried');
  const wrong = given.filter(({ wrong: sentences }) => sentences.length).length;
  return `what would have worked: ${given.length - wrong} right, ${wrong} wrong, ${asked.length - given.length} silent`;
}

function close(results, copied, ran) {
  const listed = results.filter(({ isRandom, name }) => !isRandom && !name.endsWith(': copied'));
  const withOwn = text => withTables(text, tableOf(rows(listed)), classTableOf(listed));
  if (options.has('--record')) record(results);
  if (options.has('--write')) writeFileSync(DOCUMENT, withOwn(readFileSync(DOCUMENT, 'utf8')));
  console.log(`\n${count(results)}`);
  if (copied) console.log([copied.words, ...copied.wrong].join('\n    '));
  let isStale = false;
  if (options.has('--check')) {
    const text = readFileSync(DOCUMENT, 'utf8');
    isStale = withOwn(text) !== text;
    if (isStale) console.log('a table in conformance/evidence/OUTCOMES.md is not what this run made: just evidence --write');
  }
  const otherwise = results.filter(({ wrong }) => wrong.length).length;
  console.log(`\n${results.length} outcomes, ${results.length - otherwise} classified as designed, ${otherwise} otherwise`);
  const wrong = otherwise + (isStale ? 1 : 0) + (copied?.wrong.length ?? 0) + ran.filter(isFine => !isFine).length;
  console.log(`${results.length - otherwise + ran.filter(Boolean).length} passed, ${wrong} failed`);
  return wrong === 0 && results.length > 0;
}

await withStops(stops, main).catch(error => {
  console.error(error);
  process.exitCode = 1;
});
