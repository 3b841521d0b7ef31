import assert from 'node:assert/strict';
import { connect, fresh } from '../../harness/connect.mjs';
import { answered, failedWith, sameMembers, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send } = connect(import.meta.dirname);

async function sales() {
  const Sale = fresh('Sale');
  const entries = [
    ['tea', 2, 'Oslo', '2020-01-05'],
    ['tea', 3, 'Bern', '2020-02-05'],
    ['pot', 10, 'Oslo', '2021-03-05'],
    ['pot', 20, 'Bern', '2021-03-06'],
    ['cup', 5, 'Oslo', '2021-04-05'],
  ];
  await Parse.Object.saveAll(
    entries.map(([item, price, city, day]) => new Parse.Object(Sale, { item, price, city, at: new Date(day) }))
  );
  const ask = (pipeline, more = {}) =>
    send('GET', `/aggregate/${Sale}`, { key: 'master', query: { pipeline, ...more } });
  return { Sale, ask, query: () => new Parse.Query(Sale) };
}

it('a group adds up a field', async () => {
  const { query } = await sales();
  const results = await query().aggregate([{ $group: { _id: '$item', total: { $sum: '$price' } } }]);
  assert.deepEqual(
    Object.fromEntries(results.map(({ objectId, total }) => [objectId, total])),
    { tea: 5, pot: 30, cup: 5 }
  );
});

it('a group counts with a sum of one', async () => {
  const { query } = await sales();
  const results = await query().aggregate([{ $group: { _id: '$city', n: { $sum: 1 } } }]);
  assert.deepEqual(Object.fromEntries(results.map(({ objectId, n }) => [objectId, n])), { Oslo: 3, Bern: 2 });
});

it('a group finds least, greatest and average', async () => {
  const { query } = await sales();
  const [result] = await query().aggregate([
    { $group: { _id: null, least: { $min: '$price' }, most: { $max: '$price' }, mean: { $avg: '$price' } } },
  ]);
  assert.deepEqual([result.objectId, result.least, result.most, result.mean], [null, 2, 20, 8]);
});

it('a pipeline may be one object', async () => {
  const { query } = await sales();
  const results = await query().aggregate({ $group: { _id: '$city', n: { $sum: 1 } } });
  assert.equal(results.length, 2);
});

it('a match goes before the group', async () => {
  const { query } = await sales();
  const results = await query().aggregate([
    { $match: { price: { $gte: 5 } } },
    { $group: { _id: '$item', n: { $sum: 1 } } },
  ]);
  assert.deepEqual(Object.fromEntries(results.map(({ objectId, n }) => [objectId, n])), { pot: 2, cup: 1 });
});

it('a match by equality keeps what is equal', async () => {
  const { query } = await sales();
  const results = await query().aggregate([{ $match: { city: 'Bern' } }]);
  sameMembers(results.map(({ price }) => price), [3, 20]);
});

it('the constraints of the query are the first match', async () => {
  const { query } = await sales();
  const results = await query().equalTo('city', 'Oslo').aggregate([{ $group: { _id: '$item', n: { $sum: 1 } } }]);
  sameMembers(results.map(({ objectId }) => objectId), ['tea', 'pot', 'cup']);
});

it('a match takes the whole where language', {
  differs: 'Parse Server on PostgreSQL knows ranges and equality alone',
}, async () => {
  const { query } = await sales();
  const results = await query().aggregate([{ $match: { item: { $in: ['tea', 'cup'] }, city: { $ne: 'Bern' } } }]);
  sameMembers(results.map(({ price }) => price), [2, 5]);
});

it('an or over two fields inside a match is honoured', async () => {
  const { query } = await sales();
  const results = await query().aggregate([{ $match: { $or: [{ price: { $gt: 15 } }, { item: 'cup' }] } }]);
  sameMembers(results.map(({ price }) => price), [5, 20]);
});

it('an or over one field inside a match is honoured', {
  differs: 'Parse Server on PostgreSQL flattens the alternatives, so the last one wins',
}, async () => {
  const { query } = await sales();
  const results = await query().aggregate([{ $match: { $or: [{ price: { $gt: 15 } }, { price: { $lt: 3 } }] } }]);
  sameMembers(results.map(({ price }) => price), [2, 20]);
});

it('a sort and a limit cut the top off', async () => {
  const { query } = await sales();
  const results = await query().aggregate([{ $sort: { price: -1 } }, { $limit: 2 }]);
  assert.deepEqual(results.map(({ price }) => price), [20, 10]);
});

