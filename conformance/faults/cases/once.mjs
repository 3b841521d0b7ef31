// A request is done once, however often it is sent: R12 to R17.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { accept, give, submit, tracesOf } from '../../crash/commands.mjs';
import { fresh } from '../../harness/names.mjs';
import { Clock, fault, largest } from '../fault.mjs';
import { LossyProxy } from '../lossy.mjs';
import { Proxy } from '../proxy.mjs';
import { Wallet } from '../wallet.mjs';
import { Workload } from '../workload.mjs';

const STRIPE = 'Stripe: repeating a request with its key has one effect and brings the first answer';
const ENTRY = 'FaultEntry';

/** How often entries with these keys are there. */
async function counted(fleet, keys) {
  const rows = await fleet.sql(`select "key", count(*)::int as count from "${ENTRY}" where "key" = any($1) group by 1`, [keys]);
  const found = new Map(rows.map(({ key, count }) => [key, count]));
  return keys.map(key => found.get(key) ?? 0);
}

const entry = (node, key, id, who, body = { key }) =>
  node.send('POST', `/classes/${ENTRY}`, { token: who.token, body, headers: { 'X-Parse-Request-Id': id } });

fault('R12', 'every fifth answer to a write is lost after its commit, and the client asks again', STRIPE, async ({ fleet, chance, isLong }) => {
  const clock = new Clock();
  const proxies = await Promise.all(fleet.up.map(node => LossyProxy.to(node, chance.branch())));
  try {
    const work = new Workload(fleet.seenThrough(proxies), chance.branch(), { writers: 8, audience: 0 });
    for (const proxy of proxies) proxy.share = 0.2;
    await work.start();
    await work.more(isLong ? 3000 : 150, isLong ? 300_000 : 30_000);
    for (const proxy of proxies) proxy.share = 0;
    const healed = performance.now();
    const verdict = await work.verdict();
    const recoveryMs = performance.now() - healed;
    const answers = new Map();
    for (const proxy of proxies) for (const [id, said] of proxy.answers) answers.set(id, [...(answers.get(id) ?? []), ...said]);
    const repeated = [...answers.values()].filter(said => said.length > 1);
    for (const [first, ...others] of repeated) for (const other of others) assert.equal(other, first, 'a repeat was answered otherwise');
    const lost = proxies.reduce((sum, proxy) => sum + proxy.lost, 0);
    assert.ok(repeated.length >= lost * 0.5 && repeated.length > 0, 'too few answers were lost for this to say anything');
    clock.holds(largest(work.stalls), 10_000, 'an operation');
    return { ...verdict, stallMs: largest(work.stalls), recoveryMs, told: [`${lost} answers were lost; ${repeated.length} requests were sent more than once, at any node, and got the first answer each time`] };
  } finally {
    for (const proxy of proxies) proxy.close();
  }
});

fault('R13', 'the server is killed when PostgreSQL has committed and before it knows', STRIPE, async ({ fleet, chance, isLong }) => {
  const clock = new Clock();
  const proxy = await Proxy.to(Number(new URL(fleet.settings.DATABASE_URL).port));
  const url = new URL(fleet.settings.DATABASE_URL);
  url.port = proxy.port;
  const guest = await fleet.guest({ DATABASE_URL: url.href });
  const seen = { acknowledged: 0, between: 0, stalls: [], recoveries: [], lost: 0, duplicated: 0 };
  try {
    for (let round = 0; round < (isLong ? 20 : 2); round += 1) {
      await guest.start();
      const operations = Array.from({ length: 12 }, () => ({ key: randomUUID(), id: randomUUID(), who: chance.pick(fleet.people) }));
      const keys = operations.map(({ key }) => key);
      proxy.swallows = bytes => bytes.includes('COMMIT\0');
      const first = operations.map(one => entry(guest, one.key, one.id, one.who).then(answer => (one.answer = answer), () => {}));
      while (!(await counted(fleet, keys)).includes(1)) await pause(5);
      await guest.kill();
      proxy.swallows = () => false;
      await Promise.all(first);
      const between = (await counted(fleet, keys)).map((count, index) => count === 1 && !operations[index].answer);
      seen.between += between.filter(Boolean).length;
      const began = performance.now();
      // Half of them ask a node that never heard of it, half the one that comes back.
      await guest.start();
      seen.recoveries.push(performance.now() - began);
      await Promise.all(operations.map(async (one, index) => {
        const asked = performance.now();
        one.answer = await entry(index % 2 ? guest : chance.pick(fleet.up), one.key, one.id, one.who);
        seen.stalls.push(performance.now() - asked);
        assert.equal(one.answer.status, 201, one.answer.text);
      }));
      const rows = await fleet.sql(`select "key", "objectId" as id from "${ENTRY}" where "key" = any($1)`, [keys]);
      for (const { key, answer } of operations) {
        const mine = rows.filter(row => row.key === key);
        seen.acknowledged += 1;
        if (mine.length === 0) seen.lost += 1;
        if (mine.length > 1) seen.duplicated += 1;
        assert.equal(mine[0]?.id, answer.body.objectId, 'the answer is not that of what stands');
      }
      await guest.kill();
    }
  } finally {
    await guest.kill();
    proxy.close();
  }
  assert.ok(seen.between > 0, 'nothing was caught between commit and answer');
  clock.holds(largest(seen.recoveries), 10_000, 'a start');
  const { acknowledged, lost, duplicated, between } = seen;
  return { acknowledged, lost, duplicated, stallMs: largest(seen.stalls), recoveryMs: largest(seen.recoveries), told: [`${between} requests were in the database unanswered when the server died; asked again, each got the answer of what stood`] };
});

