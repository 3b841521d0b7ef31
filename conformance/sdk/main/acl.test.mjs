import assert from 'node:assert/strict';
import { MASTER, connect, fresh } from '../../harness/connect.mjs';
import { failedWith, refused, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send, person } = connect(import.meta.dirname);
const NOT_FOUND = 'Object not found.';

async function owned(owner, configure = () => {}) {
  const acl = new Parse.ACL(owner.user);
  configure(acl);
  return new Parse.Object(fresh(), { name: 'kettle' }).setACL(acl).save(null, owner.as);
}

it('an object without an ACL is open to everybody and shows none', async () => {
  const saved = await new Parse.Object(fresh()).save({ name: 'kettle' });
  const body = succeeded(await send('GET', `/classes/${saved.className}/${saved.id}`));
  assert.equal('ACL' in body, false);
  succeeded(await send('PUT', `/classes/${saved.className}/${saved.id}`, { body: { name: 'pot' } }));
});

it('the owner reads and writes a private object', async () => {
  const ada = await person();
  const saved = await owned(ada);
  const found = await new Parse.Query(saved.className).get(saved.id, ada.as);
  await found.save({ name: 'pot' }, ada.as);
  assert.equal(found.get('name'), 'pot');
});

it('a stranger finds a private object neither by id nor in a list', async () => {
  const [ada, bob] = [await person(), await person()];
  const saved = await owned(ada);
  for (const who of [undefined, bob.as]) {
    await refused(new Parse.Query(saved.className).get(saved.id, who), 101, NOT_FOUND);
    assert.deepEqual(await new Parse.Query(saved.className).find(who), []);
    assert.equal(await new Parse.Query(saved.className).count(who), 0);
  }
});

it('a stranger cannot write a private object', async () => {
  const [ada, bob] = [await person(), await person()];
  const saved = await owned(ada);
  const path = `/classes/${saved.className}/${saved.id}`;
  failedWith(await send('PUT', path, { token: bob.token, body: { name: 'mine' } }), 404, 101, NOT_FOUND);
  failedWith(await send('DELETE', path, { token: bob.token }), 404, 101, NOT_FOUND);
  assert.equal((await new Parse.Query(saved.className).get(saved.id, ada.as)).get('name'), 'kettle');
});

it('a publicly readable object is read but not written by strangers', async () => {
  const ada = await person();
  const saved = await owned(ada, acl => acl.setPublicReadAccess(true));
  assert.equal((await new Parse.Query(saved.className).get(saved.id)).get('name'), 'kettle');
  await refused(saved.save({ name: 'mine' }, { sessionToken: undefined }), 101);
});

it('an object shared with another user is theirs to read and write', async () => {
  const [ada, bob] = [await person(), await person()];
  const saved = await owned(ada, acl => {
    acl.setReadAccess(bob.user, true);
    acl.setWriteAccess(bob.user, true);
  });
  const found = await new Parse.Query(saved.className).get(saved.id, bob.as);
  await found.save({ name: 'shared' }, bob.as);
});

it('a write-only object can be changed but not seen', async () => {
  const saved = await new Parse.Object(fresh(), { name: 'letterbox' })
    .setACL(new Parse.ACL({ '*': { write: true } }))
    .save();
  const path = `/classes/${saved.className}/${saved.id}`;
  succeeded(await send('PUT', path, { body: { name: 'full' } }));
  failedWith(await send('GET', path), 404, 101, NOT_FOUND);
});

it('an empty ACL leaves the object to the master key', async () => {
  const saved = await new Parse.Object(fresh(), { name: 'locked' }).setACL(new Parse.ACL()).save();
  const path = `/classes/${saved.className}/${saved.id}`;
  failedWith(await send('GET', path), 404, 101, NOT_FOUND);
  failedWith(await send('PUT', path, { body: {} }), 404, 101, NOT_FOUND);
  assert.deepEqual(succeeded(await send('GET', path, { key: 'master' })).ACL, {});
});

it('an ACL comes back as it was sent, with the true flags alone', async () => {
  const saved = await new Parse.Object(fresh())
    .setACL(new Parse.ACL({ '*': { read: true }, someone: { read: true, write: true }, 'role:admins': { write: true } }))
    .save();
  const body = succeeded(await send('GET', `/classes/${saved.className}/${saved.id}`));
  assert.deepEqual(body.ACL, {
    '*': { read: true },
    someone: { read: true, write: true },
    'role:admins': { write: true },
  });
});

it('whoever may write may change the ACL', async () => {
  const [ada, bob] = [await person(), await person()];
  const saved = await owned(ada);
  const acl = saved.getACL();
  acl.setReadAccess(bob.user, true);
  await saved.setACL(acl).save(null, ada.as);
  assert.ok(await new Parse.Query(saved.className).get(saved.id, bob.as));
});

it('an ACL of null leaves the ACL as it is', async () => {
  const ada = await person();
  const saved = await owned(ada);
  const path = `/classes/${saved.className}/${saved.id}`;
  succeeded(await send('PUT', path, { token: ada.token, body: { ACL: null, name: 'pot' } }));
  const body = succeeded(await send('GET', path, { token: ada.token }));
  assert.deepEqual(body.ACL, { [ada.id]: { read: true, write: true } });
});

it('deleting the ACL locks the object', async () => {
  const saved = await new Parse.Object(fresh(), { name: 'kettle' }).save();
  const path = `/classes/${saved.className}/${saved.id}`;
  succeeded(await send('PUT', path, { body: { ACL: { __op: 'Delete' } } }));
  failedWith(await send('GET', path), 404, 101, NOT_FOUND);
  assert.deepEqual(succeeded(await send('GET', path, { key: 'master' })).ACL, {});
});

it('an ACL that is no object is refused', {
  differs: 'Parse Server ignores it or locks the object',
}, async () => {
  failedWith(await send('POST', `/classes/${fresh()}`, { body: { ACL: 'everybody' } }), 400, 123, 'Invalid ACL.');
});

it('an ACL with an unresolved user is refused', async () => {
  const body = { ACL: { '*unresolved': { read: true } } };
  failedWith(await send('POST', `/classes/${fresh()}`, { body }), 400, 123, 'Invalid ACL.');
});

it('a find mixes what everybody and what only the caller may read', async () => {
  const ada = await person();
  const Thing = fresh();
  await new Parse.Object(Thing).save({ n: 1 });
  await new Parse.Object(Thing, { n: 2 }).setACL(new Parse.ACL(ada.user)).save(null, ada.as);
  await new Parse.Object(Thing, { n: 3 }).setACL(new Parse.ACL()).save(null, MASTER);
  const numbers = async who => (await new Parse.Query(Thing).ascending('n').find(who)).map(o => o.get('n'));
  assert.deepEqual(await numbers(), [1]);
  assert.deepEqual(await numbers(ada.as), [1, 2]);
  assert.deepEqual(await numbers(MASTER), [1, 2, 3]);
});

it('a client cannot widen its view by asking for permission columns', async () => {
  const Thing = fresh();
  await new Parse.Object(Thing, { n: 1 }).setACL(new Parse.ACL()).save(null, MASTER);
  const answer = await send('GET', `/classes/${Thing}`, { query: { where: { _rperm: { $exists: true } } } });
  assert.deepEqual(answer.body?.results ?? [], []);
});
