// Swaps on a chain of our own, in every way they end, each explained as the design says.
//
//   main.mjs [word]     outcomes whose names contain it, or all
//     --engine          explain by the crate alone, without a server; `cargo build -p chain --example explain` first
//     --check           also compare with the table in OUTCOMES.md
//     --write           write that table
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
import { outcomes as worked } from './outcomes/worked.mjs';
import { startChain, startLesserNode } from './stage/chain.mjs';
import { startEngine } from './stage/engine.mjs';
import { record } from './stage/record.mjs';
import { startServer } from './reader.mjs';
import { buildWorld, registryOf } from './stage/world.mjs';
import { decidedBy, differences } from './judgement.mjs';
import { rows, tableOf, withTable } from './table.mjs';

const DOCUMENT = join(import.meta.dirname, 'OUTCOMES.md');
const OUTCOMES = [...worked, ...failed, ...byAbility, ...refused, ...gone];

/** The longest that a flow may take in the gate. It mostly waits for tasks that run every minute. */
const FLOW_MS = 150_000;

const options = new Set(process.argv.slice(2).filter(word => word.startsWith('--')));
const filter = process.argv.slice(2).find(word => !word.startsWith('--'));

/** Nodes of less ability, each a network of its own. */
const LESSER = { trace: [31338, /^debug_/], call: [31339, /^(debug|trace|ots)_/], none: [31340, /^(debug|trace|ots)_|^eth_call$|^eth_simulate/] };

async function lesserNodes(url, stops) {
  const nodes = {};
  for (const [name, [chainId, refused]] of Object.entries(LESSER)) {
    const node = await startLesserNode(url, chainId, refused);
    stops.push(node.stop);
    nodes[name] = { url: node.url, chainId };
  }
  return nodes;
}

async function one(world, reader, { name, expect, node, act }) {
  const look = question => reader.look(question);
  const brought = await act(world, look);
  const seen = brought.seen ?? (brought.again ? await reader.again(brought.again, brought) : await reader.look({ ...brought, node }));
  return { name, expect, seen, wrong: differences(expect, seen, world), decided: decidedBy(seen) };
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

  const flows = options.has('--flows') ? startFlows() : [];
  const results = [];
  for (const outcome of OUTCOMES.filter(({ name }) => !filter || name.includes(filter))) {
    const result = await one(world, reader, outcome).catch(error => ({ ...outcome, wrong: [error.message] }));
    results.push(result);
    const { name, seen, wrong, decided } = result;
    const told = seen ? `${seen.failureClass ?? seen.chainStatus} ${seen.verdict ?? ''} ${seen.confidence ?? ''}` : 'nothing';
    console.log(`${wrong.length ? 'OTHERWISE' : 'as designed'}  ${name}: ${told}${decided ? ` by ${decided}` : ''}`);
    for (const sentence of wrong) console.log(`    ${sentence}`);
  }
  process.exitCode = close(results, await Promise.all(flows)) ? 0 : 1;
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

function close(results, ran) {
  const table = tableOf(rows(results));
  if (options.has('--record')) record(results);
  if (options.has('--write')) writeFileSync(DOCUMENT, withTable(readFileSync(DOCUMENT, 'utf8'), table));
  let isStale = false;
  if (options.has('--check')) {
    const text = readFileSync(DOCUMENT, 'utf8');
    isStale = withTable(text, table) !== text;
    if (isStale) console.log('the table in conformance/evidence/OUTCOMES.md is not what this run made: just evidence --write');
  }
  const otherwise = results.filter(({ wrong }) => wrong.length).length;
  console.log(`\n${results.length} outcomes, ${results.length - otherwise} classified as designed, ${otherwise} otherwise`);
  const wrong = otherwise + (isStale ? 1 : 0) + ran.filter(isFine => !isFine).length;
  console.log(`${results.length - otherwise + ran.filter(Boolean).length} passed, ${wrong} failed`);
  return wrong === 0 && results.length > 0;
}

await withStops(stops, main).catch(error => {
  console.error(error);
  process.exitCode = 1;
});
