import assert from 'node:assert/strict';
import { connect, fresh } from '../../harness/connect.mjs';
import { failedWith, refused, sameMembers, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send } = connect(import.meta.dirname);

async function stored(fields) {
  return new Parse.Object(fresh()).save(fields);
}

function reread({ className, id }) {
  return new Parse.Query(className).get(id);
}

function put({ className, id }, body) {
  return send('PUT', `/classes/${className}/${id}`, { body });
}

it('an increment is done by the server and its result returned', async () => {
  const saved = await stored({ n: 5 });
  const body = succeeded(await put(saved, { n: { __op: 'Increment', amount: 3 } }));
  assert.equal(body.n, 8);
});

it('the SDK shows the number the server reached', async () => {
  const saved = await stored({ n: 5 });
  const twin = await reread(saved);
  await twin.increment('n', 10).save();
  await saved.increment('n').save();
  assert.equal(saved.get('n'), 16);
});

it('an increment of a field that has no value starts at zero', async () => {
  const saved = await stored({ other: 1 });
  await saved.increment('n', 4).save();
  assert.equal((await reread(saved)).get('n'), 4);
});

it('a decrement goes below zero', async () => {
  const saved = await stored({ n: 1 });
  await saved.decrement('n', 3).save();
  assert.equal((await reread(saved)).get('n'), -2);
});

it('an increment may be fractional', async () => {
  const saved = await stored({ n: 1 });
  await saved.increment('n', 0.5).save();
  assert.equal((await reread(saved)).get('n'), 1.5);
});

it('an increment in a create stores and returns the amount', async () => {
  const answer = await send('POST', `/classes/${fresh()}`, { body: { n: { __op: 'Increment', amount: 7 } } });
  assert.equal(succeeded(answer, 201).n, 7);
});

it('an increment of a text is refused', async () => {
  const saved = await stored({ name: 'kettle' });
  const answer = await put(saved, { name: { __op: 'Increment', amount: 1 } });
  failedWith(answer, 400, 111, `schema mismatch for ${saved.className}.name; expected String but got Number`);
});

it('twenty increments at once all count', async () => {
  const saved = await stored({ n: 0 });
  await Promise.all(
    Array.from({ length: 20 }, () => put(saved, { n: { __op: 'Increment', amount: 1 } }).then(succeeded))
  );
  assert.equal((await reread(saved)).get('n'), 20);
});

it('add appends and keeps what is there twice', {
  differs: 'Parse Server on PostgreSQL drops duplicates of the stored array and shuffles it',
}, async () => {
  const saved = await stored({ list: [1, 2, 3, 3] });
  const body = succeeded(await put(saved, { list: { __op: 'Add', objects: [3, 1] } }));
  assert.deepEqual(body.list, [1, 2, 3, 3, 3, 1]);
});

it('add appends to an array without duplicates', async () => {
  const saved = await stored({ list: [1] });
  saved.add('list', 2);
  await saved.save();
  assert.deepEqual((await reread(saved)).get('list'), [1, 2]);
});

it('addAll appends several', async () => {
  const saved = await stored({ list: ['a'] });
  saved.addAll('list', ['b', 'c']);
  await saved.save();
  sameMembers((await reread(saved)).get('list'), ['a', 'b', 'c']);
});

it('add makes an array of a field that has none', async () => {
  const saved = await stored({ n: 1 });
  saved.add('list', 'a');
  await saved.save();
  assert.deepEqual((await reread(saved)).get('list'), ['a']);
});

it('addUnique adds what is not yet there', async () => {
  const saved = await stored({ list: ['a', 'b'] });
  saved.addAllUnique('list', ['b', 'c']);
  await saved.save();
  sameMembers((await reread(saved)).get('list'), ['a', 'b', 'c']);
});

it('addUnique keeps the order of what is there', {
  differs: 'Parse Server on PostgreSQL shuffles the array',
}, async () => {
  const saved = await stored({ list: ['c', 'a', 'b'] });
  const body = succeeded(await put(saved, { list: { __op: 'AddUnique', objects: ['a', 'd'] } }));
  assert.deepEqual(body.list, ['c', 'a', 'b', 'd']);
});

it('addUnique compares objects by their content', async () => {
  const saved = await stored({ list: [{ a: 1, b: 2 }] });
  succeeded(await put(saved, { list: { __op: 'AddUnique', objects: [{ b: 2, a: 1 }, { a: 2 }] } }));
  sameMembers((await reread(saved)).get('list').map(({ a }) => a), [1, 2]);
});