fault('R14', 'the same id with another body, by another user, on another path', 'Stripe: the same key with other parameters is an error; parse-server answers 159 to every repeat', async ({ fleet, chance }) => {
  const [one, two] = [fleet.people[0], fleet.people[1]];
  const [id, keys] = [randomUUID(), Array.from({ length: 3 }, () => randomUUID())];
  const node = () => chance.pick(fleet.up);
  const began = performance.now();
  assert.equal((await entry(node(), keys[0], id, one)).status, 201);
  const other = await entry(node(), keys[1], id, one);
  assert.deepEqual([other.status, other.body.code], [400, 159], other.text);
  assert.equal((await entry(node(), keys[2], id, two)).status, 201, 'another user');
  const elsewhere = await node().send('POST', '/functions/myStanding', { token: one.token, body: {}, headers: { 'X-Parse-Request-Id': id } });
  assert.equal(elsewhere.status, 200, 'another path');
  assert.deepEqual(await counted(fleet, keys), [1, 0, 1]);
  return { acknowledged: 3, lost: 0, duplicated: 0, stallMs: performance.now() - began, recoveryMs: 0, told: ['another body 400/159 and nothing done; another user and another path are requests of their own'] };
});

fault('R15', 'the same request twice at the same time, on two nodes', STRIPE, async ({ fleet, chance, isLong }) => {
  const clock = new Clock();
  const pairs = Array.from({ length: isLong ? 500 : 50 }, () => ({ key: randomUUID(), id: randomUUID(), who: chance.pick(fleet.people) }));
  const times = [];
  let refused = 0;
  await Promise.all(pairs.map(async pair => {
    const answers = await Promise.all(fleet.up.slice(0, 2).map(async node => {
      const began = performance.now();
      const answer = await entry(node, pair.key, pair.id, pair.who);
      times.push(performance.now() - began);
      return answer;
    }));
    const done = answers.filter(({ status }) => status === 201);
    for (const { status, body, text } of answers) assert.ok(status === 201 || body?.code === 159, text);
    assert.ok(done.length > 0, 'neither was done');
    if (done.length === 2) assert.equal(done[0].text, done[1].text);
    refused += answers.length - done.length;
  }));
  const counts = await counted(fleet, pairs.map(({ key }) => key));
  clock.holds(largest(times), 5000, 'one of a pair');
  return { acknowledged: pairs.length, lost: counts.filter(count => count === 0).length, duplicated: counts.filter(count => count > 1).length, stallMs: largest(times), recoveryMs: 0, told: [`${pairs.length} pairs: ${pairs.length - refused} got one answer twice, of ${refused} the second was sent 159 without effect`] };
});

