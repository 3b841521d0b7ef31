// A database that is slow, whose rows are held, and whose connections are all taken: R33 and R34.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { outcome } from '../../attack/answers.mjs';
import { Clock, fault, largest, percentile } from '../fault.mjs';
import { Proxy } from '../proxy.mjs';

/** Answers that say "later", or that it is not known. */
const LATER = /^(503\/100|503|400\/124)$/;

async function timed(request) {
  const began = performance.now();
  const answer = await request.catch(error => ({ status: 0, error }));
  return { ms: performance.now() - began, answer, shown: answer.status === 0 ? `no answer: ${answer.error.cause?.code ?? answer.error}` : answer.status < 300 ? 'done' : outcome(answer) };
}

const entry = (fleet, node, key) => node.send('POST', '/classes/FaultEntry', { token: fleet.people[0].token, body: { key }, headers: { 'X-Parse-Request-Id': key } });

/** What became of writes whose outcome is known: done once, refused never. */
async function tally(fleet, made) {
  const rows = await fleet.sql(`select "key", count(*)::int as count from "FaultEntry" where "key" = any($1) group by 1`, [made.map(({ key }) => key)]);
  const found = new Map(rows.map(({ key, count }) => [key, count]));
  const count = ({ key }) => found.get(key) ?? 0;
  const done = made.filter(({ shown }) => shown === 'done');
  return { acknowledged: done.length, lost: done.filter(one => count(one) === 0).length, duplicated: made.filter(one => count(one) > 1).length };
}

const summed = shown => Object.entries(Object.groupBy(shown, one => one)).map(([what, all]) => `${all.length} × ${what}`).join(', ');

fault('R33', 'the database is 500 ms away, then a table is held, while forty write at once', 'waiting has an end: 503 or 124, no queue without one, and quick again within 10 s', async ({ fleet, isLong }) => {
  const clock = new Clock();
  const url = new URL(fleet.settings.DATABASE_URL);
  const proxy = await Proxy.to(Number(url.port));
  url.port = proxy.port;
  const guest = await fleet.guest({ DATABASE_URL: url.href });
  const holder = new pg.Client({ connectionString: fleet.database.url });
  try {
    await guest.start();
    await holder.connect();
    const usual = largest((await Promise.all(Array.from({ length: 8 }, () => timed(entry(fleet, guest, randomUUID()))))).map(({ ms }) => ms));
    const wave = count => Promise.all(Array.from({ length: count }, async () => {
      const key = randomUUID();
      return { key, ...(await timed(entry(fleet, guest, key))) };
    }));
    proxy.delayMs = 250;
    const slow = (await Promise.all(Array.from({ length: isLong ? 4 : 1 }, () => wave(40)))).flat();
    proxy.heal();
    await holder.query('begin');
    await holder.query('lock table "FaultEntry" in access exclusive mode');
    const [held, others] = await Promise.all([wave(40), timed(fleet.up[0].send('GET', '/classes/FaultItem', { token: fleet.people[0].token, query: { limit: '1' } }))]);
    await holder.query('rollback');
    const healed = performance.now();
    let after;
    do after = largest((await Promise.all(Array.from({ length: 8 }, () => timed(entry(fleet, guest, randomUUID()))))).map(({ ms }) => ms));
    while (after > Math.max(usual * 2, 200) && performance.now() - healed < 15_000);
    const recoveryMs = performance.now() - healed;
    for (const { shown } of [...slow, ...held]) assert.ok(shown === 'done' || LATER.test(shown), shown);
    clock.holds(largest([...slow, ...held].map(({ ms }) => ms)), 16_000, 'an answer');
    clock.holds(recoveryMs, 10_000, 'recovery');
    assert.equal(others.shown, 'done', 'another node and another table');
    guest.look();
    return {
      ...(await tally(fleet, [...slow, ...held])), stallMs: largest([...slow, ...held].map(({ ms }) => ms)), recoveryMs,
      told: [`500 ms there and back: ${summed(slow.map(({ shown }) => shown))}, ${percentile(slow.map(({ ms }) => ms), 0.5).toFixed(0)} ms in the middle`, `table held: ${summed(held.map(({ shown }) => shown))}, ${largest(held.map(({ ms }) => ms)).toFixed(0)} ms at most; a read on another node ${others.ms.toFixed(0)} ms`],
    };
  } finally {
    await holder.end().catch(() => {});
    await guest.kill();
    proxy.close();
  }
}, { form: 'long' });

fault('R34', 'two hundred writes wait for one row, with every connection for transactions taken', 'health and sign-in keep a share; the others are asked to come again', async ({ fleet }) => {
  const clock = new Clock();
  const guest = await fleet.guest({ LOCK_TIMEOUT: 9000, STATEMENT_TIMEOUT: 9000 });
  const holder = new pg.Client({ connectionString: fleet.database.url });
  try {
    await guest.start();
    await holder.connect();
    const item = fleet.items[0];
    const increment = () => {
      const key = randomUUID();
      return timed(guest.send('PUT', `/classes/FaultItem/${item.id}`, { key: 'master', body: { n: { __op: 'Increment', amount: 1 } }, headers: { 'X-Parse-Request-Id': key } }));
    };
    await holder.query('begin');
    await holder.query('select 1 from "FaultItem" where "objectId" = $1 for update', [item.id]);
    const writes = Array.from({ length: 200 }, increment);
    await pause(500);
    const during = { health: [], signIn: [] };
    for (let look = 0; look < 5; look += 1) {
      during.health.push(await timed(fetch(`${guest.url}/health`)));
      const who = fleet.people[look];
      during.signIn.push(await timed(guest.send('POST', '/loginAs', { key: 'master', query: { userId: who.id } })));
      const { answer } = during.signIn.at(-1);
      if (answer.body?.sessionToken) during.signIn.push(await timed(guest.send('POST', '/logout', { token: answer.body.sessionToken, body: {} })));
    }
    // With the half second above, longer than the 5 seconds that a transaction waits for a connection.
    await pause(5000);
    await holder.query('rollback');
    const healed = performance.now();
    const outcomes = await Promise.all(writes);
    const recoveryMs = performance.now() - healed;
    for (const { shown } of outcomes) assert.ok(shown === 'done' || LATER.test(shown), shown);
    for (const { shown, ms } of [...during.health, ...during.signIn]) {
      assert.equal(shown, 'done', 'health or sign-in was turned away');
      clock.holds(ms, 1000, 'health or sign-in');
    }
    const [{ n }] = await fleet.sql(`select "n"::int as n from "FaultItem" where "objectId" = $1`, [item.id]);
    const done = outcomes.filter(({ shown }) => shown === 'done').length;
    const added = n - item.done;
    item.done = n;
    clock.holds(recoveryMs, 10_000, 'recovery');
    guest.look();
    return {
      acknowledged: done, lost: Math.max(0, done - added), duplicated: Math.max(0, added - 200), stallMs: largest(outcomes.map(({ ms }) => ms)), recoveryMs,
      told: [`the writes: ${summed(outcomes.map(({ shown }) => shown))}`, `meanwhile health ${largest(during.health.map(({ ms }) => ms)).toFixed(0)} ms, sign-in and out ${largest(during.signIn.map(({ ms }) => ms)).toFixed(0)} ms at most`],
    };
  } finally {
    await holder.end().catch(() => {});
    await guest.kill();
  }
}, { form: 'long' });
