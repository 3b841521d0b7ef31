import assert from 'node:assert/strict';
import { connect, fresh } from '../../harness/connect.mjs';
import { refused, sameMembers, succeeded } from '../../harness/expectations.mjs';

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

it('the SDK shows the number the server reached', async () => {
  const saved = await stored({ n: 5 });
  const twin = await reread(saved);
  await twin.increment('n', 10).save();
  await saved.increment('n').save();
  assert.equal(saved.get('n'), 16);
});

it('a decrement goes below zero', async () => {
  const saved = await stored({ n: 1 });
  await saved.decrement('n', 3).save();
  assert.equal((await reread(saved)).get('n'), -2);
});

it('twenty increments at once all count', async () => {
  const saved = await stored({ n: 0 });
  await Promise.all(
    Array.from({ length: 20 }, () => put(saved, { n: { __op: 'Increment', amount: 1 } }).then(succeeded))
  );
  assert.equal((await reread(saved)).get('n'), 20);
});

it('addAll appends several', async () => {
  const saved = await stored({ list: ['a'] });
  saved.addAll('list', ['b', 'c']);
  await saved.save();
  sameMembers((await reread(saved)).get('list'), ['a', 'b', 'c']);
});

it('addUnique adds what is not yet there', async () => {
  const saved = await stored({ list: ['a', 'b'] });
  saved.addAllUnique('list', ['b', 'c']);
  await saved.save();
  sameMembers((await reread(saved)).get('list'), ['a', 'b', 'c']);
});

it('remove of what is not there changes nothing', async () => {
  const saved = await stored({ list: [1, 2] });
  saved.remove('list', 9);
  await saved.save();
  assert.deepEqual((await reread(saved)).get('list'), [1, 2]);
});

it('remove takes a pointer out of an array of pointers', async () => {
  const [one, two] = await Parse.Object.saveAll([1, 2].map(n => new Parse.Object('Member', { n })));
  const saved = await stored({ members: [one, two] });
  saved.remove('members', one);
  await saved.save();
  assert.deepEqual((await reread(saved)).get('members').map(({ id }) => id), [two.id]);
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

it('a dotted set, unset and increment keep the neighbouring keys', async () => {
  const saved = await stored({ o: { a: 1, b: 2, c: 4 } });
  saved.set('o.a', 5);
  saved.unset('o.b');
  saved.increment('o.c', 3);
  await saved.save();
  assert.deepEqual((await reread(saved)).get('o'), { a: 5, c: 7 });
});

it('a set of the whole object replaces it', async () => {
  const saved = await stored({ o: { a: 1, b: 2 } });
  await saved.save({ o: { c: 3 } });
  assert.deepEqual((await reread(saved)).get('o'), { c: 3 });
});

it('a dotted unset three levels deep removes that key alone', {
  differs: 'Parse Server on PostgreSQL does not reach below the second level',
}, async () => {
  const saved = await stored({ o: { a: { x: 1, y: 2 }, b: 3 } });
  succeeded(await put(saved, { 'o.a.x': { __op: 'Delete' } }));
  assert.deepEqual((await reread(saved)).get('o'), { a: { y: 2 }, b: 3 });
});
