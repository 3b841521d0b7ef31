import assert from 'node:assert/strict';
import { connect, fresh } from '../../harness/connect.mjs';
import { OBJECT_ID, failedWith, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send } = connect(import.meta.dirname);
Parse.allowCustomObjectId = true;

it('a client chooses the id of a new object', async () => {
  const object = new Parse.Object(fresh(), { name: 'kettle' });
  object.id = 'my-own-id';
  await object.save();
  const found = await new Parse.Query(object.className).get('my-own-id');
  assert.equal(found.get('name'), 'kettle');
});

it('a create with an id answers with that id', async () => {
  const answer = await send('POST', `/classes/${fresh()}`, { body: { objectId: 'chosen', n: 1 } });
  assert.equal(succeeded(answer, 201).objectId, 'chosen');
});

it('a chosen id may be as long as it likes', async () => {
  const Thing = fresh();
  const objectId = `long-${'x'.repeat(100)}`;
  succeeded(await send('POST', `/classes/${Thing}`, { body: { objectId } }), 201);
  assert.equal(succeeded(await send('GET', `/classes/${Thing}/${objectId}`)).objectId, objectId);
});

it('a create without an id gets one from the server', async () => {
  assert.match(succeeded(await send('POST', `/classes/${fresh()}`, { body: { n: 1 } }), 201).objectId, OBJECT_ID);
});

it('an id is taken once', async () => {
  const Thing = fresh();
  succeeded(await send('POST', `/classes/${Thing}`, { body: { objectId: 'once' } }), 201);
  failedWith(
    await send('POST', `/classes/${Thing}`, { body: { objectId: 'once' } }),
    400,
    137,
    'A duplicate value for a field with unique values was provided'
  );
});

it('an empty id is refused', async () => {
  for (const objectId of ['', null]) {
    failedWith(
      await send('POST', `/classes/${fresh()}`, { body: { objectId } }),
      400,
      104,
      'objectId must not be empty, null or undefined'
    );
  }
});

it('a user may choose an id, but not one that looks like a role', async () => {
  const body = { username: fresh('u'), password: 'p', objectId: fresh('me') };
  assert.equal(succeeded(await send('POST', '/users', { body }), 201).objectId, body.objectId);
  const role = { username: fresh('u'), password: 'p', objectId: 'role:admins' };
  failedWith(await send('POST', '/users', { body: role }), 400, 119);
});

it('an object with a chosen id is updated and deleted', async () => {
  const Thing = fresh();
  succeeded(await send('POST', `/classes/${Thing}`, { body: { objectId: 'mine', n: 1 } }), 201);
  succeeded(await send('PUT', `/classes/${Thing}/mine`, { body: { n: { __op: 'Increment', amount: 1 } } }));
  assert.equal(succeeded(await send('GET', `/classes/${Thing}/mine`)).n, 2);
  succeeded(await send('DELETE', `/classes/${Thing}/mine`));
});

it('a pointer to a chosen id is included', async () => {
  const kid = fresh('Kid');
  succeeded(await send('POST', `/classes/${kid}`, { body: { objectId: 'tom', name: 'Tom' } }), 201);
  const Thing = fresh();
  const pointer = { __type: 'Pointer', className: kid, objectId: 'tom' };
  succeeded(await send('POST', `/classes/${Thing}`, { body: { objectId: 'parent', kid: pointer } }), 201);
  assert.equal((await new Parse.Query(Thing).include('kid').get('parent')).get('kid').get('name'), 'Tom');
});
