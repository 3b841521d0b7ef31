import assert from 'node:assert/strict';
import { MASTER, fresh } from '../../harness/connect.mjs';
import { refused } from '../../harness/expectations.mjs';
import { connectLive } from '../../harness/live.mjs';

const { Parse, it, send, follow, rawSocket, person, role, classWith, settled } = connectLive(import.meta.dirname);
const ALL = { '*': true };
const OPEN = { find: ALL, get: ALL, count: ALL, create: ALL, update: ALL, delete: ALL, addField: ALL };
const FIELDS = {
  n: { type: 'Number' },
  owner: { type: 'Pointer', targetClass: '_User' },
  helpers: { type: 'Array' },
  secret: { type: 'String' },
  word: { type: 'String' },
};
const BY_ID = 'subscribing always asks for find there';
const ROLES = 'roles do not count on a socket there';

const restricted = permissions => classWith(fresh('Live'), { ...OPEN, ...permissions, fields: FIELDS });
const save = (Thing, fields) => new Parse.Object(Thing).save(fields, MASTER);
const all = (Thing, who) => follow(new Parse.Query(Thing), { token: who?.token });

it('a class without find permission cannot be followed', async () => {
  const Thing = await restricted({ find: {} });
  await refused(all(Thing), 119, 'Permission denied');
});

it('one object is followed by the permission to get', { differs: BY_ID }, async () => {
  const Thing = await restricted({ find: {} });
  const one = await settled(Thing, () => save(Thing, { n: 1 }));
  const other = await save(Thing, { n: 2 });
  const follower = await follow(new Parse.Query(Thing).equalTo('objectId', one.id));
  await other.save({ n: 3 }, MASTER);
  await one.save({ n: 4 }, MASTER);
  await follower.next('update', one);
});

it('one object is not followed without the permission to get', { differs: BY_ID }, async () => {
  const Thing = await restricted({ get: {} });
  const one = await save(Thing, { n: 1 });
  await refused(follow(new Parse.Query(Thing).equalTo('objectId', one.id)), 119, 'Permission denied');
});

it('a class for persons is not followed by signed-out clients', async () => {
  const Thing = await restricted({ find: { requiresAuthentication: true } });
  await refused(all(Thing), 101);
});

it('a class for persons is followed by all signed-in users', async () => {
  const ada = await person();
  const Thing = await restricted({ find: { requiresAuthentication: true } });
  const follower = await all(Thing, ada);
  await follower.next('create', await save(Thing, { n: 1 }));
});

it('a class for one person is followed by this person alone', async () => {
  const [ada, bob] = [await person(), await person()];
  const Thing = await restricted({ find: { [ada.id]: true } });
  await refused(all(Thing, bob), 119, 'Permission denied');
  const follower = await all(Thing, ada);
  await follower.next('create', await save(Thing, { n: 1 }));
});

it('a class for a role is followed by its members alone', { differs: ROLES }, async () => {
  const [ada, bob] = [await person(), await person()];
  const admins = await role({ users: [ada] });
  const Thing = await restricted({ find: { [`role:${admins.getName()}`]: true } });
  await refused(all(Thing, bob), 119, 'Permission denied');
  const follower = await all(Thing, ada);
  await follower.next('create', await save(Thing, { n: 1 }));
});

it(
  'the token of the connection counts for the permissions of a class',
  { differs: 'events of such a class ask the token of the subscription alone there' },
  async () => {
    const ada = await person();
    const Thing = await restricted({ find: { requiresAuthentication: true } });
    const follower = await follow(new Parse.Query(Thing), { sessionToken: ada.token });
    await follower.next('create', await save(Thing, { n: 1 }));
  }
);

for (const [what, permissions] of [
  ['pointerFields', { find: { pointerFields: ['owner'] } }],
  ['readUserFields', { find: {}, readUserFields: ['owner'] }],
]) {
  it(`${what} tells people of the objects that point at them`, async () => {
    const [ada, bob] = [await person(), await person()];
    const Thing = await restricted(permissions);
    const [toAda, toBob, toNobody] = [await all(Thing, ada), await all(Thing, bob), await all(Thing)];
    const hers = await save(Thing, { n: 1, owner: ada.user });
    const his = await save(Thing, { n: 2, owner: bob.user });
    await toAda.next('create', hers);
    await toBob.next('create', his);
    await hers.save({ n: 3 }, MASTER);
    await toAda.next('update', hers);
    assert.equal(toNobody.subscription.subscribed, true);
  });
}

it('a pointer in an array of helpers is enough', async () => {
  const [ada, bob] = [await person(), await person()];
  const Thing = await restricted({ find: { pointerFields: ['helpers'] } });
  const toAda = await all(Thing, ada);
  await save(Thing, { n: 1, helpers: [bob.user] });
  await toAda.next('create', await save(Thing, { n: 2, helpers: [bob.user, ada.user] }));
});

