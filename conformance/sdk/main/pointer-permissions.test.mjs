import assert from 'node:assert/strict';
import { MASTER, connect, fresh } from '../../harness/connect.mjs';
import { failedWith, refused, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send, person, classWith } = connect(import.meta.dirname);
const OWNED = { pointerFields: ['owner'] };
const FIELDS = {
  owner: { type: 'Pointer', targetClass: '_User' },
  helpers: { type: 'Array' },
  n: { type: 'Number' },
};

async function shared(permissions) {
  const [ada, bob] = [await person(), await person()];
  const Thing = await classWith(fresh(), { create: { '*': true }, ...permissions, fields: FIELDS });
  const mine = await new Parse.Object(Thing).save({ n: 1, owner: ada.user }, MASTER);
  const theirs = await new Parse.Object(Thing).save({ n: 2, owner: bob.user }, MASTER);
  return { ada, bob, Thing, mine, theirs, path: `/classes/${Thing}/${mine.id}` };
}

async function numbers(Thing, who) {
  return (await new Parse.Query(Thing).ascending('n').find(who)).map(object => object.get('n'));
}

it('a find sees the objects that point at the caller', async () => {
  const { ada, bob, Thing } = await shared({ find: OWNED });
  assert.deepEqual(await numbers(Thing, ada.as), [1]);
  assert.deepEqual(await numbers(Thing, bob.as), [2]);
});

it('a find by nobody sees nothing', async () => {
  const { Thing } = await shared({ find: OWNED });
  assert.deepEqual(await numbers(Thing), []);
});

it('a get finds one\'s own object alone', async () => {
  const { ada, bob, Thing, mine } = await shared({ get: OWNED });
  assert.equal((await new Parse.Query(Thing).get(mine.id, ada.as)).get('n'), 1);
  await refused(new Parse.Query(Thing).get(mine.id, bob.as), 101);
  await refused(new Parse.Query(Thing).get(mine.id), 101);
});

it('a count counts one\'s own objects', async () => {
  const { ada, Thing } = await shared({ find: OWNED, count: OWNED });
  assert.equal(await new Parse.Query(Thing).count(ada.as), 1);
});

it('an update changes one\'s own object alone', async () => {
  const { ada, bob, path } = await shared({ update: OWNED });
  succeeded(await send('PUT', path, { token: ada.token, body: { n: 10 } }));
  failedWith(await send('PUT', path, { token: bob.token, body: { n: 11 } }), 404, 101, 'Object not found.');
  failedWith(await send('PUT', path, { body: { n: 12 } }), 404, 101, 'Object not found.');
});

it('a delete removes one\'s own object alone', async () => {
  const { ada, bob, path } = await shared({ delete: OWNED });
  failedWith(await send('DELETE', path, { token: bob.token }), 404, 101, 'Object not found.');
  succeeded(await send('DELETE', path, { token: ada.token }));
});

it('pointer permissions never allow a create', async () => {
  const { ada, Thing } = await shared({ create: {} });
  await refused(new Parse.Object(Thing).save({ owner: ada.user }, ada.as), 119);
});

it('an array of pointers gives permission to everybody in it', async () => {
  const [ada, bob, cid] = [await person(), await person(), await person()];
  const Thing = await classWith(fresh(), { find: { pointerFields: ['helpers'] }, fields: FIELDS });
  await new Parse.Object(Thing).save({ n: 1, helpers: [ada.user, bob.user] }, MASTER);
  assert.deepEqual(await numbers(Thing, ada.as), [1]);
  assert.deepEqual(await numbers(Thing, bob.as), [1]);
  assert.deepEqual(await numbers(Thing, cid.as), []);
});

it('any of several pointer fields is enough', async () => {
  const [ada, bob] = [await person(), await person()];
  const Thing = await classWith(fresh(), { find: { pointerFields: ['owner', 'helpers'] }, fields: FIELDS });
  await new Parse.Object(Thing).save({ n: 1, owner: ada.user, helpers: [bob.user] }, MASTER);
  assert.deepEqual(await numbers(Thing, ada.as), [1]);
  assert.deepEqual(await numbers(Thing, bob.as), [1]);
});

it('readUserFields open find, get and count to the users pointed at', async () => {
  const { ada, bob, Thing, mine } = await shared({ readUserFields: ['owner'] });
  assert.deepEqual(await numbers(Thing, ada.as), [1]);
  assert.equal((await new Parse.Query(Thing).get(mine.id, ada.as)).id, mine.id);
  await refused(new Parse.Query(Thing).get(mine.id, bob.as), 101);
});

it('writeUserFields open update and delete to the users pointed at', async () => {
  const { ada, bob, path } = await shared({ writeUserFields: ['owner'] });
  succeeded(await send('PUT', path, { token: ada.token, body: { n: 10 } }));
  failedWith(await send('PUT', path, { token: bob.token, body: { n: 11 } }), 404, 101);
  failedWith(await send('DELETE', path, { token: bob.token }), 404, 101);
  succeeded(await send('DELETE', path, { token: ada.token }));
});

it('a public permission is not narrowed by pointer fields beside it', async () => {
  const { Thing } = await shared({ find: { '*': true, pointerFields: ['owner'] } });
  assert.deepEqual(await numbers(Thing), [1, 2]);
});

it('a named user is not narrowed by pointer fields beside it', async () => {
  const cid = await person();
  const { Thing, ada } = await shared({ find: { [cid.id]: true, pointerFields: ['owner'] } });
  assert.deepEqual(await numbers(Thing, cid.as), [1, 2]);
  assert.deepEqual(await numbers(Thing, ada.as), [1]);
});

it('pointer permissions combine with the constraints of a query', async () => {
  const { ada, Thing } = await shared({ find: OWNED });
  await new Parse.Object(Thing).save({ n: 3, owner: ada.user }, MASTER);
  const found = await new Parse.Query(Thing).greaterThan('n', 1).find(ada.as);
  assert.deepEqual(found.map(object => object.get('n')), [3]);
});

it('pointer permissions hold beside an ACL', async () => {
  const { ada, Thing, mine } = await shared({ find: OWNED });
  await mine.setACL(new Parse.ACL()).save(null, MASTER);
  assert.deepEqual(await numbers(Thing, ada.as), []);
});
