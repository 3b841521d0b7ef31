import assert from 'node:assert/strict';
import { connect, fresh } from '../../harness/connect.mjs';
import { failedWith, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send } = connect(import.meta.dirname);

async function stored(fields) {
  return new Parse.Object(fresh()).save(fields);
}

async function reread({ className, id }) {
  return (await new Parse.Query(className).get(id)).toJSON();
}

function put({ className, id }, body) {
  return send('PUT', `/classes/${className}/${id}`, { body });
}

it('a dotted set keeps the neighbouring keys', async () => {
  const saved = await stored({ o: { a: 1, b: 2 } });
  await saved.save({ 'o.b': 5 });
  assert.deepEqual((await reread(saved)).o, { a: 1, b: 5 });
});

it('a set of the whole object replaces it', async () => {
  const saved = await stored({ o: { a: 1, b: 2 } });
  await saved.save({ o: { c: 3 } });
  assert.deepEqual((await reread(saved)).o, { c: 3 });
});

it('a dotted set adds a key that was not there', async () => {
  const saved = await stored({ o: { a: 1 } });
  succeeded(await put(saved, { 'o.fresh': 'new' }));
  assert.deepEqual((await reread(saved)).o, { a: 1, fresh: 'new' });
});

it('a dotted set of several keys keeps the rest', async () => {
  const saved = await stored({ o: { a: 1, b: 2, c: 3 } });
  succeeded(await put(saved, { 'o.a': 10, 'o.b': 20 }));
  assert.deepEqual((await reread(saved)).o, { a: 10, b: 20, c: 3 });
});

it('a dotted unset removes one key', async () => {
  const saved = await stored({ o: { a: 1, b: 2 } });
  saved.unset('o.b');
  await saved.save();
  assert.deepEqual((await reread(saved)).o, { a: 1 });
});

it('a dotted increment answers with the nested result', async () => {
  const saved = await stored({ o: { a: 1, c: 4 } });
  const body = succeeded(await put(saved, { 'o.c': { __op: 'Increment', amount: 3 } }));
  assert.deepEqual(body.o, { c: 7 });
});

it('a dotted increment keeps the neighbouring keys', async () => {
  const saved = await stored({ o: { a: 1, c: 4 } });
  saved.increment('o.c', 3);
  await saved.save();
  assert.deepEqual((await reread(saved)).o, { a: 1, c: 7 });
});

it('a dotted increment of a missing key starts at zero', async () => {
  const saved = await stored({ o: { a: 1 } });
  succeeded(await put(saved, { 'o.c': { __op: 'Increment', amount: 3 } }));
  assert.deepEqual((await reread(saved)).o, { a: 1, c: 3 });
});

it('a dotted set three levels deep keeps the neighbours of every level', {
  differs: 'Parse Server on PostgreSQL replaces the object of the second level',
}, async () => {
  const saved = await stored({ o: { a: { x: 1, y: 2 }, b: 3 } });
  succeeded(await put(saved, { 'o.a.x': 10 }));
  assert.deepEqual((await reread(saved)).o, { a: { x: 10, y: 2 }, b: 3 });
});

it('a dotted increment three levels deep accumulates', {
  differs: 'Parse Server on PostgreSQL does not accumulate below the second level',
}, async () => {
  const saved = await stored({ o: { a: { x: 1 } } });
  succeeded(await put(saved, { 'o.a.x': { __op: 'Increment', amount: 2 } }));
  succeeded(await put(saved, { 'o.a.x': { __op: 'Increment', amount: 2 } }));
  assert.deepEqual((await reread(saved)).o, { a: { x: 5 } });
});

it('a dotted unset three levels deep removes that key alone', {
  differs: 'Parse Server on PostgreSQL does not reach below the second level',
}, async () => {
  const saved = await stored({ o: { a: { x: 1, y: 2 }, b: 3 } });
  succeeded(await put(saved, { 'o.a.x': { __op: 'Delete' } }));
  assert.deepEqual((await reread(saved)).o, { a: { y: 2 }, b: 3 });
});

it('a dotted set reaches an element of an array', {
  differs: 'Parse Server on PostgreSQL refuses array indices with 119',
}, async () => {
  const saved = await stored({ list: [1, 2, 3] });
  succeeded(await put(saved, { 'list.1': 20 }));
  assert.deepEqual((await reread(saved)).list, [1, 20, 3]);
});

it('a dotted set into a text field is refused', async () => {
  const saved = await stored({ name: 'kettle' });
  failedWith(await put(saved, { 'name.first': 'k' }), 400, 111);
});

it('a dotted key below authData is refused', async () => {
  const saved = await stored({ n: 1 });
  failedWith(
    await put(saved, { 'authData.anonymous': 1 }),
    400,
    105,
    'Invalid field name for update: authData.anonymous'
  );
});