it('a skip after a sort pages through', {
  differs: 'Parse Server on PostgreSQL builds SQL that fails',
}, async () => {
  const { query } = await sales();
  const results = await query().aggregate([{ $sort: { price: 1 } }, { $skip: 3 }]);
  assert.deepEqual(results.map(({ price }) => price), [10, 20]);
});

it('a project keeps the chosen fields', async () => {
  const { query } = await sales();
  const results = await query().aggregate([{ $project: { item: 1 } }]);
  assert.equal(results.length, 5);
  assert.ok(results.every(result => result.item && !('price' in result)));
});

it('stages run in the order they stand', {
  differs: 'Parse Server on PostgreSQL makes one SELECT of them',
}, async () => {
  const { query } = await sales();
  const results = await query().aggregate([
    { $sort: { price: -1 } },
    { $limit: 3 },
    { $group: { _id: '$city', total: { $sum: '$price' } } },
  ]);
  assert.deepEqual(
    Object.fromEntries(results.map(({ objectId, total }) => [objectId, total])),
    { Bern: 20, Oslo: 15 }
  );
});

it('a composite key comes back as an object', async () => {
  const { query } = await sales();
  const results = await query().aggregate([
    { $group: { _id: { item: '$item', city: '$city' }, n: { $sum: 1 } } },
  ]);
  assert.equal(results.length, 5);
  assert.ok(results.every(({ objectId }) => objectId.item && objectId.city));
});

it('a group by year puts the days of a year together', {
  differs: 'Parse Server on PostgreSQL groups by the whole date',
}, async () => {
  const { query } = await sales();
  const results = await query().aggregate([{ $group: { _id: { year: { $year: '$at' } }, n: { $sum: 1 } } }]);
  assert.deepEqual(
    Object.fromEntries(results.map(({ objectId, n }) => [objectId.year, n])),
    { 2020: 2, 2021: 3 }
  );
});

it('an unwind spreads an array', {
  differs: 'Parse Server on PostgreSQL ignores the stage',
}, async () => {
  const Thing = fresh();
  await Parse.Object.saveAll([[1, 2], [2]].map(list => new Parse.Object(Thing, { list })));
  const results = await new Parse.Query(Thing).aggregate([
    { $unwind: '$list' },
    { $group: { _id: '$list', n: { $sum: 1 } } },
  ]);
  assert.deepEqual(Object.fromEntries(results.map(({ objectId, n }) => [objectId, n])), { 1: 1, 2: 2 });
});

it('a count stage counts', {
  differs: 'Parse Server on PostgreSQL ignores the stage',
}, async () => {
  const { query } = await sales();
  const [result] = await query().aggregate([{ $match: { city: 'Oslo' } }, { $count: 'many' }]);
  assert.equal(result.many, 3);
});

it('a stage nobody knows is refused', {
  differs: 'Parse Server on PostgreSQL ignores it',
}, async () => {
  const { ask } = await sales();
  failedWith(await ask([{ $teleport: {} }]), 400, 102);
});

it('a stage without a dollar sign is refused', async () => {
  const { ask } = await sales();
  failedWith(await ask([{ group: { _id: '$item' } }]), 400, 102, "Invalid aggregate stage 'group'.");
});

it('a stage with two keys is refused', async () => {
  const { ask } = await sales();
  failedWith(
    await ask([{ $limit: 1, $skip: 1 }]),
    400,
    102,
    'Pipeline stages should only have one key but found $limit, $skip.'
  );
});

it('a group without an _id is refused', async () => {
  const { ask } = await sales();
  failedWith(
    await ask([{ $group: { total: { $sum: '$price' } } }]),
    400,
    102,
    'Invalid parameter for query: group. Missing key _id'
  );
});

it('a group by objectId is refused', async () => {
  const { ask } = await sales();
  failedWith(
    await ask([{ $group: { objectId: '$item', _id: null } }]),
    400,
    102,
    "Cannot use 'objectId' in aggregation stage $group."
  );
});

it('an aggregate of a class nobody wrote to is empty', async () => {
  const answer = await send('GET', `/aggregate/${fresh()}`, {
    key: 'master',
    query: { pipeline: [{ $limit: 1 }] },
  });
  assert.deepEqual(succeeded(answer).results, []);
});

it('the read-only master key may aggregate', async () => {
  const { Sale } = await sales();
  const answer = await send('GET', `/aggregate/${Sale}`, {
    key: 'readOnly',
    query: { pipeline: [{ $match: { item: 'tea' } }] },
  });
  assert.equal(succeeded(answer).results.length, 2);
});

it('an aggregate without the master key is refused', async () => {
  const { Sale } = await sales();
  answered(await send('GET', `/aggregate/${Sale}`, { query: { pipeline: [{ $limit: 1 }] } }), 403, {
    error: 'Permission denied',
  });
});
