import assert from 'node:assert/strict';
import { connect, fresh } from '../../harness/connect.mjs';
import { answered, failedWith, sameMembers, succeeded } from '../../harness/expectations.mjs';
import { numbersOf } from '../../harness/rows.mjs';

const { Parse, it, send, rows } = connect(import.meta.dirname);

it('ascending and descending sort numbers', async () => {
  const { query } = await rows({ x: 2 }, { x: 10 }, { x: 1 });
  assert.deepEqual(await numbersOf(query().ascending('x')), [2, 0, 1]);
  assert.deepEqual(await numbersOf(query().descending('x')), [1, 0, 2]);
});

it('texts and dates sort', async () => {
  const { query } = await rows({ s: 'b', d: new Date(3) }, { s: 'a', d: new Date(1) }, { s: 'c', d: new Date(2) });
  assert.deepEqual(await numbersOf(query().ascending('s')), [1, 0, 2]);
  assert.deepEqual(await numbersOf(query().descending('d')), [0, 2, 1]);
});

it('a second key decides between equals', async () => {
  const { query } = await rows({ a: 1, b: 1 }, { a: 0, b: 2 }, { a: 1, b: 3 });
  assert.deepEqual(await numbersOf(query().ascending('a').addDescending('b')), [1, 2, 0]);
});

it('blanks around the keys of an order are ignored', async () => {
  const { list } = await rows({ a: 1, b: 1 }, { a: 0, b: 2 });
  const answer = await list({ order: 'a , -b' });
  assert.deepEqual(succeeded(answer).results.map(({ n }) => n), [1, 0]);
});

it('objects without the key come last ascending and first descending', async () => {
  const { query } = await rows({ x: 1 }, {}, { x: 2 });
  assert.deepEqual(await numbersOf(query().ascending('x')), [0, 2, 1]);
  assert.deepEqual(await numbersOf(query().descending('x')), [1, 2, 0]);
});

it('the creation time sorts, also by its old name', async () => {
  const Thing = fresh();
  for (const n of [0, 1, 2]) await new Parse.Object(Thing).save({ n });
  const byAlias = await send('GET', `/classes/${Thing}`, { query: { order: '-_created_at' } });
  const byName = await new Parse.Query(Thing).descending('createdAt').find();
  assert.deepEqual(
    succeeded(byAlias).results.map(({ objectId }) => objectId),
    byName.map(({ id }) => id)
  );
});

it('a pointer sorts by the id it points at', async () => {
  const kids = await Parse.Object.saveAll(Array.from({ length: 4 }, () => new Parse.Object('Kid')));
  const { query } = await rows(...kids.map(kid => ({ kid })));
  const found = (await query().ascending('kid').find()).map(object => object.get('kid').id);
  assert.deepEqual(found, kids.map(({ id }) => id).sort());
});

it('a key nobody has is ignored in an order', async () => {
  const { query } = await rows({ x: 2 }, { x: 1 });
  sameMembers(await numbersOf(query().ascending('never')), [0, 1]);
  assert.deepEqual(await numbersOf(query().ascending('never', 'x')), [1, 0]);
});

it('a key that is no field name is refused in an order', async () => {
  const { list } = await rows({ x: 1 });
  failedWith(await list({ order: '_bad' }), 400, 105, 'Invalid field name: _bad.');
});

it('limit and skip cut a page out of the order', async () => {
  const { query } = await rows({}, {}, {}, {}, {});
  assert.deepEqual(await numbersOf(query().ascending('n').skip(1).limit(2)), [1, 2]);
});

it('a skip past the end finds nothing', async () => {
  const { query } = await rows({}, {});
  assert.deepEqual(await numbersOf(query().skip(10)), []);
});

it('without a limit there are one hundred', async () => {
  const Thing = fresh();
  await Parse.Object.saveAll(Array.from({ length: 105 }, (_, n) => new Parse.Object(Thing, { n })));
  const answer = await send('GET', `/classes/${Thing}`);
  assert.equal(succeeded(answer).results.length, 100);
  const more = await send('GET', `/classes/${Thing}`, { query: { limit: 1000 } });
  assert.equal(succeeded(more).results.length, 105);
});

it('a limit of zero finds nothing', async () => {
  const { list } = await rows({}, {});
  answered(await list({ limit: 0 }), 200, { results: [] });
});

it('a negative limit is refused', {
  differs: 'Parse Server on PostgreSQL answers 500',
}, async () => {
  const { list } = await rows({});
  failedWith(await list({ limit: -5 }), 400, 102);
});

it('a limit that is no number is refused', {
  differs: 'Parse Server on PostgreSQL answers 500',
}, async () => {
  const { list } = await rows({});
  failedWith(await list({ limit: 'many' }), 400, 102);
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

it('explain without the master key is refused', async () => {
  const { list } = await rows({ x: 1 });
  failedWith(await list({ explain: true }), 400, 102, 'Using the explain query parameter requires the master key');
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
