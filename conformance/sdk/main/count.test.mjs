import assert from 'node:assert/strict';
import { MASTER, connect, fresh } from '../../harness/connect.mjs';
import { answered, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send, person } = connect(import.meta.dirname);

async function things(count) {
  const Thing = fresh();
  await Parse.Object.saveAll(Array.from({ length: count }, (_, n) => new Parse.Object(Thing, { n })));
  return Thing;
}

it('count counts everything', async () => {
  assert.equal(await new Parse.Query(await things(7)).count(), 7);
});

it('count honours the constraints', async () => {
  assert.equal(await new Parse.Query(await things(7)).greaterThan('n', 4).count(), 2);
});

it('count ignores skip and limit', async () => {
  const answer = await send('GET', `/classes/${await things(5)}`, { query: { count: 1, limit: 2, skip: 1 } });
  const { count, results } = succeeded(answer);
  assert.deepEqual([count, results.length], [5, 2]);
});

it('count with a limit of zero has empty results', async () => {
  const answer = await send('GET', `/classes/${await things(3)}`, { query: { count: 1, limit: 0 } });
  answered(answer, 200, { results: [], count: 3 });
});

it('withCount brings results and count', async () => {
  const { results, count } = await new Parse.Query(await things(5)).withCount().limit(2).find();
  assert.deepEqual([results.length, count], [2, 5]);
});

it('count of a class nobody wrote to is zero', async () => {
  assert.equal(await new Parse.Query(fresh()).count(), 0);
});

it('count sees only what the caller may read', async () => {
  const Thing = await things(2);
  const ada = await person();
  await new Parse.Object(Thing, { n: 9 }).setACL(new Parse.ACL(ada.user)).save(null, ada.as);
  assert.equal(await new Parse.Query(Thing).count(), 2);
  assert.equal(await new Parse.Query(Thing).count(ada.as), 3);
});

it('count with the master key and no constraint is exact', {
  differs: 'Parse Server on PostgreSQL answers with the planner\'s estimate',
}, async () => {
  const Thing = await things(4);
  assert.equal(await new Parse.Query(Thing).count(MASTER), 4);
  await new Parse.Object(Thing).save();
  assert.equal(await new Parse.Query(Thing).count(MASTER), 5);
});
