// People at work while something breaks, and the check that every answer they got is true.
//
// Every operation carries a request id and is asked for again until it is answered, as the app does. So each that was
// answered must be there once, and each that was refused must not be there at all.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Subscriber, untilRight } from './subscriber.mjs';

const [ENTRY, ITEM] = ['FaultEntry', 'FaultItem'];
const ITEMS = 24;
const GROUPS = 4;
/** Answers after which the outcome is unknown, or which ask to come again. */
const AGAIN = new Set([100, 124, 155]);

/** Whether a node takes the token for a session. One that is down does not. */
const takes = (node, token) => node.send('GET', '/users/me', { token }).then(({ status }) => status === 200, () => false);

export class Workload {
  #isOver = false;
  #work = [];
  /** What was asked for: `{kind, key, outcome, attempts}`. */
  history = [];
  /** The time of every request, and of every operation until it was answered. */
  requests = [];
  stalls = [];
  /** When operations were answered. */
  answeredAt = [];
  /** Milliseconds from the answer of a write to its event, for every subscriber. */
  delays = [];
  #answeredAt = new Map();
  #heardAt = [];

  static async prepare(fleet) {
    await fleet.classWith(ENTRY, { key: 'String' });
    await fleet.classWith(ITEM, { n: 'Number', group: 'Number' });
    const made = await Promise.all(Array.from({ length: ITEMS }, (_, index) => fleet.operate('POST', `/classes/${ITEM}`, { n: 0, group: index % GROUPS })));
    fleet.items = made.map(({ objectId }) => ({ id: objectId, done: 0 }));
  }

  constructor(fleet, chance, { writers = 6, audience = 12, patienceMs = 15_000 } = {}) {
    Object.assign(this, { fleet, chance, writers, patienceMs });
    this.audience = Array.from({ length: audience }, (_, index) => new Subscriber({
      nodes: () => fleet.up,
      chance: chance.branch(),
      className: ITEM,
      where: index % 2 ? { group: index % GROUPS } : {},
      token: chance.pick(fleet.people).token,
      onEvent: frame => frame.op !== 'error' && this.#heardAt.push([`${frame.object.objectId}.${frame.object.n}`, performance.now()]),
    }));
  }

  async start() {
    await Promise.all(this.audience.map(one => one.start()));
    this.#work = Array.from({ length: this.writers }, () => this.#write(this.chance.branch()).catch(error => (this.failure ??= error)));
  }

  async #write(chance) {
    const kinds = [this.#entry, this.#item, this.#item, this.#item, this.#award, this.#session, this.#rank];
    while (!this.#isOver) {
      await chance.pick(kinds).call(this, chance);
      await pause(chance.between(5, 25));
    }
  }

