import assert from 'node:assert/strict';
import { connect, fresh } from '../../harness/connect.mjs';
import { sameMembers, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send } = connect(import.meta.dirname);

it('a field created as null is absent', async () => {
  const Thing = fresh();
  await new Parse.Object(Thing).save({ name: 'first' });
  const saved = await new Parse.Object(Thing).save({ name: null, n: 1 });
  const found = await new Parse.Query(Thing).get(saved.id);
  assert.equal(found.has('name'), false);
});

it('a field set to null disappears', async () => {
  const saved = await new Parse.Object(fresh()).save({ name: 'kettle', n: 1 });
  await saved.save({ name: null });
  const body = succeeded(await send('GET', `/classes/${saved.className}/${saved.id}`));
  assert.equal('name' in body, false);
  assert.equal(body.n, 1);
});

it('null for a field the class never had is no error', {
  differs: 'Parse Server on PostgreSQL answers 500 for a missing column',
}, async () => {
  const saved = await new Parse.Object(fresh()).save({ n: 1 });
  const answer = await send('PUT', `/classes/${saved.className}/${saved.id}`, { body: { never: null } });
  assert.deepEqual(Object.keys(succeeded(answer)), ['updatedAt']);
});

it('null inside an object and an array is kept', async () => {
  const saved = await new Parse.Object(fresh()).save({ o: { a: null }, list: [null, 1] });
  const found = await new Parse.Query(saved.className).get(saved.id);
  assert.deepEqual(found.get('o'), { a: null });
  assert.deepEqual(found.get('list'), [null, 1]);
});

it('a query for null finds the objects without the field', async () => {
  const Thing = fresh();
  await Parse.Object.saveAll([
    new Parse.Object(Thing, { name: 'kettle', n: 1 }),
    new Parse.Object(Thing, { n: 2 }),
  ]);
  const found = await new Parse.Query(Thing).equalTo('name', null).find();
  sameMembers(found.map(o => o.get('n')), [2]);
});

it('a query for null on a field nobody has finds everything', {
  differs: 'Parse Server on PostgreSQL finds nothing when the column does not exist',
}, async () => {
  const Thing = fresh();
  await new Parse.Object(Thing).save({ n: 1 });
  const answer = await send('GET', `/classes/${Thing}`, { query: { where: { never: null } } });
  assert.equal(succeeded(answer).results.length, 1);
});

it('a query for anything but null finds the objects with the field', async () => {
  const Thing = fresh();
  await Parse.Object.saveAll([
    new Parse.Object(Thing, { name: 'kettle', n: 1 }),
    new Parse.Object(Thing, { n: 2 }),
  ]);
  const found = await new Parse.Query(Thing).notEqualTo('name', null).find();
  sameMembers(found.map(o => o.get('n')), [1]);
});

it('a field emptied by null no longer exists for a query', async () => {
  const Thing = fresh();
  const saved = await new Parse.Object(Thing).save({ name: 'kettle' });
  await saved.save({ name: null });
  assert.equal(await new Parse.Query(Thing).exists('name').count(), 0);
  assert.equal(await new Parse.Query(Thing).doesNotExist('name').count(), 1);
});
