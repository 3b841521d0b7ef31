// Counts the calls to contracts on a chain of our own, whose outcomes are known.
//
//   main.mjs            exact, with replaced blocks, restarts and two servers; gaps; nothing about strangers
//     --short           the same on a quarter of the blocks, without the gap, which product tests also make
//     --pace=120        instead, for so many seconds: four blocks a second from a node that is 200 ms away
import assert from 'node:assert/strict';
import { parseArgs } from 'node:util';
import { dropAbandonedDatabases } from '../harness/database.mjs';
import { withStops } from '../harness/flows.mjs';
import { stopAll } from '../harness/launch.mjs';
import { Tally } from '../harness/tally.mjs';
import { startCalls, STRANGE, strangers } from './chain.mjs';
import { startObserved } from './observed-node.mjs';
import { keepPace } from './pace.mjs';
import { startServer } from './server.mjs';

const { values: asked } = parseArgs({ options: { pace: { type: 'string' }, short: { type: 'boolean', default: false } } });
const [BLOCKS, CALLS, MORE] = asked.short ? [500, 250, 100] : [2000, 1000, 400];
const REPLACED = 20;
/** More than a count catches up with. anvil keeps a state of every block, so more would fill the disk. */
const GAP = 2100;

/** Numbers below `most`, the same in every run. */
function randomFrom(seed) {
  let state = seed;
  return most => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

const sum = groups => Object.values(groups).reduce((all, { calls, failed }) => ({ calls: all.calls + calls, failed: all.failed + failed }), { calls: 0, failed: 0 });
const told = groups => `${sum(groups).calls} calls, ${sum(groups).failed} failed`;

/** Servers are down while more blocks are mined than a count catches up with. */
async function leaveOut(server, calls, random) {
  const counted = await server.counted();
  await Promise.all(server.nodes.map(node => node.kill()));
  const last = await server.position();
  await calls.spread(GAP, 20, random);
  await server.first.start();
  await server.query('update _touchstone.call_watch set held_until = now()');
  const until = await server.until(await calls.head());
  const { networks: [network], build } = await server.run('unreportedFailures', {});
  assert.deepEqual(network.gaps.map(({ from, to, reason }) => ({ from, to, reason })), [{ from: last.block + 1, to: until, reason: 'behind' }]);
  assert.equal(network.missing, until - last.block);
  assert.ok(network.missing >= GAP, `${network.missing} blocks`);
  assert.deepEqual(await server.counted(), counted);
  assert.deepEqual({ calls: build.calls, failed: build.failed }, sum(counted));
  return `blocks ${last.block + 1} to ${until}`;
}

const stops = [stopAll];

async function main() {
  await dropAbandonedDatabases();
  const tally = new Tally();
  const calls = await startCalls();
  stops.push(calls.stop);
  if (asked.pace) {
    await tally.tried('a chain with four blocks a second is followed', () => keepPace(calls, Number(asked.pace), stops));
    process.exitCode = tally.close();
    return;
  }
  const node = await startObserved(calls.url);
  stops.push(node.stop);
  const server = await startServer(node.url);
  stops.push(() => server.stop());
  const random = randomFrom(7);
  let first;

  await tally.tried('nothing is counted until it is switched on', async () => {
    await calls.spread(5, 5, random);
    assert.deepEqual(await server.counted(), {});
    await server.count(true);
    await server.until(await calls.head());
    ({ first_block: first } = await server.position());
    return `from block ${first}`;
  });

  await tally.tried(`${CALLS} transactions in ${BLOCKS} blocks are counted exactly`, async () => {
    await calls.spread(BLOCKS, CALLS, random);
    const last = await server.until(await calls.head());
    const counted = await server.counted();
    assert.deepEqual(counted, await calls.expected(first, last));
    const kinds = kind => Object.fromEntries(Object.entries(counted).filter(([key]) => key.endsWith(kind)));
    return `direct: ${told(kinds('direct'))}; operations: ${told(kinds('operation'))}`;
  });

  await tally.tried('a block is requested once, also while a mission watches the network', async () => {
    await server.startMission();
    // The mission begins to read shortly before the newest block, which was counted already or is not confirmed yet.
    await server.untilWatched(await calls.head());
    const from = (await calls.head()) + 1;
    for (let round = 0; round < 3; round++) {
      await calls.spread(10, 5, random);
      await server.untilWatched(await calls.head());
      await server.until(await calls.head());
    }
    const last = await server.until(await calls.head());
    const times = [...Array(last - from + 1).keys()].map(n => node.blocks.get(from + n));
    assert.deepEqual(times, times.map(() => 1));
    await server.endMission();
    return `${times.length} blocks`;
  });

  await tally.tried('a server that is killed in the middle, and another one at once, count the same', async () => {
    await calls.spread(MORE, MORE, random);
    const head = await calls.head();
    await server.hurry();
    await Promise.all([server.first.kill(), server.join()]);
    await server.first.start();
    await server.query('update _touchstone.call_watch set held_until = now()');
    const last = await server.until(head);
    assert.deepEqual(await server.counted(), await calls.expected(first, last));
    return told(await server.counted());
  });

  await tally.tried(`${REPLACED} blocks that are replaced are counted as they are now`, async () => {
    const before = await calls.ask('evm_snapshot', []);
    await calls.spread(REPLACED, 60, random);
    await server.until(await calls.head());
    const replaced = await server.counted();
    await calls.ask('evm_revert', [before]);
    await calls.ask('evm_setAutomine', [false]);
    await calls.spread(REPLACED + 5, 60, random);
    const last = await server.until(await calls.head());
    const counted = await server.counted();
    assert.deepEqual(counted, await calls.expected(first, last));
    assert.notDeepEqual(counted, replaced);
    return told(counted);
  });

  if (!asked.short) await tally.tried(`a gap of ${GAP} blocks is a gap, and not in the rate`, () => leaveOut(server, calls, random));

  await tally.tried('failures are explained in samples, and join their clusters as seen', async () => {
    await calls.spread(10, 10, random);
    await server.until(await calls.head());
    const deadline = Date.now() + 20_000;
    for (;;) {
      const [{ waiting }] = await server.query(`select count(*)::int as waiting from _touchstone.call_failure where state = 'waiting'`);
      if (waiting === 0) break;
      assert.ok(Date.now() < deadline, `${waiting} failures wait`);
    }
    const { causes, build } = await server.run('unreportedFailures', {});
    const explained = causes.reduce((all, { failed }) => all + failed, 0);
    assert.ok(causes.length > 0 && causes.every(({ failureClass }) => failureClass === 'slippage_exceeded'), JSON.stringify(causes));
    assert.ok(explained <= build.failed + 0.001 && explained > build.failed / 2, `${explained} of ${build.failed}`);
    const [{ evidence, points }] = await server.query(`select (select count(*)::int from "Evidence") as evidence, (select count(*)::int from "PointsEntry") as points`);
    assert.deepEqual({ evidence, points }, { evidence: 0, points: 0 });
    const [{ samples }] = await server.query('select coalesce(max(n), 0)::int as samples from (select count(*) as n from _touchstone.call_failure group by fingerprint) f');
    return `${causes.length} causes; ${samples} samples of the most frequent`;
  });

  await tally.tried('no address of a stranger is in the database, in logs or in an export', async () => {
    assert.ok(strangers.every(address => address.includes(STRANGE)));
    const { found, tables } = await server.tablesWith(STRANGE);
    assert.deepEqual(found, []);
    assert.ok(tables > 50, `${tables} tables`);
    assert.ok(!server.logs().toLowerCase().includes(STRANGE));
    const { causes } = await server.run('unreportedFailures', {});
    const cluster = await server.run('clusterGet', { id: causes[0].cluster.id });
    assert.ok(!JSON.stringify([causes, cluster]).toLowerCase().includes(STRANGE));
    return `${tables} tables, ${server.logs().length} characters of logs`;
  });

  process.exitCode = tally.close();
}

await withStops(stops, main).catch(error => {
  console.error(error);
  process.exitCode = 1;
});
