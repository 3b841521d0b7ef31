import assert from 'node:assert/strict';
import { connect, fresh } from '../../harness/connect.mjs';
import { sameMembers, succeeded } from '../../harness/expectations.mjs';
import { numbersOf } from '../../harness/rows.mjs';

const { Parse, it, send, rows } = connect(import.meta.dirname);

it('ascending and descending sort numbers', async () => {
  const { query } = await rows({ x: 2 }, { x: 10 }, { x: 1 });
  assert.deepEqual(await numbersOf(query().ascending('x')), [2, 0, 1]);
  assert.deepEqual(await numbersOf(query().descending('x')), [1, 0, 2]);
});

it('a second key decides between equals', async () => {
  const { query } = await rows({ a: 1, b: 1 }, { a: 0, b: 2 }, { a: 1, b: 3 });
  assert.deepEqual(await numbersOf(query().ascending('a').addDescending('b')), [1, 2, 0]);
});

it('limit and skip cut a page out of the order', async () => {
  const { query } = await rows({}, {}, {}, {}, {});
  assert.deepEqual(await numbersOf(query().ascending('n').skip(1).limit(2)), [1, 2]);
});

it('without a limit there are one hundred', async () => {
  const Thing = fresh();
  await Parse.Object.saveAll(Array.from({ length: 105 }, (_, n) => new Parse.Object(Thing, { n })));
  const answer = await send('GET', `/classes/${Thing}`);
  assert.equal(succeeded(answer).results.length, 100);
  const more = await send('GET', `/classes/${Thing}`, { query: { limit: 1000 } });
  assert.equal(succeeded(more).results.length, 105);
});

it('first finds one object or none', async () => {
  const { query } = await rows({ x: 1 }, { x: 2 });
  assert.equal((await query().descending('x').first()).get('n'), 1);
  assert.equal(await query().equalTo('x', 9).first(), undefined);
});

it('each visits every object', async () => {
  const { query } = await rows({}, {}, {}, {}, {});
  const seen = [];
  await query().each(object => void seen.push(object.get('n')), { batchSize: 2 });
  sameMembers(seen, [0, 1, 2, 3, 4]);
});

it('findAll gathers more than one page', async () => {
  const { query } = await rows({}, {}, {}, {}, {});
  assert.equal((await query().findAll({ batchSize: 2 })).length, 5);
});

it('map, filter and reduce work over the objects', async () => {
  const { query } = await rows({ x: 1 }, { x: 2 }, { x: 3 });
  sameMembers(await query().map(object => object.get('x') * 2), [2, 4, 6]);
  assert.equal((await query().filter(object => object.get('x') > 1)).length, 2);
  assert.equal(await query().reduce((sum, object) => sum + object.get('x'), 0), 6);
});

it('hint, comment and read preference are accepted', async () => {
  const { query } = await rows({ x: 1 });
  const found = await query().readPreference('SECONDARY', 'SECONDARY_PREFERRED', 'PRIMARY').comment('who asks').find();
  assert.equal(found.length, 1);
});

it('explain with the master key shows a plan', async () => {
  const { query } = await rows({ x: 1 });
  const plan = await query().explain().find({ useMasterKey: true });
  assert.match(JSON.stringify(plan), /Plan/);
});

it('a query built from JSON finds the same', async () => {
  const { Thing, query } = await rows({ x: 1 }, { x: 2 }, { x: 3 });
  const json = query().greaterThan('x', 1).descending('x').limit(1).toJSON();
  assert.deepEqual(await numbersOf(Parse.Query.fromJSON(Thing, json)), [2]);
});

it('count honours the constraints', async () => {
  const { query } = await rows({ x: 1 }, { x: 2 }, { x: 3 });
  assert.equal(await query().greaterThan('x', 1).count(), 2);
});

it('withCount returns results and count', async () => {
  const { query } = await rows({}, {}, {});
  const { results, count } = await query().withCount().limit(2).find();
  assert.deepEqual([results.length, count], [2, 3]);
});
