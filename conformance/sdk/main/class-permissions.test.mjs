import assert from 'node:assert/strict';
import { MASTER, connect, fresh } from '../../harness/connect.mjs';
import { failedWith, refused, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send, person, classWith } = connect(import.meta.dirname);
const ALL = { '*': true };
const OPEN = { find: ALL, get: ALL, count: ALL, create: ALL, update: ALL, delete: ALL, addField: ALL };

/** An open class but for `permissions`, with one object in it. */
async function restricted(permissions, fields) {
  const Thing = await classWith(fresh(), { ...OPEN, ...permissions, fields: { n: { type: 'Number' }, ...fields } });
  const object = await new Parse.Object(Thing).save({ n: 1 }, MASTER);
  return { Thing, object, path: `/classes/${Thing}/${object.id}` };
}

it('find can be closed', async () => {
  const { Thing, object } = await restricted({ find: {} });
  await refused(new Parse.Query(Thing).find(), 119, 'Permission denied');
  assert.ok(await new Parse.Query(Thing).get(object.id));
});

it('get can be closed', async () => {
  const { Thing, object, path } = await restricted({ get: {} });
  await refused(new Parse.Query(Thing).get(object.id), 119, 'Permission denied');
  failedWith(await send('GET', path), 400, 119, 'Permission denied');
  assert.equal((await new Parse.Query(Thing).find()).length, 1);
});

it('count can be closed', async () => {
  const { Thing } = await restricted({ count: {} });
  await refused(new Parse.Query(Thing).count(), 119, 'Permission denied');
  assert.equal((await new Parse.Query(Thing).find()).length, 1);
});

it('create can be closed', async () => {
  const { Thing } = await restricted({ create: {} });
  await refused(new Parse.Object(Thing).save({ n: 2 }), 119, 'Permission denied');
});

it('update can be closed', async () => {
  const { path } = await restricted({ update: {} });
  failedWith(await send('PUT', path, { body: { n: 2 } }), 400, 119, 'Permission denied');
});

it('delete can be closed', async () => {
  const { path } = await restricted({ delete: {} });
  failedWith(await send('DELETE', path), 400, 119, 'Permission denied');
});

it('addField can be closed on create', async () => {
  const { Thing } = await restricted({ addField: {} });
  await refused(new Parse.Object(Thing).save({ n: 2, extra: 1 }), 119, 'Permission denied');
  await new Parse.Object(Thing).save({ n: 2 });
});

it('addField can be closed on update', async () => {
  const { path } = await restricted({ addField: {} });
  failedWith(await send('PUT', path, { body: { extra: 1 } }), 400, 119, 'Permission denied');
  succeeded(await send('PUT', path, { body: { n: 5 } }));
});

it('unsetting a field that is not there needs no addField', {
  differs: 'Parse Server on PostgreSQL answers 500 for a missing column',
}, async () => {
  const { path } = await restricted({ addField: {} });
  succeeded(await send('PUT', path, { body: { extra: { __op: 'Delete' } } }));
});

it('the master key passes closed class permissions', async () => {
  const Thing = await classWith(fresh(), { fields: { n: { type: 'Number' } }, find: {} });
  const object = await new Parse.Object(Thing).save({ n: 1 }, MASTER);
  await object.save({ n: 2, extra: 1 }, MASTER);
  assert.equal((await new Parse.Query(Thing).find(MASTER)).length, 1);
  await object.destroy(MASTER);
});

it('what the permissions do not mention is denied', async () => {
  const Thing = await classWith(fresh(), { find: ALL });
  await refused(new Parse.Object(Thing).save({}), 119);
  await refused(new Parse.Query(Thing).count(), 119);
  assert.deepEqual(await new Parse.Query(Thing).find(), []);
});

it('requiresAuthentication lets any signed-in user in', async () => {
  const { Thing } = await restricted({ find: { requiresAuthentication: true } });
  const ada = await person();
  assert.equal((await new Parse.Query(Thing).find(ada.as)).length, 1);
});

it('requiresAuthentication refuses the anonymous with 101', async () => {
  const { Thing } = await restricted({ find: { requiresAuthentication: true } });
  failedWith(await send('GET', `/classes/${Thing}`), 404, 101, 'Permission denied');
});

it('requiresAuthentication guards create too', async () => {
  const { Thing } = await restricted({ create: { requiresAuthentication: true } });
  const ada = await person();
  await refused(new Parse.Object(Thing).save({ n: 2 }), 101);
  await new Parse.Object(Thing).save({ n: 2 }, ada.as);
});

it('a permission may name one user', async () => {
  const [ada, bob] = [await person(), await person()];
  const { Thing } = await restricted({ find: { [ada.id]: true } });
  assert.equal((await new Parse.Query(Thing).find(ada.as)).length, 1);
  await refused(new Parse.Query(Thing).find(bob.as), 119);
});

