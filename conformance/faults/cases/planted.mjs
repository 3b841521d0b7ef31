// Bugs are planted, one at a time, and must be caught by the check that is meant for them: R52.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { fault } from '../fault.mjs';
import { anomalies } from '../history.mjs';
import { LossyProxy } from '../lossy.mjs';
import { contradictions } from '../promises.mjs';
import { Workload, judged } from '../workload.mjs';

/** Histories that contain a fault, and what must be said of them. */
const HISTORIES = {
  'an append that was acknowledged and is gone': [{ a: [1] }, [['a', 1, 'acknowledged'], ['a', 2, 'acknowledged']], [], found => found.lost === 1],
  'an append done twice': [{ a: [1, 1] }, [['a', 1, 'acknowledged']], [], found => found.duplicated === 1],
  'an append that was refused and is there': [{ a: [1] }, [['a', 1, 'refused']], [], found => found.duplicated === 1],
  'half of a transaction': [{ a: [1], b: [] }, [['a', 1, 'unknown', 'b', 2]], [], found => found.problems.some(problem => problem.startsWith('half'))],
  'a read of what was undone': [{ a: [1, 2] }, [['a', 1, 'acknowledged'], ['a', 2, 'acknowledged']], [['a', [1, 3]]], found => found.problems.some(problem => problem.includes('no beginning'))],
  'two transactions before each other': [{ a: [1, 3], b: [4, 2] }, [['a', 1, 'acknowledged', 'b', 2], ['a', 3, 'acknowledged', 'b', 4]], [], found => found.problems.some(problem => problem.includes('before each other'))],
};

function ofHistory([final, appends, reads]) {
  const made = appends.map(([list, value, outcome, other, second]) => ({ lists: other ? [list, other] : [list], values: other ? [value, second] : [value], outcome }));
  return anomalies(new Map(Object.entries(final)), made, reads.map(([list, values]) => ({ list, values })));
}

/** Damage to the tables, each undone again, and what the look at the promises must say. */
const DAMAGE = {
  'a total that is not its entries': [`update "Standing" set "total" = "total" + 1 where "objectId" = (select "objectId" from "Standing" limit 1)`, 'I1'],
  'an entry that was removed': [`delete from "PointsEntry" where "season" = 1 and "seq" = (select max("seq") - 1 from "PointsEntry" where "season" = 1)`, 'I2'],
  'an entry that was changed and sealed again': [`update "PointsEntry" set "hash" = 'x' where "season" = 1 and "seq" = 1`, 'I2'],
};

/** Bugs of a server, made by triggers in its database, and the work that must notice. */
const LOSES = ['returns trigger language plpgsql as $$ begin if random() < 0.2 then return null; end if; return new; end $$', 'before insert on "FaultEntry"'];
const DOUBLES = [`returns trigger language plpgsql as $$ begin if random() < 0.2 and pg_trigger_depth() = 1 then
    insert into "FaultEntry" select (jsonb_populate_record(null::"FaultEntry", to_jsonb(new) || jsonb_build_object('objectId', substr(md5(random()::text), 1, 10)))).*; end if; return new; end $$`, 'after insert on "FaultEntry"'];
const FORGETS = ['returns trigger language plpgsql as $$ begin return null; end $$', 'before insert on _touchstone.answered_request'];

async function withBug(fleet, [body, when], work) {
  await fleet.sql(`create function planted() ${body}`);
  await fleet.sql(`create trigger planted ${when} for each row execute function planted()`);
  try {
    return await work();
  } finally {
    await fleet.sql('drop function planted() cascade');
  }
}

/** Entries, each asked for until it is answered; how many are gone, and how many are there twice. */
async function entries(fleet, nodes, count) {
  const keys = Array.from({ length: count }, () => randomUUID());
  for (const key of keys) {
    const ask = () => nodes[0].send('POST', '/classes/FaultEntry', { token: fleet.people[0].token, body: { key }, headers: { 'X-Parse-Request-Id': key } }).catch(() => ({ status: 0 }));
    let answer = await ask();
    for (let again = 0; again < 20 && answer.status !== 201; again += 1) answer = await ask();
  }
  const rows = await fleet.sql(`select "key", count(*)::int as count from "FaultEntry" where "key" = any($1) group by 1`, [keys]);
  const found = new Map(rows.map(({ key, count: there }) => [key, there]));
  return judged(keys.map(key => ({ outcome: 'acknowledged', count: found.get(key) ?? 0 })));
}

fault('R52', 'bugs are planted, one at a time', 'Antithesis: a check that never failed proves nothing', async ({ fleet, chance }) => {
  const began = performance.now();
  const caught = [];
  for (const [name, history] of Object.entries(HISTORIES)) {
    assert.ok(history[3](ofHistory(history)), `not caught: ${name}`);
    caught.push(name);
  }
  const work = new Workload(fleet, chance.branch(), { audience: 0 });
  await work.start();
  await work.more(40);
  await work.verdict();
  const client = new pg.Client({ connectionString: fleet.database.url });
  await client.connect();
  try {
    for (const [name, [damage, expected]] of Object.entries(DAMAGE)) {
      await client.query('begin');
      await client.query('set local session_replication_role = replica');
      await client.query(damage);
      const found = await contradictions(async text => (await client.query(text)).rows);
      await client.query('rollback');
      assert.ok(found.some(one => one.startsWith(expected)), `not caught: ${name}: ${found}`);
      caught.push(name);
    }
  } finally {
    await client.end();
  }
  assert.deepEqual(await contradictions((...asked) => fleet.sql(...asked)), []);
  const lost = await withBug(fleet, LOSES, () => entries(fleet, fleet.up, 40));
  assert.ok(lost.lost > 0, 'not caught: a write that is answered and not done');
  const doubled = await withBug(fleet, DOUBLES, () => entries(fleet, fleet.up, 40));
  assert.ok(doubled.duplicated > 0, 'not caught: a write that is done twice');
  const proxy = await LossyProxy.to(fleet.up[0], chance.branch());
  proxy.share = 0.3;
  try {
    const { lost: without } = await entries(fleet, [proxy], 20);
    assert.equal(without, 0, 'without a bug nothing is lost');
    const repeated = await withBug(fleet, FORGETS, () => entries(fleet, [proxy], 30)).catch(error => error);
    assert.ok(repeated.lost > 0 || repeated.duplicated > 0 || repeated instanceof Error, 'not caught: ids that are forgotten');
  } finally {
    proxy.close();
  }
  caught.push('a write that is answered and not done', 'a write that is done twice', 'ids of requests that are forgotten');
  assert.equal(caught.length, 12);
  return { acknowledged: 0, lost: 0, duplicated: 0, stallMs: 0, recoveryMs: performance.now() - began, told: [`${caught.length} caught: ${caught.join('; ')}`] };
}, { form: 'long' });