it(
  'an object that is handed on leaves one person and enters for the other',
  { differs: 'pointer permissions look at the new state alone there' },
  async () => {
    const [ada, bob] = [await person(), await person()];
    const Thing = await restricted({ find: { pointerFields: ['owner'] } });
    const [toAda, toBob] = [await all(Thing, ada), await all(Thing, bob)];
    const object = await save(Thing, { word: 'hers', owner: ada.user });
    await toAda.next('create', object);
    await object.save({ word: 'his', owner: bob.user }, MASTER);
    assert.equal((await toAda.next('leave', object)).object.get('word'), 'hers');
    const { object: entered, original } = await toBob.next('enter', object);
    assert.deepEqual([entered.get('word'), original], ['his', undefined]);
  }
);

it('a class that is closed while it is followed gets no more events', async () => {
  const Thing = await restricted({});
  const follower = await all(Thing);
  await follower.next('create', await save(Thing, { n: 1 }));
  await send('PUT', `/schemas/${Thing}`, {
    key: 'master',
    body: { classLevelPermissions: { ...OPEN, find: {} } },
  });
  await save(Thing, { n: 2 });
  assert.equal(await follower.error(), 'Permission denied');
});

it('protected fields are not in events', async () => {
  const Thing = await restricted({ protectedFields: { '*': ['secret'] } });
  const follower = await all(Thing);
  const made = await save(Thing, { secret: 'one', word: 'open' });
  const created = (await follower.next('create', made)).object;
  assert.deepEqual([created.has('secret'), created.get('word')], [false, 'open']);
  await made.save({ secret: 'two', word: 'more' }, MASTER);
  const { object, original } = await follower.next('update', made);
  assert.deepEqual([object.has('secret'), original.has('secret'), object.get('word')], [false, false, 'more']);
  await made.destroy(MASTER);
  assert.equal((await follower.next('delete', made)).object.has('secret'), false);
});

it('select does not bring protected fields', async () => {
  const Thing = await restricted({ protectedFields: { '*': ['secret'] } });
  const follower = await follow(new Parse.Query(Thing).select('secret', 'word'));
  const { object } = await follower.next('create', await save(Thing, { secret: 'one', word: 'open' }));
  assert.deepEqual([object.has('secret'), object.get('word')], [false, 'open']);
});

it('a condition about a protected field is refused', async () => {
  const Thing = await restricted({ protectedFields: { '*': ['secret'] } });
  await refused(follow(new Parse.Query(Thing).equalTo('secret', 'one')), 119, 'Permission denied');
  const either = Parse.Query.or(new Parse.Query(Thing).startsWith('secret', 'o'), new Parse.Query(Thing).equalTo('n', 1));
  await refused(follow(either), 119, 'Permission denied');
});

it('watching a protected field is refused', async () => {
  const Thing = await restricted({ protectedFields: { '*': ['secret'] } });
  await refused(follow(new Parse.Query(Thing).watch('secret')), 119, 'Permission denied');
});

it('a field that is protected from all but one role is sent to its members', { differs: ROLES }, async () => {
  const [ada, bob] = [await person(), await person()];
  const keepers = await role({ users: [ada] });
  const Thing = await restricted({ protectedFields: { '*': ['secret'], [`role:${keepers.getName()}`]: [] } });
  const [toAda, toBob] = [await all(Thing, ada), await all(Thing, bob)];
  await save(Thing, { secret: 'one' });
  assert.equal((await toAda.next('create')).object.get('secret'), 'one');
  assert.equal((await toBob.next('create')).object.has('secret'), false);
});

it(
  'a field that is protected from all but the owner is sent to the owner',
  { differs: 'the owner does not count in events there' },
  async () => {
    const [ada, bob] = [await person(), await person()];
    const Thing = await restricted({ protectedFields: { '*': ['secret'], 'userField:owner': [] } });
    const [toAda, toBob] = [await all(Thing, ada), await all(Thing, bob)];
    await save(Thing, { secret: 'one', owner: ada.user });
    assert.equal((await toAda.next('create')).object.get('secret'), 'one');
    assert.equal((await toBob.next('create')).object.has('secret'), false);
  }
);

it('a refused subscription says which one it was and keeps the socket', async () => {
  const Thing = await restricted({ find: {} });
  const socket = await rawSocket();
  await socket.connect();
  const query = { className: Thing, where: {} };
  assert.deepEqual(await socket.exchange({ op: 'subscribe', requestId: 9, query }), {
    op: 'error',
    error: 'Permission denied',
    code: 119,
    reconnect: false,
    requestId: 9,
  });
  const open = { className: fresh('Live'), where: {} };
  assert.equal((await socket.exchange({ op: 'subscribe', requestId: 9, query: open })).op, 'subscribed');
});
