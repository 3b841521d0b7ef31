// Points under many hands: R18 and R21.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { give, submit } from '../../crash/commands.mjs';
import { Clock, fault, largest } from '../fault.mjs';
import { contradictions, soundInTheEnd } from '../promises.mjs';
import { judged } from '../workload.mjs';

const BANK = 'Jepsen bank: the total is conserved in every snapshot; deadlocks are retried and never shown to callers';
const AGAIN = new Set([100, 124]);

/** Reports to vote on, made once for a run. */
async function issues(stage) {
  const { fleet } = stage;
  stage.issues ??= (async () => {
    const { body } = await fleet.up[0].send('POST', '/functions/builds', { token: fleet.keeper.token, body: {} });
    const build = body.result.rows.find(({ channel }) => channel === 'web').id;
    const reports = fleet.people.slice(10, 14).map(who => submit(who, build));
    for (const report of reports) assert.equal(await give(fleet.up[0], report), 'done', report.text);
    return reports.map(({ answer }) => answer.result);
  })();
  return stage.issues;
}

/** People who give points, take them back and vote, all at once, until told to stop. */
class Bank {
  #isOver = false;
  history = [];
  stalls = [];
  entries = [];

  constructor(fleet, chance, voted) {
    Object.assign(this, { fleet, chance, voted });
  }

  start(clients, kinds) {
    this.work = Array.from({ length: clients }, () => this.#client(this.chance.branch(), kinds).catch(error => (this.failure ??= error)));
  }

  async #client(chance, kinds) {
    while (!this.#isOver) await this[chance.pick(kinds)](chance);
  }

  async #until(chance, kind, key, name, token, body) {
    const [one, began] = [{ kind, key, outcome: 'unknown' }, performance.now()];
    this.history.push(one);
    const headers = { 'X-Parse-Request-Id': randomUUID() };
    while (performance.now() - began < 20_000) {
      const node = chance.pick(this.fleet.up);
      const answer = node && (await node.send('POST', `/functions/${name}`, { token, body, headers }).catch(() => undefined));
      if (answer?.status === 200) {
        one.outcome = 'acknowledged';
        this.stalls.push(performance.now() - began);
        return answer.body.result;
      }
      one.text = answer?.text;
      if (answer && answer.status < 500 && !AGAIN.has(answer.body?.code)) {
        one.outcome = 'refused';
        return undefined;
      }
      await pause(chance.between(10, 60));
    }
    return undefined;
  }

  /** Ten people are given points by all users, so that all wait for the same rows. */
  async give(chance) {
    const [key, who] = [randomUUID(), this.fleet.people[chance.below(10)]];
    const body = { user: who.id, amount: 1, reason: `For a day of help, note ${key}.`, rule: 'manual' };
    await this.#until(chance, 'award', key, 'pointsAdjust', this.fleet.keeper.token, body);
  }

  async vote(chance) {
    const [issue, who] = [chance.pick(this.voted), chance.pick(this.fleet.people)];
    await this.#until(chance, 'vote', who.id, chance.next() < 0.5 ? 'issueVote' : 'issueUnvote', who.token, { number: issue.number });
  }

  /** Takes an entry back; one that has been reversed meanwhile is refused, and nothing happens. */
  async void(chance) {
    const entry = this.entries.splice(chance.below(this.entries.length), 1)[0];
    if (!entry) return this.give(chance);
    const body = { season: 1, seq: entry, reason: 'It was given by mistake in a test.' };
    return this.#until(chance, 'void', entry, 'pointsReverse', this.fleet.keeper.token, body);
  }

  async stop() {
    this.#isOver = true;
    await Promise.all(this.work);
    if (this.failure) throw this.failure;
  }