it('a list by id alone is judged as a get', async () => {
  const { Thing, object } = await restricted({ find: {} });
  const where = { objectId: object.id };
  assert.equal(succeeded(await send('GET', `/classes/${Thing}`, { query: { where } })).results.length, 1);
  const more = { where: { objectId: object.id, n: 1 } };
  failedWith(await send('GET', `/classes/${Thing}`, { query: more }), 400, 119);
});

it('a class never given permissions reports the open ones', async () => {
  const saved = await new Parse.Object(fresh()).save();
  const { classLevelPermissions } = await new Parse.Schema(saved.className).get();
  assert.deepEqual(classLevelPermissions, {
    ...OPEN,
    protectedFields: { '*': [] },
    ACL: { '*': { read: true, write: true } },
  });
});

it('permissions once given are reported with the missing ones closed', async () => {
  const Thing = await classWith(fresh(), { find: ALL });
  const { classLevelPermissions } = await new Parse.Schema(Thing).get();
  assert.deepEqual(classLevelPermissions.find, ALL);
  assert.deepEqual(classLevelPermissions.create, {});
  assert.deepEqual(classLevelPermissions.addField, {});
});

it('Parse.CLP opens and closes a class through the SDK', async () => {
  const Thing = fresh();
  const clp = new Parse.CLP();
  clp.setFindRequiresAuthentication(true);
  clp.setCreateRequiresAuthentication(true);
  clp.setAddFieldRequiresAuthentication(true);
  await new Parse.Schema(Thing).setCLP(clp).save();
  const ada = await person();
  await new Parse.Object(Thing).save({ n: 1 }, ada.as);
  assert.equal((await new Parse.Query(Thing).find(ada.as)).length, 1);
  await refused(new Parse.Query(Thing).find(), 101);
});

it('a changed permission holds for the next request', async () => {
  const { Thing } = await restricted({});
  await new Parse.Query(Thing).find();
  await new Parse.Schema(Thing).setCLP({ ...OPEN, find: {} }).update();
  await refused(new Parse.Query(Thing).find(), 119);
});

it('a default ACL of the class is given to new objects and returned', async () => {
  const ada = await person();
  const { Thing } = await restricted({ ACL: { currentUser: { read: true, write: true }, '*': { read: true } } });
  const answer = await send('POST', `/classes/${Thing}`, { token: ada.token, body: { n: 2 } });
  assert.deepEqual(succeeded(answer, 201).ACL, { '*': { read: true }, [ada.id]: { read: true, write: true } });
  const { objectId } = answer.body;
  failedWith(await send('PUT', `/classes/${Thing}/${objectId}`, { body: { n: 3 } }), 404, 101);
});

it('a default ACL drops the current user when there is none', async () => {
  const { Thing } = await restricted({ ACL: { currentUser: { read: true, write: true }, '*': { read: true } } });
  const answer = await send('POST', `/classes/${Thing}`, { body: { n: 2 } });
  assert.deepEqual(succeeded(answer, 201).ACL, { '*': { read: true } });
});

it('a sent ACL beats the default ACL of the class', async () => {
  const { Thing } = await restricted({ ACL: { '*': { read: true } } });
  const answer = await send('POST', `/classes/${Thing}`, {
    body: { n: 2, ACL: { '*': { read: true, write: true } } },
  });
  const { objectId } = succeeded(answer, 201);
  succeeded(await send('PUT', `/classes/${Thing}/${objectId}`, { body: { n: 3 } }));
});

for (const [permissions, message] of [
  [{ fly: ALL }, 'fly is not a valid operation for class level permissions'],
  [{ find: 'all' }, "'all' is not a valid value for class level permissions find - must be an object"],
  [{ find: { '*': false } }, "'false' is not a valid value for class level permissions acl find:*"],
  [{ find: { 'not valid': true } }, "'not valid' is not a valid key for class level permissions"],
  [{ find: { pointerFields: ['never'] } }, /^'never' is not a valid column for class level pointer permissions/],
  [{ readUserFields: ['never'] }, "'never' is not a valid column for class level pointer permissions readUserFields"],
  [{ protectedFields: { '*': ['objectId'] } }, "Default field 'objectId' can not be protected"],
  [{ protectedFields: { '*': ['never'] } }, "Field 'never' in protectedFields:* does not exist"],
]) {
  it(`the permissions ${JSON.stringify(permissions)} are refused`, async () => {
    const Thing = fresh();
    const answer = await send('POST', `/schemas/${Thing}`, {
      key: 'master',
      body: { className: Thing, fields: {}, classLevelPermissions: permissions },
    });
    failedWith(answer, 400, 107, message);
  });
}