it('addUnique in a create keeps the array as it was sent', async () => {
  const answer = await send('POST', `/classes/${fresh()}`, {
    body: { list: { __op: 'AddUnique', objects: [1, 1, 2] } },
  });
  assert.deepEqual(succeeded(answer, 201).list, [1, 1, 2]);
});

it('remove takes away every occurrence', async () => {
  const saved = await stored({ list: [1, 2, 1, 3] });
  const body = succeeded(await put(saved, { list: { __op: 'Remove', objects: [1, 3] } }));
  assert.deepEqual(body.list, [2]);
});

it('remove of what is not there changes nothing', async () => {
  const saved = await stored({ list: [1, 2] });
  saved.remove('list', 9);
  await saved.save();
  assert.deepEqual((await reread(saved)).get('list'), [1, 2]);
});

it('remove in a create stores an empty array', async () => {
  const Thing = fresh();
  const answer = await send('POST', `/classes/${Thing}`, { body: { list: { __op: 'Remove', objects: [1] } } });
  assert.deepEqual(succeeded(answer, 201).list, []);
});

it('remove takes a pointer out of an array of pointers', async () => {
  const [one, two] = await Parse.Object.saveAll([1, 2].map(n => new Parse.Object('Member', { n })));
  const saved = await stored({ members: [one, two] });
  saved.remove('members', one);
  await saved.save();
  assert.deepEqual((await reread(saved)).get('members').map(({ id }) => id), [two.id]);
});

it('objects to add that are not an array are refused', async () => {
  const answer = await send('POST', `/classes/${fresh()}`, { body: { list: { __op: 'Add', objects: 1 } } });
  failedWith(answer, 400, 107, 'objects to add must be an array');
});

it('add to a number is refused', async () => {
  const saved = await stored({ n: 1 });
  const answer = await put(saved, { n: { __op: 'Add', objects: [1] } });
  failedWith(answer, 400, 111, `schema mismatch for ${saved.className}.n; expected Number but got Array`);
});

it('a delete operation in a create leaves the field out', async () => {
  const Thing = fresh();
  const answer = await send('POST', `/classes/${Thing}`, { body: { n: 1, name: { __op: 'Delete' } } });
  const { objectId } = succeeded(answer, 201);
  assert.equal((await new Parse.Query(Thing).get(objectId)).has('name'), false);
});

it('an operation nobody knows is refused on create', {
  differs: 'Parse Server answers 500, which the SDK would retry',
}, async () => {
  const answer = await send('POST', `/classes/${fresh()}`, { body: { n: { __op: 'Multiply', amount: 2 } } });
  failedWith(answer, 400, 108, 'The Multiply operator is not supported yet.');
});

it('an operation nobody knows is refused on update', {
  differs: 'Parse Server answers 500, which the SDK would retry',
}, async () => {
  const saved = await stored({ n: 1 });
  failedWith(await put(saved, { n: { __op: 'Multiply', amount: 2 } }), 400, 108);
});

it('SetOnInsert in a create sets the value', {
  differs: 'Parse Server answers 500, because its schema inference does not know the operation',
}, async () => {
  const Thing = fresh();
  const answer = await send('POST', `/classes/${Thing}`, { body: { n: { __op: 'SetOnInsert', amount: 4 } } });
  const { objectId } = succeeded(answer, 201);
  assert.equal((await new Parse.Query(Thing).get(objectId)).get('n'), 4);
});

it('several operations of one save are all applied', async () => {
  const saved = await stored({ n: 1, list: [1], name: 'kettle', gone: true });
  saved.increment('n');
  saved.add('list', 2);
  saved.set('name', 'pot');
  saved.unset('gone');
  await saved.save();
  const found = await reread(saved);
  assert.deepEqual(
    [found.get('n'), found.get('list'), found.get('name'), found.has('gone')],
    [2, [1, 2], 'pot', false]
  );
});

it('an increment after a refused one is unharmed', async () => {
  const saved = await stored({ n: 1, name: 'kettle' });
  await refused(new Parse.Object(saved.className, { id: saved.id }).increment('name').save(), 111);
  await saved.increment('n').save();
  assert.equal((await reread(saved)).get('n'), 2);
});
