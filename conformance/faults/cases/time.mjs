// Clocks that differ and jump: R40.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Clock, fault, largest } from '../fault.mjs';
import { Wallet } from '../wallet.mjs';

const LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';

/** A node whose machine's clock is off by so much; `shift` sets it while it runs. */
async function shifted(fleet, by) {
  const node = await fleet.guest();
  const file = join(fleet.folder, `${node.name}.time`);
  const shift = to => writeFileSync(file, `${to}\n`);
  shift(by);
  // Only the time of day: what measures how much time has passed is not set by any user.
  Object.assign(node.environment, { LD_PRELOAD: LIBRARY, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1', DONT_FAKE_MONOTONIC: '1' });
  await node.start();
  return Object.assign(node, { shift });
}

fault('R40', 'the clocks of two nodes are ten minutes apart, and one is set back by an hour', 'Jepsen clock nemesis: what is compared between nodes does not depend on their clocks', async ({ fleet, chance }) => {
  assert.ok(existsSync(LIBRARY), 'faketime is missing: run scripts/setup faults');
  const clock = new Clock();
  const nodes = await Promise.all([shifted(fleet, '+5m'), shifted(fleet, '-5m')]);
  const [ahead, behind] = nodes;
  const seen = { off: [], times: [], acknowledged: 0 };
  const keys = [];
  const save = async node => {
    const [key, began] = [randomUUID(), performance.now()];
    const { status, body, text } = await node.send('POST', '/classes/FaultEntry', { token: chance.pick(fleet.people).token, body: { key }, headers: { 'X-Parse-Request-Id': key } });
    assert.equal(status, 201, text);
    seen.times.push(performance.now() - began);
    seen.acknowledged += 1;
    keys.push(key);
    const [{ now }] = await fleet.sql('select now() as now');
    seen.off.push(Math.abs(new Date(body.createdAt) - now));
    return { key, body };
  };
  /** A session of one node works on the other, ends there, and is over on both. */
  const session = async (from, to) => {
    const { body } = await from.send('POST', '/loginAs', { key: 'master', query: { userId: chance.pick(fleet.people).id } });
    const token = body.sessionToken;
    assert.equal((await to.send('GET', '/users/me', { token })).status, 200, 'a session of another node');
    const [{ length }] = await fleet.sql(`select extract(epoch from max("expiresAt") - now()) as length from "_Session"`);
    assert.ok(length > 3600, 'a session that is over as soon as it begins');
    assert.equal((await to.send('POST', '/logout', { token, body: {} })).status, 200);
    seen.acknowledged += 2;
  };
  /** A text to sign from one node is good at the other, once. */
  const wallet = async (from, to) => {
    const proof = await new Wallet().proof(from);
    const first = await proof.signIn(to);
    assert.ok(first.status < 300, `a text of another node: ${first.text}`);
    const again = await proof.signIn(from);
    assert.ok(again.status >= 400, 'a text was good twice');
    seen.acknowledged += 1;
  };
  try {
    for (const [from, to] of [[ahead, behind], [behind, ahead]]) {
      await save(from);
      await session(from, to);
      await wallet(from, to);
    }
    const before = await save(ahead);
    ahead.shift('-55m');
    const stepped = performance.now();
    await save(ahead);
    await session(ahead, behind);
    await wallet(ahead, behind);
    const repeat = await ahead.send('POST', '/classes/FaultEntry', { token: fleet.people[0].token, body: { key: before.key }, headers: { 'X-Parse-Request-Id': randomUUID() } });
    assert.equal(repeat.status, 201);
    const standing = await ahead.send('POST', '/functions/myStanding', { token: fleet.people[0].token, body: {} });
    assert.equal(standing.status, 200, standing.text);
    const recoveryMs = performance.now() - stepped;
    ahead.shift('+26h');
    await save(ahead);
    await session(ahead, behind);
    for (const node of nodes) node.look();
    clock.holds(largest(seen.off), 3000, 'the time of an object, compared with the database,');
    const rows = await fleet.sql(`select "key", count(*)::int as count from "FaultEntry" where "key" = any($1) group by 1`, [keys]);
    return {
      acknowledged: seen.acknowledged, lost: keys.length - rows.length, duplicated: rows.filter(({ key, count }) => count > (key === before.key ? 2 : 1)).length, stallMs: largest(seen.times), recoveryMs,
      told: [`times of objects are ${largest(seen.off).toFixed(0)} ms from the database's at most, with clocks at +5 min, -5 min, set back an hour and on by a day`, 'sessions and texts to sign of one node count on the other; no text twice; no panic'],
    };
  } finally {
    for (const node of nodes) await node.kill();
  }
}, { form: 'long' });
