// A mission that checks itself on a chain of our own: a tester starts, swaps, and the step ticks.
//
//   missions.mjs        exits with 1 if anything is otherwise than designed
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { dropAbandonedDatabases } from '../harness/database.mjs';
import { withStops } from '../harness/flows.mjs';
import { launch, stopAll } from '../harness/launch.mjs';
import { signedIn } from '../harness/programme.mjs';
import { wire } from '../harness/wire.mjs';
import { CONFIGURATION, link, saveNetwork } from './registry.mjs';
import { v2 } from './stage/calls.mjs';
import { startChain } from './stage/chain.mjs';
import { buildWorld, registryOf, unit } from './stage/world.mjs';

const TESTER = { username: 'mission-tester', password: 'a long phrase to do missions with' };
const TICKS_WITHIN_MS = 60_000;

const stops = [stopAll];

/** The contracts and tokens of the stage; the ids of the tokens by their addresses. */
async function register(run, id, { contracts, tokens }) {
  for (const { abi, ...contract } of contracts) await run('contractSave', { network: id, ...contract, abi: JSON.stringify(abi) });
  const ids = {};
  for (const token of tokens) ids[token.address.toLowerCase()] = (await run('tokenSave', { network: id, ...token })).token.id;
  return ids;
}

/** Waits until a step is in one of these states. */
async function until(run, mission, ...states) {
  const deadline = Date.now() + TICKS_WITHIN_MS;
  for (;;) {
    const { mission: { mine } } = await run('missionGet', { mission });
    if (states.includes(mine.progress.swap.state)) return mine.progress.swap;
    if (Date.now() > deadline) throw new Error(`the step is ${JSON.stringify(mine.progress.swap)}`);
    await pause(200);
  }
}

async function main() {
  await dropAbandonedDatabases();
  const chain = await startChain();
  stops.push(chain.stop);
  const world = await buildWorld(chain);
  const send = wire(await launch('touchstone', CONFIGURATION));
  const keeper = await signedIn(send);
  const id = await saveNetwork(keeper, chain.url);
  const ids = await register(keeper, id, registryOf(world));
  const made = await send('POST', '/users', { body: TESTER });
  assert.equal(made.status, 201, made.text);
  await link(made.body.objectId, world.trader);
  const tester = await signedIn(send, TESTER);

  const check = { network: id, toRole: 'router', event: 'swap', tokenIn: ids[world.at.one], tokenOut: ids[world.at.two], minAmount: `${unit}`, status: 'success' };
  const { mission } = await keeper('missionSave', {
    title: 'Swap one for two', brief: '', kind: 'onchain', points: 30,
    steps: [{ id: 'swap', text: 'Swap at least one', type: 'tx', required: true, check }],
  });
  await keeper('missionSetState', { mission: mission.id, state: 'live' });
  await world.send(...v2(world));
  await pause(1100);
  const { submission } = await tester('submissionStart', { mission: mission.id });
  assert.equal(submission.progress.swap.state, 'watching');

  await world.send(...v2(world, { amount: unit / 2n }));
  const little = await until(tester, mission.id, 'failed', 'passed');
  assert.deepEqual([little.state, little.reason], ['failed', 'too_little'], JSON.stringify(little));
  console.log('as designed  a swap that is too small is found, and named as that');

  const hash = await world.send(...v2(world));
  const began = Date.now();
  const ticked = await until(tester, mission.id, 'passed');
  assert.equal(ticked.hash, hash);
  console.log(`as designed  a swap that fits ticks the step by itself, after ${Date.now() - began} ms`);

  const { submission: handed } = await tester('submissionSubmit', { submission: submission.id });
  assert.deepEqual([handed.state, handed.paid], ['approved', 30], JSON.stringify(handed));
  console.log('as designed  handed in, approved and paid: +30');

  const tried = await keeper('missionTryCheck', { check });
  assert.ok(tried.passed >= 1 && tried.missed >= 1, JSON.stringify(tried));
  console.log(`as designed  the check, tried on ${tried.looked} transactions: ${tried.passed} pass, ${tried.missed} miss`);
}

await withStops(stops, main).catch(error => {
  console.error(error);
  process.exitCode = 1;
});