  /** What was kept: every gift is there once, every reversed entry is reversed once. */
  async tally() {
    const rows = await this.fleet.sql(`select substring(given.reason from '[0-9a-f-]{36}') as key, count(*)::int as count from (
      select "reason" as reason from "PointsEntry" where "reversalOf" is null union all select reason from _touchstone.pending_adjustment) given
      where given.reason like '%note%' group by 1`);
    const voids = await this.fleet.sql(`select "reversalOf"::int as key, count(*)::int as count from "PointsEntry" where "reversalOf" is not null group by 1`);
    const found = new Map([...rows, ...voids].map(({ key, count }) => [key, count]));
    const counted = this.history.filter(({ kind }) => kind !== 'vote').map(one => ({ ...one, count: found.get(one.key) ?? 0 }));
    const refused = this.history.filter(({ outcome }) => outcome === 'refused');
    assert.deepEqual(refused.slice(0, 3).map(({ kind, text }) => [kind, text]), [], 'something was refused');
    return { ...judged(counted), acknowledged: this.history.filter(({ outcome }) => outcome === 'acknowledged').length, unknown: this.history.filter(({ outcome }) => outcome === 'unknown').length };
  }
}

/** Looks at the promises again and again while others work; every look is one snapshot. */
async function watched(fleet, looks, withinMs) {
  const gap = withinMs / looks;
  for (let look = 0; look < looks; look += 1) {
    assert.deepEqual(await contradictions((...asked) => fleet.sql(...asked)), [], `in look ${look}`);
    await pause(gap);
  }
}

fault('R18', 'many hands on ten accounts and four issues at once', BANK, async stage => {
  const { fleet, chance, isLong } = stage;
  const clock = new Clock();
  const bank = new Bank(fleet, chance, await issues(stage));
  bank.start(isLong ? 64 : 24, ['give', 'give', 'vote']);
  await watched(fleet, isLong ? 100 : 10, isLong ? 120_000 : 4000);
  await bank.stop();
  const began = performance.now();
  await soundInTheEnd(fleet);
  const recoveryMs = performance.now() - began;
  clock.holds(largest(bank.stalls), 10_000, 'an operation');
  fleet.look();
  return { ...(await bank.tally()), stallMs: largest(bank.stalls), recoveryMs, told: [`${isLong ? 64 : 24} clients; balances, both chains, votes and keys looked at in ${isLong ? 100 : 10} snapshots while they worked and at the end: nothing contradicted`] };
});

fault('R21', 'entries are reversed while others are written', 'balances equal a recomputation of the ledger from zero', async stage => {
  const { fleet, chance, isLong } = stage;
  const bank = new Bank(fleet, chance, await issues(stage));
  bank.start(8, ['give']);
  const [wanted, began] = [isLong ? 1000 : 60, performance.now()];
  while (bank.stalls.length < wanted && performance.now() - began < 300_000) await pause(50);
  await bank.stop();
  const rows = await fleet.sql(`select e."seq"::int as seq from "PointsEntry" e where e."season" = 1 and e."kind" = 'adjustment' and e."reason" like '%note%'
    and not exists (select from "PointsEntry" r where r."season" = 1 and r."reversalOf" = e."seq") order by e."seq" desc limit $1`, [wanted]);
  const voiding = new Bank(fleet, chance.branch(), await issues(stage));
  voiding.entries = rows.map(({ seq }) => seq);
  voiding.start(12, ['void', 'void', 'give', 'vote']);
  while (voiding.entries.length > 0 && !voiding.failure) await pause(20);
  await voiding.stop();
  const verdict = await voiding.tally();
  const [{ count }] = await fleet.sql(`select count(*)::int as count from "PointsEntry" where "season" = 1 and "reversalOf" = any($1)`, [rows.map(({ seq }) => seq)]);
  assert.equal(count, rows.length);
  const healed = performance.now();
  await soundInTheEnd(fleet);
  return { ...verdict, stallMs: largest(voiding.stalls), recoveryMs: performance.now() - healed, told: [`${count} entries reversed once each, under ${verdict.acknowledged - count} other writes`] };
}, { form: 'long' });
