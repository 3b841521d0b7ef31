// A primary dies, freezes or is cut off, and another takes over, while people work: R2 to R7 and R19, by `--cluster`.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { Cluster, LEASE_MS } from '../cluster.mjs';
import { Clock, fault, largest } from '../fault.mjs';
import { Fleet } from '../fleet.mjs';
import { soundInTheEnd } from '../promises.mjs';
import { Workload } from '../workload.mjs';

const PATRONI = 'Patroni: in strict synchronous mode only a node that has every acknowledged commit is promoted';

/** One cluster and two Touchstone nodes on it, for all of these. */
let stage;
async function opened() {
  stage ??= (async () => {
    const began = performance.now();
    const cluster = await Cluster.open();
    const fleet = await Fleet.open(20, { names: ['one', 'two'], hasRedis: false, database: cluster.asDatabase() });
    await Workload.prepare(fleet);
    console.log(`three PostgreSQL under Patroni 4, etcd, HAProxy and two nodes: up after ${((performance.now() - began) / 1000).toFixed(1)} s`);
    return { cluster, fleet };
  })();
  return stage;
}

const gaps = times => times.slice(1).map((at, index) => at - times[index]);

/** Breaks something under work, waits until work goes on, fixes it, and waits until the cluster is whole again. */
async function broken(...what) {
  const works = [];
  try {
    return await tried(works, ...what);
  } finally {
    await Promise.all(works.map(work => work.stop().catch(() => {})));
  }
}

async function tried(works, chance, boundMs, breaks, repairs, during = async () => {}) {
  const { cluster, fleet } = await opened();
  const clock = new Clock();
  await cluster.startMissing();
  await cluster.untilWhole(120_000);
  const work = new Workload(fleet, chance, { audience: 4, patienceMs: 90_000 });
  works.push(work);
  await work.start();
  await work.more(60, 60_000);
  const [leader, second] = [await cluster.leader(), await cluster.synchronous()];
  const began = performance.now();
  const told = [];
  await breaks({ cluster, leader, second });
  const note = await during({ cluster, fleet, leader, second, work });
  if (note) told.push(note);
  await work.more(40, 90_000);
  const after = await cluster.leader();
  await repairs({ cluster, leader, second });
  const healedMs = await cluster.untilWhole(120_000);
  await work.more(40, 60_000);
  const verdict = await work.verdict(30_000);
  await soundInTheEnd(fleet);
  fleet.look();
  const stallMs = largest(gaps(work.answeredAt));
  clock.holds(stallMs, boundMs, 'the longest time without an answer');
  // One that was rewound may be starting still; two that take writes are never right.
  await cluster.until(async () => {
    const follows = await Promise.all([1, 2, 3].map(node => cluster.sql(node, 'select pg_is_in_recovery() as is').then(([{ is }]) => is, () => undefined)));
    assert.ok(follows.filter(is => is === false).length <= 1, 'two nodes take writes');
    return follows.filter(is => is === true).length === 2 && follows.includes(false);
  }, 60_000, 'one that takes writes and two that follow');
  told.unshift(`primary n${leader}${after === leader ? ' stayed' : `, then n${after}`}; whole again ${(healedMs / 1000).toFixed(1)} s after it was fixed; ${((performance.now() - began) / 1000).toFixed(0)} s in all`);
  return { ...verdict, stallMs, recoveryMs: stallMs, told };
}

const options = { form: 'cluster', isAlone: true };

fault('R2c', 'the postmaster of the primary killed with SIGKILL', `${PATRONI}; measured there: 3.5 s`, ({ chance }) =>
  broken(chance, 12_000, ({ cluster, leader }) => cluster.signal([cluster.postmaster(leader)], 'SIGKILL'), () => {}), options);

fault('R3', 'the machine of the primary is dead', `${PATRONI}; a lease of ${LEASE_MS / 1000} s must run out; measured there: 18.6 to 20.0 s`, ({ chance }) =>
  broken(chance, LEASE_MS + 10_000, ({ cluster, leader }) => cluster.killMachine(leader), ({ cluster, leader }) => cluster.startNode(leader)), options);

fault('R4', 'the machine of the primary is frozen for 28 s and wakes up', `${PATRONI}; Patroni before 3.0.3 lost up to 760 acknowledged writes here`, async ({ chance }) => {
  let frozen;
  return broken(chance, LEASE_MS + 10_000, ({ cluster, leader }) => {
    frozen = cluster.machine(leader);
    cluster.signal(frozen, 'SIGSTOP');
  }, ({ cluster }) => cluster.signal(frozen, 'SIGCONT'), async ({ cluster, leader }) => {
    const [began, took] = [performance.now(), await cluster.until(async () => ![undefined, leader].includes(await cluster.leader()), 60_000, 'a new primary')];
    await pause(Math.max(0, 28_000 - (performance.now() - began)));
    cluster.signal(frozen, 'SIGCONT');
    return `a new primary after ${(took / 1000).toFixed(1)} s; the old one woke up after 28 s`;
  });
}, options);

