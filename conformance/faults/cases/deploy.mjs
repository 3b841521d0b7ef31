// What operators do while people work: an end, restarts in turn, changes of classes, a wrong setting. R41 to R44.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { binary } from '../../harness/built.mjs';
import { Balancer } from '../balancer.mjs';
import { Clock, fault, largest, percentile } from '../fault.mjs';
import { Fleet } from '../fleet.mjs';
import { keptRows } from '../kept-rows.mjs';
import { Workload } from '../workload.mjs';

fault('R43', 'fields, an index and classes are added while people work', 'no lock for more than a second, no error', async ({ fleet, chance, isLong }) => {
  const clock = new Clock();
  const work = new Workload(fleet, chance.branch());
  await work.start();
  await work.more(30);
  const calm = work.stalls.length;
  const times = [];
  const change = async (method, path, body) => {
    const began = performance.now();
    const { status, text } = await chance.pick(fleet.up).send(method, path, { key: 'master', body });
    assert.equal(status, 200, text);
    times.push(performance.now() - began);
  };
  const suffix = `${Date.now()}`;
  for (let round = 0; round < (isLong ? 10 : 3); round += 1) {
    await change('PUT', '/schemas/FaultEntry', { className: 'FaultEntry', fields: { [`added${suffix}${round}`]: { type: 'String' } } });
    await change('PUT', '/schemas/FaultEntry', { className: 'FaultEntry', indexes: { [`by${suffix}${round}`]: { [`added${suffix}${round}`]: 1 } } });
    await change('POST', `/schemas/Fault${suffix}${round}`, { className: `Fault${suffix}${round}`, fields: { n: { type: 'Number' } } });
    await change('PUT', '/schemas/FaultItem', { className: 'FaultItem', fields: { [`added${suffix}${round}`]: { type: 'Number' } } });
    await pause(200);
  }
  const changed = performance.now();
  await work.more(20);
  const recoveryMs = performance.now() - changed;
  const verdict = await work.verdict();
  fleet.look();
  clock.holds(largest(work.requests), 2000, 'a request');
  return { ...verdict, stallMs: largest(work.stalls.slice(calm)), recoveryMs, told: [`${times.length} changes, ${largest(times).toFixed(0)} ms at most; operations p99 ${percentile(work.stalls.slice(0, calm), 0.99).toFixed(0)} ms before and ${percentile(work.stalls.slice(calm), 0.99).toFixed(0)} ms during`] };
}, { form: 'long' });

const DELAY_S = 1;

/** Ends a node as an operator does; says when it stopped being ready, when it ended, and with what. */
async function ended(node) {
  const began = performance.now();
  let unreadyMs;
  const looks = (async () => {
    while (unreadyMs === undefined) {
      const status = await fetch(`${node.url}/ready`, { headers: { connection: 'close' } }).then(answer => answer.status, () => 0);
      if (status !== 200) unreadyMs = performance.now() - began;
      else await pause(10);
    }
  })();
  await node.end();
  const tookMs = performance.now() - began;
  await looks;
  return { unreadyMs, tookMs, code: node.exitCode };
}

/** Two nodes behind a balancer with people at work through them, while `restart(nodes, work)` restarts them in turn. */
async function restarted(fleet, chance, nodes, restart) {
  const clock = new Clock();
  const balancer = new Balancer(nodes, chance.branch());
  try {
    const work = new Workload(fleet.seenThrough([balancer]), chance.branch(), { audience: 6 });
    await work.start();
    await work.more(20, 30_000);
    const ends = [];
    for await (const node of restart(nodes)) {
      ends.push(await ended(node));
      await node.start();
      await work.more(10, 30_000);
      const back = performance.now();
      while (!balancer.ready.has(node)) {
        assert.ok(performance.now() - back < 15_000, 'a node that was started is not ready');
        await pause(20);
      }
    }
    const verdict = await work.verdict();
    const closings = work.audience.flatMap(one => one.closings);
    for (const node of nodes) node.look();
    assert.deepEqual(balancer.failed.slice(0, 3), [], 'a request failed through the balancer');
    assert.deepEqual([...new Set(ends.map(({ code }) => code))], [0]);
    clock.holds(largest(ends.map(({ unreadyMs }) => unreadyMs)), 500, 'becoming unready');
    clock.holds(largest(ends.map(({ tookMs }) => tookMs)), 25_000, 'an end');
    const told = [`not ready ${largest(ends.map(({ unreadyMs }) => unreadyMs)).toFixed(0)} ms after SIGTERM, ended with 0 after ${(largest(ends.map(({ tookMs }) => tookMs)) / 1000).toFixed(1)} s at most (of which ${DELAY_S} s is the delay)`, `no request failed; ${balancer.retried} were given to the other node; sockets were closed with ${[...new Set(closings)].join(', ') || 'nothing'}`];
    return { ...verdict, stallMs: largest(work.stalls), recoveryMs: largest(ends.map(({ tookMs }) => tookMs)), told };
  } finally {
    await balancer.close();
    for (const node of nodes) await node.kill();
  }
}

