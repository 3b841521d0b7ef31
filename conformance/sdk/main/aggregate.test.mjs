import assert from 'node:assert/strict';
import { connect, fresh } from '../../harness/connect.mjs';
import { sameMembers } from '../../harness/expectations.mjs';

const { Parse, it } = connect(import.meta.dirname);

async function sales() {
  const Sale = fresh('Sale');
  const entries = [
    ['tea', 2, 'Oslo'],
    ['tea', 3, 'Bern'],
    ['pot', 10, 'Oslo'],
    ['pot', 20, 'Bern'],
    ['cup', 5, 'Oslo'],
  ];
  await Parse.Object.saveAll(entries.map(([item, price, city]) => new Parse.Object(Sale, { item, price, city })));
  return () => new Parse.Query(Sale);
}

it('a group adds up a field', async () => {
  const query = await sales();
  const results = await query().aggregate([{ $group: { _id: '$item', total: { $sum: '$price' } } }]);
  assert.deepEqual(
    Object.fromEntries(results.map(({ objectId, total }) => [objectId, total])),
    { tea: 5, pot: 30, cup: 5 }
  );
});

it('a pipeline may be one object', async () => {
  const query = await sales();
  const results = await query().aggregate({ $group: { _id: '$city', n: { $sum: 1 } } });
  assert.equal(results.length, 2);
});

it('the constraints of the query are the first match', async () => {
  const query = await sales();
  const results = await query().equalTo('city', 'Oslo').aggregate([{ $group: { _id: '$item', n: { $sum: 1 } } }]);
  sameMembers(results.map(({ objectId }) => objectId), ['tea', 'pot', 'cup']);
});

it('an or over one field inside a match is honoured', {
  differs: 'Parse Server on PostgreSQL flattens the alternatives, so the last one wins',
}, async () => {
  const query = await sales();
  const results = await query().aggregate([{ $match: { $or: [{ price: { $gt: 15 } }, { price: { $lt: 3 } }] } }]);
  sameMembers(results.map(({ price }) => price), [2, 20]);
});

it('distinct lists every value once and honours the constraints', async () => {
  const query = await sales();
  sameMembers(await query().equalTo('city', 'Oslo').distinct('item'), ['tea', 'pot', 'cup']);
});
