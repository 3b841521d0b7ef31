import assert from 'node:assert/strict';
import { MASTER, connect, fresh } from '../../harness/connect.mjs';
import { failedWith, refused, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send, person, role, classWith } = connect(import.meta.dirname);
const OPEN = Object.fromEntries(
  ['find', 'get', 'count', 'create', 'update', 'delete', 'addField'].map(operation => [operation, { '*': true }])
);

async function vault(fields = {}) {
  return new Parse.Object('Vault').save({ name: fresh('v'), secret: 's', code: 7, ...fields }, MASTER);
}

async function keysOf(object, who) {
  const found = await new Parse.Query(object.className).get(object.id, who);
  return Object.keys(found.attributes).filter(key => !['createdAt', 'updatedAt', 'ACL'].includes(key)).sort();
}

/** A class protected through its permissions, with fields a to d and an owner. */
async function guarded(protectedFields, values = {}) {
  const fields = {
    a: { type: 'String' },
    b: { type: 'String' },
    owner: { type: 'Pointer', targetClass: '_User' },
    team: { type: 'Array' },
  };
  const Thing = await classWith(fresh(), { ...OPEN, protectedFields, fields });
  return new Parse.Object(Thing).save({ a: '1', b: '2', ...values }, MASTER);
}

it('a field protected by the server is hidden from everybody', async () => {
  assert.deepEqual(await keysOf(await vault()), ['name']);
});

it('the master key sees protected fields', async () => {
  assert.deepEqual(await keysOf(await vault(), MASTER), ['code', 'name', 'secret']);
});

it('the maintenance key sees protected fields', async () => {
  const object = await vault();
  const body = succeeded(await send('GET', `/classes/Vault/${object.id}`, { key: 'maintenance' }));
  assert.equal(body.secret, 's');
});

it('a role sees what its own list leaves open', async () => {
  const ada = await person();
  const existing = await new Parse.Query(Parse.Role).equalTo('name', 'keepers').first(MASTER);
  const keepers = existing ?? (await role({ name: 'keepers' }));
  keepers.getUsers().add(ada.user);
  await keepers.save(null, MASTER);
  assert.deepEqual(await keysOf(await vault(), ada.as), ['name', 'secret']);
});

it('the owner an object points at sees what their list leaves open', async () => {
  const [ada, bob] = [await person(), await person()];
  const object = await vault({ owner: ada.user });
  assert.deepEqual(await keysOf(object, ada.as), ['code', 'name', 'owner', 'secret']);
  assert.deepEqual(await keysOf(object, bob.as), ['name', 'owner']);
});

it('protected fields are hidden in a find and an include', async () => {
  const object = await vault();
  const found = await new Parse.Query('Vault').equalTo('name', object.get('name')).first();
  assert.equal(found.has('secret'), false);
  const parent = await new Parse.Object(fresh()).save({ vault: object });
  const included = await new Parse.Query(parent.className).include('vault').get(parent.id);
  assert.equal(included.get('vault').get('name'), object.get('name'));
  assert.equal(included.get('vault').has('secret'), false);
});

it('asking for a protected key does not bring it', async () => {
  const object = await vault();
  const body = succeeded(await send('GET', `/classes/Vault/${object.id}`, { query: { keys: 'name,secret' } }));
  assert.equal('secret' in body, false);
});

it('a query on a protected field is refused', async () => {
  await vault();
  await refused(new Parse.Query('Vault').equalTo('secret', 's').find(), 119, 'Permission denied');
});

it('a query on a protected field inside an or is refused', async () => {
  await vault();
  const query = Parse.Query.or(
    new Parse.Query('Vault').equalTo('name', 'x'),
    new Parse.Query('Vault').equalTo('secret', 's')
  );
  await refused(query.find(), 119, 'Permission denied');
});

it('a sort by a protected field is refused', async () => {
  await vault();
  await refused(new Parse.Query('Vault').ascending('secret').find(), 119, 'Permission denied');
});

it('the master key queries and sorts by protected fields', async () => {
  const object = await vault({ secret: fresh('s') });
  const query = new Parse.Query('Vault').equalTo('secret', object.get('secret')).ascending('code');
  assert.equal((await query.first(MASTER)).id, object.id);
});

it('class permissions protect fields too', async () => {
  assert.deepEqual(await keysOf(await guarded({ '*': ['a'] })), ['b']);
});

it('a list for the signed-in narrows what is hidden from them', async () => {
  const ada = await person();
  const object = await guarded({ '*': ['a', 'b'], authenticated: ['a'] });
  assert.deepEqual(await keysOf(object), []);
  assert.deepEqual(await keysOf(object, ada.as), ['b']);
});

it('a list for one user narrows what is hidden from them', async () => {
  const [ada, bob] = [await person(), await person()];
  const object = await guarded({ '*': ['a', 'b'], [ada.id]: [] });
  assert.deepEqual(await keysOf(object, ada.as), ['a', 'b']);
  assert.deepEqual(await keysOf(object, bob.as), []);
});

it('a field is hidden only where every list that applies hides it', async () => {
  const ada = await person();
  const helpers = await role({ users: [ada] });
  const object = await guarded({ '*': ['a', 'b'], [`role:${helpers.getName()}`]: ['b'], authenticated: ['a'] });
  assert.deepEqual(await keysOf(object, ada.as), ['a', 'b']);
});

it('an array of users counts like a pointer', async () => {
  const [ada, bob] = [await person(), await person()];
  const object = await guarded({ '*': ['a'], 'userField:team': [] }, { team: [ada.user] });
  assert.ok((await keysOf(object, ada.as)).includes('a'));
  assert.equal((await keysOf(object, bob.as)).includes('a'), false);
});

it('the fields of users protected by the server are hidden from others', async () => {
  const email = `${fresh('u')}@example.org`;
  const [ada, bob] = [await person({ email, phone: '123', ACL: { '*': { read: true } } }), await person()];
  const seen = await new Parse.Query(Parse.User).get(ada.id, bob.as);
  assert.deepEqual([seen.has('email'), seen.has('phone')], [false, false]);
});

it('the protected fields of a user are shown to that user', async () => {
  const email = `${fresh('u')}@example.org`;
  const ada = await person({ email, phone: '123' });
  const seen = await new Parse.Query(Parse.User).get(ada.id, ada.as);
  assert.deepEqual([seen.get('email'), seen.get('phone')], [email, '123']);
});

it('a save of a protected field is accepted and answered', async () => {
  const object = await vault();
  const answer = await send('PUT', `/classes/Vault/${object.id}`, {
    body: { code: { __op: 'Increment', amount: 1 } },
  });
  assert.equal(succeeded(answer).code, 8);
});

it('a count by a protected field is refused', async () => {
  await vault();
  const answer = await send('GET', '/classes/Vault', { query: { where: { code: 7 }, count: 1, limit: 0 } });
  failedWith(answer, 400, 119, 'Permission denied');
});