/** Guests of the fleet, restarted in turn so many times. */
async function restartedTimes({ fleet, chance }, rounds) {
  const nodes = await Promise.all([1, 2].map(() => fleet.guest({ SHUTDOWN_DELAY: DELAY_S })));
  for (const node of nodes) await node.start();
  return restarted(fleet, chance, nodes, function* (all) {
    for (let round = 0; round < rounds; round += 1) yield all[round % 2];
  });
}

fault('R41', 'a node behind a balancer is ended with SIGTERM under work', 'Parse Server closes its pools first and cuts what is under way; here nothing fails', stage => restartedTimes(stage, 1));

fault('R42', 'two nodes behind a balancer are restarted in turn under work', 'an upgrade without a failed request', stage => restartedTimes(stage, stage.isLong ? 20 : 4), { form: 'long' });

/** What a node writes about itself, and what the workload does to rows that are there already. */
const WORKED_ON = /^(_touchstone\.(node|lease|periodic|ledger_head|standing|rank|migration)|"_Session"|"FaultItem"|"PointsEntry")/;

fault('R45', 'two nodes of an older version are upgraded in turn under work', 'a rolling upgrade without a failed request, and every row as it was', async ({ chance }) => {
  const older = process.env.TOUCHSTONE_OLDER_BIN;
  assert.ok(older, 'TOUCHSTONE_OLDER_BIN names the binary of a version whose migrations this one has, and more');
  const fleet = await Fleet.open(20, { names: ['one', 'two'], settings: { SHUTDOWN_DELAY: DELAY_S }, file: older });
  try {
    await Workload.prepare(fleet);
    const migrations = async () => (await fleet.sql('select count(*)::int as count from _touchstone.migration'))[0].count;
    const [kept, before] = [await keptRows(fleet.sql), await migrations()];
    const outcome = await restarted(fleet, chance, fleet.nodes, function* (nodes) {
      for (const node of nodes) yield Object.assign(node, { file: binary() });
    });
    const added = (await migrations()) - before;
    assert.ok(added > 0, 'both versions have the same migrations, so that nothing was migrated under work');
    const changed = Object.fromEntries(Object.entries(await kept.changed()).filter(([table]) => !WORKED_ON.test(table)));
    assert.deepEqual(changed, {}, 'rows are not as they were');
    outcome.told.push(`${added} migrations under work; ${kept.count} rows of ${kept.tables} tables as before`);
    return outcome;
  } finally {
    await fleet.close();
  }
}, { form: 'upgrade', isAlone: true });

/** Starts a server with wrong settings, and says what it printed and how it ended; `end` stops one that waits. */
async function startedWith(node, settings, withinMs) {
  const environment = { ...node.environment };
  for (const [key, value] of Object.entries(settings)) {
    if (value === undefined) delete environment[`TOUCHSTONE_${key}`];
    else environment[`TOUCHSTONE_${key}`] = value;
  }
  const child = spawn(binary(), ['serve'], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', bytes => (said += bytes));
  const ended = Promise.withResolvers();
  child.on('close', ended.resolve);
  const code = await Promise.race([ended.promise, pause(withinMs).then(() => 'still waits')]);
  const isServing = code === 'still waits' && (await node.send('GET', '/classes/FaultItem', { key: 'master' }).then(({ status }) => status === 200, () => false));
  child.kill('SIGKILL');
  return { code, said, isServing };
}

fault('R44', 'wrong settings and a database that is not there', 'an end that is not 0 with a line that says what to do, or waiting; never half a service', async ({ fleet }) => {
  const node = await fleet.guest();
  const url = new URL(fleet.settings.DATABASE_URL);
  const elsewhere = Object.assign(new URL(url), { port: '1' }).href;
  const cases = {
    'no database there': [{ DATABASE_URL: elsewhere, DATABASE_WAIT: '2' }, /1\b.*refused|refused|reach/i],
    'a database that does not exist': [{ DATABASE_URL: url.href.replace(/[^/]+$/, 'nothing_is_here'), DATABASE_WAIT: '2' }, /does not exist/],
    'no application id': [{ APPLICATION_ID: undefined }, /application_id|APPLICATION_ID/],
    'a setting that cannot be': [{ MAX_IN_FLIGHT: 'many' }, /max_in_flight|MAX_IN_FLIGHT/],
  };
  const told = [];
  for (const [name, [settings, expected]] of Object.entries(cases)) {
    const began = performance.now();
    const { code, said, isServing } = await startedWith(node, settings, 8000);
    assert.equal(isServing, false, `${name}: it serves`);
    assert.ok(typeof code === 'number' && code !== 0, `${name}: it ended with ${code}: ${said.slice(-500)}`);
    assert.match(said, expected, name);
    told.push(`${name}: ${code} after ${((performance.now() - began) / 1000).toFixed(1)} s`);
  }
  return { acknowledged: 0, lost: 0, duplicated: 0, stallMs: 0, recoveryMs: 0, told: [told.join('; ')] };
}, { form: 'long' });
