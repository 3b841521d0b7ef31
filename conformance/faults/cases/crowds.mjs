// Many sockets at once: cut, killed under, not reading, and told much. R28 to R30, and a node killed amid its subscribers.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import WebSocket from 'ws';
import { KEYS } from '../../harness/configurations.mjs';
import { socketUrl } from '../../harness/live-socket.mjs';
import { Clock, fault, largest, percentile } from '../fault.mjs';
import { Subscriber, untilRight } from '../subscriber.mjs';

const CLASS = 'FaultCrowd';
const QUERIES = 100;
const ALL_BACK_WITHIN_MS = 60_000;

/** A crowd of subscribers of a hundred queries, and an object for each query; the same for all cases. */
async function crowd(stage) {
  const { fleet, chance, isLong } = stage;
  stage.crowd ??= (async () => {
    await fleet.classWith(CLASS, { n: 'Number', group: 'Number' });
    const objects = [];
    for (let group = 0; group < QUERIES; group += 1) objects.push((await fleet.operate('POST', `/classes/${CLASS}`, { n: 0, group })).objectId);
    const heard = { at: new Map() };
    const size = isLong ? 5000 : 2000;
    const members = Array.from({ length: size }, (_, index) => new Subscriber({
      nodes: () => fleet.up, chance: chance.branch(), className: CLASS, where: { group: index % QUERIES },
      // In the short form a quarter of them asks for its list, as an app does.
      keepsList: isLong || index % 4 === 0,
      onEvent: frame => heard.at.get(`${frame.object?.objectId}.${frame.object?.n}`)?.push(performance.now()),
    }));
    const began = performance.now();
    for (let from = 0; from < size; from += 250) await Promise.all(members.slice(from, from + 250).map(one => one.start()));
    return { members, objects, heard, connectedMs: performance.now() - began };
  })();
  return stage.crowd;
}

const keepers = ({ members }) => members.filter(({ keepsList }) => keepsList);

/** Asks again and again as one person does, until told to stop; gives the times. */
function prober(fleet, chance) {
  const times = [];
  let isOver = false;
  const work = (async () => {
    while (!isOver) {
      const who = chance.pick(fleet.people);
      const began = performance.now();
      const answer = await chance.pick(fleet.up).send('GET', `/classes/${CLASS}`, { token: who.token, query: { where: { group: chance.below(QUERIES) } } }).catch(() => undefined);
      if (answer?.status === 200) times.push(performance.now() - began);
      await pause(10);
    }
  })();
  return {
    times,
    stop: async () => {
      isOver = true;
      await work;
      return times;
    },
  };
}

/** Changes objects until told to stop. Every change is asked for once; gives how many were answered, and which may have been done. */
function changing(fleet, chance, objects) {
  const done = new Map(objects.map(id => [id, { sure: 0, unsure: 0 }]));
  const stalls = [];
  let isOver = false;
  const work = Promise.all(Array.from({ length: 3 }, async () => {
    const own = chance.branch();
    while (!isOver) {
      const id = own.pick(objects);
      const began = performance.now();
      const answer = await own.pick(fleet.up).send('PUT', `/classes/${CLASS}/${id}`, { key: 'master', body: { n: { __op: 'Increment', amount: 1 } } }).catch(() => undefined);
      if (answer?.status === 200) {
        done.get(id).sure += 1;
        stalls.push(performance.now() - began);
      } else done.get(id).unsure += 1;
      await pause(own.between(5, 30));
    }
  }));
  return {
    stalls,
    stop: async () => {
      isOver = true;
      await work;
      return done;
    },
  };
}

const valuesOf = async (fleet, objects) => {
  const rows = await fleet.sql(`select "objectId" as id, "n"::int as n from "${CLASS}" where "objectId" = any($1)`, [objects]);
  return new Map(rows.map(({ id, n }) => [id, n]));
};

function tally(before, after, done) {
  const result = { acknowledged: 0, lost: 0, duplicated: 0 };
  for (const [id, { sure, unsure }] of done) {
    const added = after.get(id) - before.get(id);
    result.acknowledged += sure;
    result.lost += Math.max(0, sure - added);
    result.duplicated += Math.max(0, added - sure - unsure);
  }
  return result;
}

/** Waits until all clients are back; says after how long the last one was. */
async function untilAllBack(members, clock) {
  const began = performance.now();
  while (!members.every(({ isReady }) => isReady)) {
    if (performance.now() - began > 2 * ALL_BACK_WITHIN_MS) assert.fail(`${members.filter(({ isReady }) => !isReady).length} of ${members.length} are not back; ${members.find(({ isReady }) => !isReady).problem}`);
    await pause(10);
  }
  const took = performance.now() - began;
  clock.holds(took, ALL_BACK_WITHIN_MS, 'until all were back');
  return took;
}

async function connections(fleet) {
  const [{ count }] = await fleet.sql(`select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name like 'touchstone%'`);
  return count;
}