fault('R16', 'an id is repeated after almost a day, and after more than one', 'Stripe: keys live at least 24 hours', async ({ fleet }) => {
  const [key, id, who] = [randomUUID(), randomUUID(), fleet.people[0]];
  const ask = () => entry(fleet.up[0], key, id, who);
  const began = performance.now();
  const first = await ask();
  const pass = hours => fleet.sql(`update _touchstone.answered_request set expires_at = expires_at - $1 * interval '1 hour' where expires_at > now() + interval '1 hour'`, [hours]);
  const [{ hours }] = await fleet.sql(`select extract(epoch from max(expires_at) - now()) / 3600 as hours from _touchstone.answered_request`);
  assert.ok(hours > 23.9, `an id is remembered for ${Number(hours).toFixed(2)} hours`);
  await pass(22.9);
  assert.equal((await ask()).text, first.text, 'after 22.9 hours');
  await fleet.sql(`update _touchstone.answered_request set expires_at = expires_at - interval '2 hours'`);
  const healed = performance.now();
  let left = 1;
  while (left > 0 && performance.now() - healed < 15_000) {
    [{ left }] = await fleet.sql(`select count(*)::int as left from _touchstone.answered_request where expires_at < now() - interval '1 minute'`);
    await pause(100);
  }
  assert.equal(left, 0, 'ids that are over are not forgotten');
  const recoveryMs = performance.now() - healed;
  assert.notEqual((await ask()).body.objectId, first.body.objectId);
  return { acknowledged: 2, lost: 0, duplicated: 0, stallMs: healed - began, recoveryMs, told: [`an id is remembered for ${Number(hours).toFixed(1)} hours; those that are over were swept within ${(recoveryMs / 1000).toFixed(1)} s`] };
}, { form: 'long' });

/** The same click so many times at once, at all nodes; without ids, as from so many tabs. */
async function clicks(fleet, count, request) {
  const answers = await Promise.all(Array.from({ length: count }, (_, index) => request(fleet.up[index % fleet.up.length])));
  const shown = answers.map(({ status, body }) => (status < 300 ? 'done' : `${status}/${body?.code}`));
  return { answers, shown: Object.entries(Object.groupBy(shown, one => one)).map(([what, all]) => `${all.length} × ${what}`).join(', '), refused: shown.filter(one => one !== 'done') };
}

fault('R17', 'twenty clicks at once on a vote, a decision that pays, a name and a wallet', 'one effect; the rest the same result or 137, 202, 208', async stage => {
  const { fleet } = stage;
  const clock = new Clock();
  const [reporter, voter] = [fleet.people.at(-1), fleet.people[0]];
  const { body: builds } = await fleet.up[0].send('POST', '/functions/builds', { token: fleet.keeper.token, body: {} });
  const report = submit(reporter, builds.result.rows.find(({ channel }) => channel === 'web').id);
  assert.equal(await give({ send: fleet.up[0].send }, report), 'done', report.text);
  const issue = report.answer.result;
  const began = performance.now();
  const vote = await clicks(fleet, 20, node => node.send('POST', '/functions/issueVote', { token: voter.token, body: { number: issue.number } }));
  const decision = accept(fleet.keeper, issue);
  const award = await clicks(fleet, 20, node => node.send('POST', '/functions/issueAccept', { token: fleet.keeper.token, body: decision.params }));
  const name = fresh('click-');
  const signUp = await clicks(fleet, 20, node => node.send('POST', '/users', { body: { username: name, password: 'correct horse battery' } }));
  const wallet = new Wallet();
  const proofs = await Promise.all(Array.from({ length: 20 }, (_, index) => wallet.proof(fleet.up[index % fleet.up.length])));
  const byWallet = await clicks(fleet, 20, node => proofs.pop().signIn(node));
  const stallMs = performance.now() - began;
  const [votes] = await fleet.sql(`select count(*)::int as count from "Vote" where "issue" = $1 and "user" = $2`, [issue.id, voter.id]);
  const [names] = await fleet.sql(`select count(*)::int as count from "_User" where "username" = $1`, [name]);
  const traces = await tracesOf({ sql: (...asked) => fleet.sql(...asked) }, decision);
  const holders = new Set(byWallet.answers.filter(({ status }) => status < 300).map(({ body }) => body.objectId));
  const counts = [votes.count, names.count, traces.paid, traces.confirmed, holders.size];
  for (const { refused } of [vote, award, signUp, byWallet]) for (const one of refused) assert.match(one, /^(400\/(101|119|124|137|142|159|202|208)|404\/101|429\/155|503\/100)$/);
  clock.holds(stallMs, 20_000, 'eighty clicks');
  const told = [`vote: ${vote.shown}`, `decision: ${award.shown}`, `name: ${signUp.shown}`, `wallet: ${byWallet.shown}; one account`];
  return { acknowledged: 80, lost: counts.filter(count => count === 0).length, duplicated: counts.filter(count => count > 1).length, stallMs, recoveryMs: 0, told };
});