fault('R5', 'the primary is cut off from all nodes for 30 s', PATRONI, ({ chance }) =>
  broken(chance, LEASE_MS + 15_000, ({ cluster, leader }) => cluster.cut(leader), ({ cluster }) => cluster.heal(), async ({ cluster, leader }) => {
    const took = await cluster.until(async () => ![undefined, leader].includes(await cluster.leader()), 60_000, 'a new primary');
    await pause(Math.max(0, 30_000 - took));
    return `a new primary after ${(took / 1000).toFixed(1)} s`;
  }), options);

fault('R6', 'the synchronous replica dies, then both do', 'strict mode: without a second server nothing is acknowledged, and reading goes on', ({ chance }) => {
  let other;
  return broken(chance, 30_000, ({ cluster, second }) => cluster.killMachine(second), ({ cluster, second }) => {
    cluster.startNode(second);
    cluster.startNode(other);
  }, async ({ cluster, fleet, leader, second, work }) => {
    const killed = performance.now();
    await work.more(1, 30_000);
    await work.more(20, 60_000);
    const gapMs = largest(gaps(work.answeredAt.filter(at => at > killed - 1000)));
    other = [1, 2, 3].find(node => node !== leader && node !== second);
    cluster.killMachine(other);
    await pause(1000);
    const write = () => fleet.up[0].send('POST', '/classes/FaultEntry', { key: 'master', body: { key: 'unused-request-id' }, headers: { 'X-Parse-Request-Id': 'unused-request-id' } }).catch(() => ({ status: 0 }));
    const answers = [await write(), await write()];
    const read = await fleet.up[0].send('GET', '/classes/FaultItem', { key: 'master', query: { limit: '1' } });
    assert.ok(answers.every(({ status, body }) => [0, 500, 503].includes(status) || body?.code === 124), `a write without a second server was answered ${answers.map(({ status }) => status)}`);
    assert.equal(read.status, 200, 'reading goes on');
    cluster.startNode(other);
    const began = performance.now();
    await work.more(1, 60_000);
    return `one: ${(gapMs / 1000).toFixed(1)} s without an answer; both: writes were answered ${answers.map(({ status }) => status || 'not')}, reads went on; writes again ${((performance.now() - began) / 1000).toFixed(1)} s after one came back`;
  });
}, options);

fault('R7', 'one, two and all three etcd servers are killed', 'Patroni failsafe: while all database nodes see each other, writes go on', ({ chance }) =>
  broken(chance, 15_000, () => {}, () => {}, async ({ cluster, work }) => {
    const seen = [];
    for (const node of [1, 2, 3]) {
      cluster.killEtcd(node);
      const began = performance.now();
      await pause(8000);
      await work.more(10, 30_000);
      seen.push(`${node} gone: ${largest(gaps(work.answeredAt.filter(at => at > began - 500))).toFixed(0)} ms`);
    }
    for (const node of [1, 2, 3]) cluster.startEtcd(node);
    return `longest time without an answer with ${seen.join(', ')}`;
  }), options);

fault('R19', 'points are given while primaries are killed, frozen and replaced in turn', 'Jepsen bank, TigerBeetle: the ledger holds under every fault, at most 0.1 % unknown', async ({ chance, isLong }) => {
  const { cluster, fleet } = await opened();
  await cluster.startMissing();
  await cluster.untilWhole(120_000);
  const work = new Workload(fleet, chance, { audience: 2, writers: 8, patienceMs: 120_000 });
  await work.start();
  await work.more(60, 60_000);
  const did = [];
  for (let round = 0; round < (isLong ? 20 : 3); round += 1) {
    const leader = await cluster.leader();
    if (round % 3 === 1) {
      did.push('machine dead');
      cluster.killMachine(leader);
      await cluster.until(async () => ![undefined, leader].includes(await cluster.leader()), 60_000, 'a new primary');
      cluster.startNode(leader);
    } else {
      did.push('postmaster killed');
      cluster.signal([cluster.postmaster(leader)], 'SIGKILL');
      await pause(3000);
    }
    await work.more(30, 90_000);
    await cluster.untilWhole(120_000);
  }
  const verdict = await work.verdict(30_000);
  const began = performance.now();
  await soundInTheEnd(fleet);
  fleet.look();
  return { ...verdict, stallMs: largest(gaps(work.answeredAt)), recoveryMs: performance.now() - began, told: [`${did.join(', ')}; balances, chains and keys hold`] };
}, options);
