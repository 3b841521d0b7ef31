// Numbers are appended to lists that many write and read while nodes die: R20.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Clock, fault, largest } from '../fault.mjs';
import { anomalies } from '../history.mjs';

const CLASS = 'FaultList';
const LISTS = 5;
/** The class is made once for a run. */
let stageClass;

class Appenders {
  #isOver = false;
  #next = 0;
  /** `{ lists, values, outcome }` of every request that appends. */
  appends = [];
  /** `{ list, values }` of every read. */
  reads = [];
  stalls = [];

  constructor(fleet, chance, lists) {
    Object.assign(this, { fleet, chance, lists });
  }

  start(clients) {
    this.work = Array.from({ length: clients }, () => this.#client(this.chance.branch()).catch(error => (this.failure ??= error)));
  }

  async #client(chance) {
    while (!this.#isOver) {
      const roll = chance.next();
      if (roll < 0.35) await this.#read(chance);
      else if (roll < 0.75) await this.#append(chance);
      else await this.#appendTogether(chance);
      await pause(chance.between(1, 10));
    }
  }

  async #read(chance) {
    const list = chance.pick(this.lists);
    const answer = await chance.pick(this.fleet.up)?.send('GET', `/classes/${CLASS}/${list}`, { key: 'master' }).catch(() => undefined);
    if (answer?.status === 200) this.reads.push({ list, values: answer.body.values });
  }

  /** One number to one list, by a request that has an id and is repeated until it is answered. */
  async #append(chance) {
    const one = { lists: [chance.pick(this.lists)], values: [(this.#next += 1)], outcome: 'unknown' };
    this.appends.push(one);
    const headers = { 'X-Parse-Request-Id': randomUUID() };
    const body = { values: { __op: 'Add', objects: one.values } };
    const began = performance.now();
    while (one.outcome === 'unknown' && performance.now() - began < 15_000) {
      const answer = await chance.pick(this.fleet.up)?.send('PUT', `/classes/${CLASS}/${one.lists[0]}`, { key: 'master', body, headers }).catch(() => undefined);
      if (answer?.status === 200) {
        one.outcome = 'acknowledged';
        this.stalls.push(performance.now() - began);
      } else await pause(chance.between(10, 60));
    }
  }

  /** Two numbers to two lists in one transaction; a batch has no id, so what is not answered stays unknown. */
  async #appendTogether(chance) {
    const from = chance.below(this.lists.length);
    const lists = [this.lists[from], this.lists[(from + 1 + chance.below(this.lists.length - 1)) % this.lists.length]];
    const one = { lists, values: [(this.#next += 1), (this.#next += 1)], outcome: 'unknown' };
    this.appends.push(one);
    const requests = lists.map((list, index) => ({ method: 'PUT', path: `/parse/classes/${CLASS}/${list}`, body: { values: { __op: 'Add', objects: [one.values[index]] } } }));
    const began = performance.now();
    const answer = await chance.pick(this.fleet.up)?.send('POST', '/batch', { key: 'master', body: { transaction: true, requests } }).catch(() => undefined);
    if (answer?.status === 200) {
      one.outcome = 'acknowledged';
      this.stalls.push(performance.now() - began);
    } else if (answer && answer.status < 500 && answer.body?.code !== 100) one.outcome = 'refused';
  }

  async stop() {
    this.#isOver = true;
    await Promise.all(this.work);
    if (this.failure) throw this.failure;
  }
}

fault('R20', 'numbers appended to five lists, singly and two in a transaction, while nodes are killed', 'Elle list-append: nothing lost or twice, every read is a beginning of the list, no cycle', async ({ fleet, chance, isLong }) => {
  const clock = new Clock();
  stageClass ??= fleet.classWith(CLASS, { values: 'Array' });
  await stageClass;
  const made = [];
  for (let list = 0; list < LISTS; list += 1) made.push((await fleet.operate('POST', `/classes/${CLASS}`, { values: [] })).objectId);
  const work = new Appenders(fleet, chance.branch(), made);
  work.start(10);
  const recoveries = [];
  for (let kill = 0; kill < (isLong ? 12 : 2); kill += 1) {
    await pause(isLong ? chance.between(2000, 6000) : 1200);
    const node = chance.pick(fleet.nodes);
    await node.kill();
    await pause(isLong ? 500 : 200);
    const began = performance.now();
    await node.start();
    recoveries.push(performance.now() - began);
  }
  await pause(500);
  await work.stop();
  const rows = await fleet.sql(`select "objectId" as id, "values" as values from "${CLASS}" where "objectId" = any($1)`, [made]);
  const final = new Map(rows.map(({ id, values }) => [id, values]));
  const { lost, duplicated, problems, counts } = anomalies(final, work.appends, work.reads);
  assert.deepEqual(problems.slice(0, 5), []);
  clock.holds(largest(recoveries), 10_000, 'a node that was killed');
  const acknowledged = work.appends.filter(({ outcome }) => outcome === 'acknowledged').length;
  const told = [`${counts.appended} numbers by ${work.appends.length} requests (${counts.unknown} of unknown outcome, ${counts.unknownDone} of them done), ${work.reads.length} reads, ${counts.edges} edges without a cycle`];
  return { acknowledged, lost, duplicated, stallMs: largest(work.stalls), recoveryMs: largest(recoveries), told };
});
