// Breaks real parts under real work, and says what was acknowledged, lost, done twice, and for how long it stood.
//
//   node main.mjs                    the short form, as in CI
//   node main.mjs --long             all of them, longer, and with more sockets
//   node main.mjs --cluster          those that need three PostgreSQL servers under Patroni
//   node main.mjs R22 N1 --seed 7    some of them, with the choices of an earlier run
import assert from 'node:assert/strict';
import { parseArgs } from 'node:util';
import { dropAbandonedDatabases } from '../harness/database.mjs';
import { faults, isNamed } from './fault.mjs';
import { Fleet } from './fleet.mjs';
import { closeAll } from './open.mjs';
import { Chance } from './random.mjs';
import { difference } from './subscriber.mjs';
import { Workload, judged } from './workload.mjs';
import './cases/nodes.mjs';
import './cases/redis.mjs';
import './cases/final-state.mjs';
import './cases/crowds.mjs';
import './cases/once.mjs';
import './cases/ledger.mjs';
import './cases/append.mjs';
import './cases/durability.mjs';
import './cases/disk.mjs';
import './cases/overload.mjs';
import './cases/slow-database.mjs';
import './cases/time.mjs';
import './cases/deploy.mjs';
import './cases/planted.mjs';
import './cases/cluster.mjs';

const FAULT_WITHIN_MS = { short: 120_000, long: 600_000, cluster: 600_000, upgrade: 300_000 };

function asked() {
  const options = { long: { type: 'boolean', default: false }, cluster: { type: 'boolean', default: false }, seed: { type: 'string' } };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
  const forms = values.cluster ? ['cluster'] : ['short', ...(values.long ? ['long'] : [])];
  const chosen = faults().filter(({ id, form }) => (positionals.length ? positionals.some(typed => isNamed(id, typed)) : forms.includes(form)));
  if (chosen.length === 0) throw new Error(`no fault is named ${positionals}; there are ${faults().map(({ id }) => id).join(', ')}`);
  return { isLong: values.long, seed, chosen };
}

/** The checks are checked: what is planted here must be found, or a clean run would mean nothing. */
async function plantedIsFound() {
  const operations = [
    { outcome: 'acknowledged', count: 1 }, { outcome: 'acknowledged', count: 0 }, { outcome: 'acknowledged', count: 2 },
    { outcome: 'unknown', count: 0 }, { outcome: 'unknown', count: 1 }, { outcome: 'unknown', count: 2 }, { outcome: 'refused', count: 0 }, { outcome: 'refused', count: 1 },
  ];
  assert.deepEqual(judged(operations), { lost: 1, duplicated: 3 });
  const row = { objectId: 'a', n: 2, group: 0, updatedAt: 't' };
  const node = { send: async () => ({ status: 200, body: { results: [row] } }) };
  const shows = list => difference(node, { className: 'X', where: {}, list: new Map(list.map(one => [one.objectId, one])) });
  assert.equal(await shows([row]), undefined);
  for (const wrong of [[], [{ ...row, n: 1 }], [row, { ...row, objectId: 'b' }]]) assert.ok(await shows(wrong));
}

const number = value => value.toLocaleString('en');

function report({ id, title, promise }, { acknowledged, lost, duplicated, stallMs, recoveryMs, told }, seconds) {
  console.log(`ok      ${id} ${title} (${seconds.toFixed(1)} s)`);
  console.log(`        acknowledged ${number(acknowledged)}, lost ${lost}, duplicated ${duplicated}, longest stall ${stallMs.toFixed(0)} ms, recovery ${(recoveryMs / 1000).toFixed(2)} s`);
  for (const line of told) console.log(`        ${line}`);
  console.log(`        anchor: ${promise}`);
}

/** Whatever is open is closed when the run is cut short. */
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => closeAll().finally(() => process.exit(130)));

async function tried(fault, stage, sum) {
  const began = performance.now();
  const deadline = Promise.withResolvers();
  const timer = setTimeout(() => deadline.reject(new Error('it took too long')), FAULT_WITHIN_MS[stage.isLong ? 'long' : fault.form]);
  try {
    const result = await Promise.race([fault.run(stage), deadline.promise]);
    sum.lost += result.lost;
    sum.duplicated += result.duplicated;
    assert.deepEqual([result.lost, result.duplicated, result.unknown ?? 0], [0, 0, 0], 'lost, duplicated, never answered');
    report(fault, result, (performance.now() - began) / 1000);
    sum.passed += 1;
  } catch (error) {
    console.log(`FAILED  ${fault.id} ${fault.title}\n${error.stack}`);
    sum.failed += 1;
  } finally {
    clearTimeout(timer);
  }
}

/** Tries these on one fleet, one after the other. */
async function together(chosen, stage, seed, sum) {
  if (chosen.length === 0) return;
  const began = performance.now();
  const fleet = await Fleet.open(stage.isLong ? 200 : 30);
  try {
    await Workload.prepare(fleet);
    console.log(`three nodes, one database, a Redis behind a proxy: up after ${((performance.now() - began) / 1000).toFixed(1)} s`);
    stage.fleet = fleet;
    for (const fault of chosen) {
      stage.chance = Chance.of(seed, fault.id);
      await tried(fault, stage, sum);
      await fleet.startMissing();
    }
  } finally {
    fleet.keepsLogs = sum.failed > 0;
    if (sum.failed > 0) console.log(`logs are in ${fleet.folder}; the seed was ${seed}`);
    await fleet.close();
  }
}

async function main() {
  const { isLong, seed, chosen } = asked();
  const began = performance.now();
  await plantedIsFound();
  await dropAbandonedDatabases();
  console.log(`seed ${seed}, ${isLong ? 'long' : 'short'} form`);
  const sum = { passed: 0, failed: 0, lost: 0, duplicated: 0 };
  await together(chosen.filter(({ isAlone }) => !isAlone), { isLong, crowd: undefined }, seed, sum);
  for (const fault of chosen.filter(({ isAlone }) => isAlone)) await tried(fault, { isLong, chance: Chance.of(seed, fault.id) }, sum);
  await closeAll();
  console.log(`${((performance.now() - began) / 1000).toFixed(0)} s`);
  console.log(`${sum.passed} passed, ${sum.failed} failed`);
  console.log(`${sum.passed + sum.failed} faults, ${sum.lost} lost, ${sum.duplicated} duplicated`);
  return sum.failed === 0 ? 0 : 1;
}

const code = await main().catch(error => {
  console.error(error);
  return 1;
});
// A fault that failed may have left sockets open, which must not keep the run from ending.
process.exit(code);
