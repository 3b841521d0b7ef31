import assert from 'node:assert/strict';
import { KEYS } from '../../harness/configurations.mjs';
import { MASTER, connect, fresh } from '../../harness/connect.mjs';
import { answered, failedWith, refused, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send, person } = connect(import.meta.dirname);
const DENIED = { code: 119, error: 'Permission denied' };

async function lockedObject() {
  const Thing = fresh();
  const object = new Parse.Object(Thing, { name: 'kettle' });
  object.setACL(new Parse.ACL());
  return object.save(null, MASTER);
}

it('the master key reads past an ACL', async () => {
  const locked = await lockedObject();
  const found = await new Parse.Query(locked.className).get(locked.id, MASTER);
  assert.equal(found.get('name'), 'kettle');
});

it('the master key writes past an ACL', async () => {
  const locked = await lockedObject();
  await locked.save({ name: 'pot' }, MASTER);
  const found = await new Parse.Query(locked.className).get(locked.id, MASTER);
  assert.equal(found.get('name'), 'pot');
});

it('the read-only master key reads past an ACL', async () => {
  const locked = await lockedObject();
  const answer = await send('GET', `/classes/${locked.className}/${locked.id}`, { key: 'readOnly' });
  assert.equal(succeeded(answer).name, 'kettle');
});

it('the read-only master key may not create', async () => {
  answered(await send('POST', `/classes/${fresh()}`, { key: 'readOnly', body: {} }), 400, DENIED);
});

it('the read-only master key may not update', async () => {
  const { className, id } = await lockedObject();
  answered(await send('PUT', `/classes/${className}/${id}`, { key: 'readOnly', body: {} }), 400, DENIED);
});

it('the read-only master key may not delete', async () => {
  const { className, id } = await lockedObject();
  answered(await send('DELETE', `/classes/${className}/${id}`, { key: 'readOnly' }), 400, DENIED);
});

it('the read-only master key may not define a class', async () => {
  const Thing = fresh();
  const answer = await send('POST', `/schemas/${Thing}`, {
    key: 'readOnly',
    body: { className: Thing, fields: {} },
  });
  failedWith(answer, 400, 119);
});

it('the read-only master key reads schemas', async () => {
  const { className } = await lockedObject();
  const answer = await send('GET', `/schemas/${className}`, { key: 'readOnly' });
  assert.equal(succeeded(answer).className, className);
});

it('the read-only master key may not purge', async () => {
  const { className } = await lockedObject();
  failedWith(await send('DELETE', `/purge/${className}`, { key: 'readOnly' }), 400, 119);
});

it('the read-only master key may not log in as somebody', async () => {
  const ada = await person();
  failedWith(await send('POST', '/loginAs', { key: 'readOnly', body: { userId: ada.id } }), 400, 119);
});

it('the read-only master key may run a function, as master', async () => {
  const answer = await send('POST', '/functions/whoami', { key: 'readOnly', body: {} });
  assert.equal(succeeded(answer).result.master, true);
});

it('a wrong master key leaves the request an ordinary one', async () => {
  const headers = { 'X-Parse-Master-Key': 'not-it' };
  answered(await send('GET', `/classes/${fresh()}`, { headers }), 200, { results: [] });
  answered(await send('GET', '/schemas', { headers }), 403, { error: 'Permission denied' });
});

it('a master-only route without a key is refused without a code', async () => {
  answered(await send('GET', '/schemas'), 403, { error: 'Permission denied' });
});

it('the maintenance key is not a master key', async () => {
  answered(await send('GET', '/schemas', { key: 'maintenance' }), 403, { error: 'Permission denied' });
});

it('the maintenance key may set createdAt on create', async () => {
  const Thing = fresh();
  const createdAt = { __type: 'Date', iso: '2019-01-01T00:00:00.000Z' };
  const answer = await send('POST', `/classes/${Thing}`, { key: 'maintenance', body: { createdAt } });
  const { objectId } = succeeded(answer, 201);
  const found = await new Parse.Query(Thing).get(objectId);
  assert.equal(found.createdAt.toISOString(), '2019-01-01T00:00:00.000Z');
  assert.equal(found.updatedAt.toISOString(), '2019-01-01T00:00:00.000Z');
});

it('the maintenance key may not set updatedAt before createdAt', async () => {
  const answer = await send('POST', `/classes/${fresh()}`, {
    key: 'maintenance',
    body: {
      createdAt: { __type: 'Date', iso: '2019-01-02T00:00:00.000Z' },
      updatedAt: { __type: 'Date', iso: '2019-01-01T00:00:00.000Z' },
    },
  });
  failedWith(answer, 400, 142, 'updatedAt cannot occur before createdAt');
});

it('a master request beside a session token is the master, not the user', async () => {
  const ada = await person();
  const answer = await send('POST', '/functions/whoami', { key: 'master', token: ada.token, body: {} });
  const { user, master } = succeeded(answer).result;
  assert.deepEqual({ user, master }, { user: null, master: true });
});

it('the master key does not bypass schema types', async () => {
  const Thing = fresh();
  await new Parse.Object(Thing).save({ n: 1 });
  await refused(new Parse.Object(Thing).save({ n: 'one' }, MASTER), 111);
});

it('the master key does not bypass before-save rules', async () => {
  await refused(new Parse.Object('Guarded').save({ forbid: true }, MASTER), 142, 'forbidden by rule');
});

it('the master key cannot query password hashes', async () => {
  const answer = await send('GET', '/classes/_User', {
    key: 'master',
    query: { where: { _hashed_password: { $exists: true } } },
  });
  failedWith(answer, 400, 105, 'Invalid key name: _hashed_password');
});

it('a master read of a user shows no internal column', async () => {
  const ada = await person();
  const user = succeeded(await send('GET', `/users/${ada.id}`, { key: 'master' }));
  assert.deepEqual(Object.keys(user).filter(key => key.startsWith('_') || key === 'password'), []);
});

it('a master key header must fit the application named in the body', async () => {
  const answer = await send('POST', '/schemas', {
    app: null,
    headers: { 'X-Parse-Master-Key': 'not-it' },
    body: { _method: 'GET', _ApplicationId: KEYS.appId },
  });
  answered(answer, 403, { error: 'unauthorized' });
});