fault('R30', 'much is written, of which each of a hundred queries hears its part', 'reliability tests of our own: p99 within 1 s', async stage => {
  const { fleet, chance, isLong } = stage;
  const clock = new Clock();
  const { members, objects, heard, connectedMs } = await crowd(stage);
  const expected = members.length / QUERIES;
  const answered = new Map();
  const perSecond = isLong ? 300 : 100;
  const count = perSecond * (isLong ? 30 : 4);
  const counters = new Map(objects.map(id => [id, 0]));
  const before = await valuesOf(fleet, objects);
  const began = performance.now();
  const writes = [];
  const stalls = [];
  for (let index = 0; index < count; index += 1) {
    const due = began + (index * 1000) / perSecond;
    if (due > performance.now()) await pause(due - performance.now());
    const id = objects[index % objects.length];
    counters.set(id, counters.get(id) + 1);
    const key = `${id}.${before.get(id) + counters.get(id)}`;
    heard.at.set(key, []);
    const asked = performance.now();
    writes.push(chance.pick(fleet.up).send('PUT', `/classes/${CLASS}/${id}`, { key: 'master', body: { n: { __op: 'Increment', amount: 1 } } }).then(({ status, body, text }) => {
      assert.equal(status, 200, text);
      answered.set(`${id}.${body.n}`, performance.now());
      stalls.push(performance.now() - asked);
    }));
  }
  await Promise.all(writes);
  const seconds = (performance.now() - began) / 1000;
  const due = count * expected;
  const total = () => [...heard.at.values()].reduce((sum, times) => sum + times.length, 0);
  const deadline = performance.now() + 10_000;
  while (total() < due && performance.now() < deadline) await pause(10);
  const recoveryMs = await untilRight(fleet, keepers({ members }), 5000);
  const delays = [...heard.at].flatMap(([key, times]) => times.map(at => at - answered.get(key)));
  let [lost, duplicated] = [0, 0];
  for (const times of heard.at.values()) {
    lost += Math.max(0, expected - times.length);
    duplicated += Math.max(0, times.length - expected);
  }
  heard.at.clear();
  const p99 = percentile(delays, 0.99);
  clock.holds(p99, 1000, 'the p99 of deliveries');
  fleet.look();
  const told = [
    `${members.length.toLocaleString('en')} sockets on three nodes (all there after ${(connectedMs / 1000).toFixed(1)} s), ${(count / seconds).toFixed(0)} writes/s, ${delays.length.toLocaleString('en')} messages`,
    `delivered after p50 ${percentile(delays, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
  ];
  return { acknowledged: count, lost, duplicated, stallMs: largest(stalls), recoveryMs, told };
});

fault('R28', 'every socket is cut at once', 'Slack fell when all clients came back at once: all back within 60 s, connections bounded, no second wave', async stage => {
  const { fleet, chance } = stage;
  const clock = new Clock();
  const joined = await crowd(stage);
  const { members, objects } = joined;
  const calm = prober(fleet, chance.branch());
  await pause(1000);
  const usual = percentile(await calm.stop(), 0.99);
  const before = await valuesOf(fleet, objects);
  const work = changing(fleet, chance.branch(), objects);
  const probed = prober(fleet, chance.branch());
  for (const one of members) one.cut();
  const closings = () => members.reduce((sum, one) => sum + one.closings.length, 0);
  await pause(0);
  let most = 0;
  const watch = setInterval(() => connections(fleet).then(count => (most = Math.max(most, count)), () => {}), 200);
  const recoveryMs = await untilAllBack(members, clock);
  clearInterval(watch);
  const during = percentile(await probed.stop(), 0.99);
  const done = await work.stop();
  const settled = closings();
  const rightMs = await untilRight(fleet, keepers(joined), 5000);
  assert.equal(closings(), settled, 'there was a second wave');
  assert.ok(most < 80, `${most} connections to the database`);
  fleet.look();
  const told = [
    `${members.length.toLocaleString('en')} sockets back after ${(recoveryMs / 1000).toFixed(1)} s, lists right ${rightMs.toFixed(0)} ms later, no second wave`,
    `requests p99 ${usual.toFixed(0)} ms before, ${during.toFixed(0)} ms during; at most ${most} connections to the database`,
  ];
  clock.holds(during, Math.max(2 * usual, 1000), 'requests during the storm');
  return { ...tally(before, await valuesOf(fleet, objects), done), stallMs: largest(work.stalls), recoveryMs, told };
});

fault('N2', 'a node killed with SIGKILL in the middle of its subscribers', 'Discord: clients reconnect elsewhere and resume', async stage => {
  const { fleet, chance } = stage;
  const clock = new Clock();
  const joined = await crowd(stage);
  const { members, objects } = joined;
  const before = await valuesOf(fleet, objects);
  const work = changing(fleet, chance.branch(), objects);
  const victim = chance.pick(fleet.nodes);
  const orphans = members.filter(({ node }) => node === victim);
  await victim.kill();
  await pause(0);
  const recoveryMs = await untilAllBack(members, clock);
  await pause(300);
  const done = await work.stop();
  const rightMs = await untilRight(fleet, keepers(joined), 5000);
  assert.deepEqual(members.flatMap(one => one.disorder).slice(0, 3), [], 'an event was older than one before it');
  await fleet.startMissing();
  fleet.look();
  const told = [`${orphans.length} of ${members.length.toLocaleString('en')} were on it; all back on the others after ${(recoveryMs / 1000).toFixed(1)} s, lists right ${rightMs.toFixed(0)} ms after the last write`];
  await Promise.all(members.map(one => one.stop()));
  stage.crowd = undefined;
  return { ...tally(before, await valuesOf(fleet, objects), done), stallMs: largest(work.stalls), recoveryMs, told };
});

/** How often the object changes that some do not read about. */
const WRITES_PER_SECOND = 50;

/** A socket that subscribes and then never reads again. */
async function stalled(node, className) {
  const ws = new WebSocket(socketUrl(node.url), { perMessageDeflate: false });
  ws.on('error', () => {});
  const state = { ws, closed: new Promise(resolve => ws.once('close', code => resolve(code))) };
  await new Promise((resolve, reject) => {
    ws.once('error', reject);
    ws.once('open', () => ws.send(JSON.stringify({ op: 'connect', applicationId: KEYS.appId })));
    ws.on('message', data => {
      const { op } = JSON.parse(data);
      if (op === 'connected') ws.send(JSON.stringify({ op: 'subscribe', requestId: 1, query: { className, where: {} } }));
      else if (op === 'subscribed') resolve();
      else if (op === 'error') reject(new Error(`${data}`));
    });
  });
  ws.pause();
  return state;
}

fault('R29', 'two hundred readers stop reading', 'Discord disconnects who does not read; at most 1 MiB is kept for a socket', async stage => {
  const { fleet, chance, isLong } = stage;
  const clock = new Clock();
  const className = await fleet.classWith('FaultStalled', { n: 'Number', text: 'String' });
  const { objectId } = await fleet.operate('POST', `/classes/${className}`, { n: 0, text: 'x'.repeat(4096) });
  const node = fleet.nodes[0];
  const answered = new Map();
  const heard = [];
  const readers = Array.from({ length: 20 }, () => new Subscriber({
    nodes: () => [node], chance: chance.branch(), className, onEvent: frame => heard.push([frame.object?.n, performance.now()]),
  }));
  await Promise.all(readers.map(one => one.start()));
  const slow = [];
  for (let group = 0; group < 4; group += 1) slow.push(...(await Promise.all(Array.from({ length: 50 }, () => stalled(node, className)))));
  const before = node.memory;
  let most = before;
  const stalls = [];
  const count = isLong ? 1000 : 120;
  const first = performance.now();
  for (let index = 0; index < count; index += 1) {
    await pause(Math.max(0, first + index * (1000 / WRITES_PER_SECOND) - performance.now()));
    const began = performance.now();
    const { n } = await fleet.operate('PUT', `/classes/${className}/${objectId}`, { n: { __op: 'Increment', amount: 1 } }, fleet.nodes[1]);
    answered.set(n, performance.now());
    stalls.push(performance.now() - began);
    most = Math.max(most, node.memory);
  }
  const last = performance.now();
  const recoveryMs = await untilRight(fleet, readers, 5000);
  for (const { ws } of slow) ws.resume();
  const deadline = pause(30_000, 'open');
  const codes = await Promise.all(slow.map(({ closed }) => Promise.race([closed, deadline])));
  const endedMs = performance.now() - last;
  const counted = Object.entries(Object.groupBy(codes, code => code)).map(([code, all]) => `${all.length} with ${code}`).join(', ');
  for (const { ws } of slow) ws.terminate();
  assert.ok(codes.every(code => [1013, 1006].includes(code)), `the slow ones were closed: ${counted}`);
  assert.deepEqual(readers.map(one => one.closings.length), readers.map(() => 0), 'a client that reads was closed');
  const delays = heard.filter(([n]) => answered.has(n)).map(([n, at]) => at - answered.get(n));
  await Promise.all(readers.map(one => one.stop()));
  const grown = Math.max(0, most - before);
  clock.holds(percentile(delays, 0.99), 500, 'the p99 of those who read');
  assert.ok(grown <= slow.length, `memory grew by ${grown.toFixed(0)} MiB for ${slow.length} sockets`);
  fleet.look();
  const expected = count * readers.length;
  const told = [`those who read: p99 ${percentile(delays, 0.99).toFixed(0)} ms; memory grew by ${(grown * 1024 / slow.length).toFixed(0)} KiB for each of 200; closed ${counted}, the last ${(endedMs / 1000).toFixed(1)} s after the last write`];
  const lost = Math.max(0, expected - heard.length);
  return { acknowledged: count, lost, duplicated: Math.max(0, heard.length - expected), stallMs: largest(stalls), recoveryMs, told };
});