  /** Asks until there is an answer, each time another node; `isDone` knows the refusal of what was done before. */
  async #until(chance, kind, key, request, isDone = () => false) {
    const entry = { kind, key, outcome: 'unknown', attempts: 0 };
    this.history.push(entry);
    const began = performance.now();
    while (performance.now() - began < this.patienceMs) {
      const asked = performance.now();
      entry.attempts += 1;
      const node = chance.pick(this.fleet.up);
      const answer = await request(node).catch(error => ({ error }));
      this.requests.push(performance.now() - asked);
      if (answer.status < 300) {
        entry.outcome = 'acknowledged';
        this.stalls.push(performance.now() - began);
        this.answeredAt.push(performance.now());
        return answer;
      }
      if (answer.status && entry.attempts > 1 && isDone(answer)) {
        entry.outcome = 'acknowledged';
        return answer;
      }
      entry.text = answer.text ?? `${answer.error?.cause?.code ?? answer.error}`;
      if (answer.status && answer.status < 500 && !AGAIN.has(answer.body?.code)) {
        entry.outcome = 'refused';
        return undefined;
      }
      await pause(chance.between(20, 100));
    }
    return undefined;
  }

  #entry(chance) {
    const [key, who] = [randomUUID(), chance.pick(this.fleet.people)];
    const headers = { 'X-Parse-Request-Id': key };
    return this.#until(chance, 'entry', key, node => node.send('POST', `/classes/${ENTRY}`, { token: who.token, body: { key }, headers }));
  }

  async #item(chance) {
    const item = chance.pick(this.fleet.items);
    const headers = { 'X-Parse-Request-Id': randomUUID() };
    const body = { n: { __op: 'Increment', amount: 1 }, ...(chance.next() < 0.3 && { group: chance.below(GROUPS) }) };
    const answer = await this.#until(chance, 'item', item.id, node => node.send('PUT', `/classes/${ITEM}/${item.id}`, { key: 'master', body, headers }));
    if (answer) this.#answeredAt.set(`${item.id}.${answer.body.n}`, performance.now());
  }

  #award(chance) {
    const [key, who] = [randomUUID(), chance.pick(this.fleet.people)];
    const headers = { 'X-Parse-Request-Id': key };
    const body = { user: who.id, amount: 1 + chance.below(20), reason: `For a day of help, note ${key}.`, rule: 'manual' };
    return this.#until(chance, 'award', key, node => node.send('POST', '/functions/pointsAdjust', { token: this.fleet.keeper.token, body, headers }));
  }

  /** A session is opened, works on every node, and is over everywhere when it is ended. */
  async #session(chance) {
    const who = chance.pick(this.fleet.people);
    const opened = await this.#until(chance, 'session', who.id, node => node.send('POST', '/loginAs', { key: 'master', query: { userId: who.id } }));
    const token = opened?.body.sessionToken;
    if (!token) return;
    const used = await this.#until(chance, 'session', who.id, node => node.send('GET', '/users/me', { token }));
    assert.equal(used?.body.objectId, who.id, 'a session that was just opened does not work');
    // A session that is over cannot be ended again: that is the answer where the first one was lost.
    const ended = await this.#until(chance, 'session', token, node => node.send('POST', '/logout', { token, body: {} }), ({ body }) => body?.code === 209);
    if (!ended) {
      const { outcome, text } = this.history.findLast(({ key }) => key === token);
      assert.equal(outcome, 'unknown', `a session could not be ended: ${text}`);
      return;
    }
    const began = performance.now();
    for (const node of this.fleet.up) {
      // A node that hears nothing from the others believes what it cached for five seconds. What counts is when it was
      // asked: the answer of a busy machine may come much later.
      for (let asked = performance.now(); await takes(node, token); asked = performance.now()) {
        assert.ok(asked - began < 5000, `a session that ended works on node ${node.name} after 5 s`);
        await pause(10);
      }
    }
    this.longestLogout = Math.max(this.longestLogout ?? 0, performance.now() - began);
  }

  #rank(chance) {
    const who = chance.pick(this.fleet.people);
    return this.#until(chance, 'rank', who.id, node => node.send('POST', '/functions/myStanding', { token: who.token, body: {} }));
  }

  /** So many operations more must be answered before this returns. */
  async more(count, withinMs = 20_000) {
    const [target, deadline] = [this.stalls.length + count, performance.now() + withinMs];
    while (this.stalls.length < target) {
      if (this.failure) throw this.failure;
      if (performance.now() > deadline) throw new Error(`only ${this.stalls.length + count - target} of ${count} operations were answered within ${withinMs} ms`);
      await pause(10);
    }
  }

  /** Ends the work; what is under way is finished. */
  async stop() {
    this.#isOver = true;
    await Promise.all(this.#work);
    if (this.failure) throw this.failure;
  }

  /** What was kept of the operations; then the lists of the audience, and ranks, which are waited for. */
  async verdict(withinMs = 5000) {
    await this.stop();
    const began = performance.now();
    const kept = await this.#kept();
    const listsMs = await untilRight(this.fleet, this.audience, withinMs);
    await untilRanksAreRight(this.fleet, withinMs);
    const disorder = this.audience.flatMap(one => one.disorder);
    assert.deepEqual(disorder, [], 'an event was older than one before it');
    await Promise.all(this.audience.map(one => one.stop()));
    this.delays = this.#heardAt.filter(([key]) => this.#answeredAt.has(key)).map(([key, at]) => at - this.#answeredAt.get(key));
    return { ...kept, listsMs, rightMs: performance.now() - began };
  }

  async #kept() {
    const sql = (...asked) => this.fleet.sql(...asked);
    const outcomes = kind => this.history.filter(one => one.kind === kind);
    const entries = new Map((await sql(`select "key", count(*)::int as count from "${ENTRY}" group by 1`)).map(({ key, count }) => [key, count]));
    // What is a lot for one person in a day waits for a second administrator, which is an effect as well.
    const awards = new Map((await sql(`select substring(given.reason from '[0-9a-f-]{36}') as key, count(*)::int as count from (
      select "reason" as reason from "PointsEntry" union all select reason from _touchstone.pending_adjustment) given
      where given.reason like '%note%' group by 1`)).map(({ key, count }) => [key, count]));
    const tally = judged([...outcomes('entry').map(one => ({ ...one, count: entries.get(one.key) ?? 0 })), ...outcomes('award').map(one => ({ ...one, count: awards.get(one.key) ?? 0 }))]);
    const items = new Map((await sql(`select "objectId" as id, "n"::int as n from "${ITEM}"`)).map(({ id, n }) => [id, n]));
    for (const item of this.fleet.items) {
      const mine = outcomes('item').filter(({ key }) => key === item.id);
      const [sure, unsure] = ['acknowledged', 'unknown'].map(outcome => mine.filter(one => one.outcome === outcome).length);
      const added = items.get(item.id) - item.done;
      tally.lost += Math.max(0, sure - added);
      tally.duplicated += Math.max(0, added - sure - unsure);
      item.done = items.get(item.id);
    }
    const refused = this.history.filter(({ outcome }) => outcome === 'refused');
    assert.deepEqual(refused.slice(0, 3).map(({ kind, text }) => [kind, text]), [], 'something was refused');
    return { ...tally, acknowledged: this.history.filter(({ outcome }) => outcome === 'acknowledged').length, unknown: this.history.filter(({ outcome }) => outcome === 'unknown').length };
  }
}

/** Counts what contradicts its outcome: answered and not there, there twice, refused and there. */
export function judged(operations) {
  const tally = { lost: 0, duplicated: 0 };
  for (const { outcome, count } of operations) {
    if (outcome === 'acknowledged' && count === 0) tally.lost += 1;
    if (count > (outcome === 'refused' ? 0 : 1)) tally.duplicated += 1;
  }
  return tally;
}

/** Every node tells the ranks that the database tells; says after how long. */
export async function untilRanksAreRight(fleet, withinMs) {
  const began = performance.now();
  const truth = await fleet.sql(`select s."personId" as id, _touchstone.rank(s)::int as rank from "Standing" s where s."season" = 1 and s."eligible" order by 2 limit 10`);
  const asked = fleet.people.filter(({ id }) => truth.some(row => row.id === id));
  for (const node of fleet.up) {
    for (const who of asked) {
      for (;;) {
        const { body } = await node.send('POST', '/functions/myStanding', { token: who.token, body: {} }).catch(() => ({}));
        const [told, right] = [body?.result?.standing?.rank, truth.find(({ id }) => id === who.id).rank];
        if (told === right) break;
        if (performance.now() - began > withinMs) assert.fail(`node ${node.name} tells rank ${told} instead of ${right}`);
        await pause(50);
      }
    }
  }
  return performance.now() - began;
}
