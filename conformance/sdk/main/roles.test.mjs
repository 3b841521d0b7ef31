import assert from 'node:assert/strict';
import { MASTER, connect, fresh } from '../../harness/connect.mjs';
import { failedWith, refused, sameMembers, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send, person, role } = connect(import.meta.dirname);

/** An object that only holders of the role may read and write. */
async function reserved(name) {
  const acl = new Parse.ACL();
  acl.setRoleReadAccess(name, true);
  acl.setRoleWriteAccess(name, true);
  return new Parse.Object(fresh(), { title: 'secret' }).setACL(acl).save(null, MASTER);
}

async function mayRead(object, who) {
  return (await new Parse.Query(object.className).find(who?.as)).length === 1;
}

it('a member of a role reads what the role may read', async () => {
  const [ada, bob] = [await person(), await person()];
  const admins = await role({ users: [ada] });
  const object = await reserved(admins.getName());
  assert.equal(await mayRead(object, ada), true);
  assert.equal(await mayRead(object, bob), false);
  assert.equal(await mayRead(object), false);
});

it('a member of a role writes what the role may write', async () => {
  const ada = await person();
  const admins = await role({ users: [ada] });
  const object = await reserved(admins.getName());
  await object.save({ title: 'changed' }, ada.as);
});

it('a child role has the permissions of its parent', async () => {
  const ada = await person();
  const owners = await role({ users: [ada] });
  const admins = await role({ roles: [owners] });
  assert.equal(await mayRead(await reserved(admins.getName()), ada), true);
});

it('a parent role does not have the permissions of its child', async () => {
  const ada = await person();
  const owners = await role();
  await role({ users: [ada], roles: [owners] });
  assert.equal(await mayRead(await reserved(owners.getName()), ada), false);
});

it('inheritance reaches over several levels', async () => {
  const ada = await person();
  const bottom = await role({ users: [ada] });
  const middle = await role({ roles: [bottom] });
  const top = await role({ roles: [middle] });
  assert.equal(await mayRead(await reserved(top.getName()), ada), true);
});

it('a cycle of roles is no trouble', async () => {
  const ada = await person();
  const one = await role({ users: [ada] });
  const two = await role({ roles: [one] });
  one.getRoles().add(two);
  await one.save(null, MASTER);
  assert.equal(await mayRead(await reserved(two.getName()), ada), true);
  assert.equal(await mayRead(await reserved(one.getName()), ada), true);
});

it('a user added to a role has its permissions at once', async () => {
  const ada = await person();
  const admins = await role();
  const object = await reserved(admins.getName());
  assert.equal(await mayRead(object, ada), false);
  admins.getUsers().add(ada.user);
  await admins.save(null, MASTER);
  assert.equal(await mayRead(object, ada), true);
});

it('a user removed from a role loses its permissions at once', async () => {
  const ada = await person();
  const admins = await role({ users: [ada] });
  const object = await reserved(admins.getName());
  assert.equal(await mayRead(object, ada), true);
  admins.getUsers().remove(ada.user);
  await admins.save(null, MASTER);
  assert.equal(await mayRead(object, ada), false);
});

it('the users of a role are found through its relation', async () => {
  const [ada, bob] = [await person(), await person()];
  const admins = await role({ users: [ada, bob] });
  const found = await admins.getUsers().query().find(MASTER);
  sameMembers(found.map(({ id }) => id), [ada.id, bob.id]);
});

it('the child roles of a role are found through its relation', async () => {
  const child = await role();
  const parent = await role({ roles: [child] });
  const found = await parent.getRoles().query().find(MASTER);
  assert.deepEqual(found.map(({ id }) => id), [child.id]);
});

it('a role is found by its name', async () => {
  const admins = await role();
  const found = await new Parse.Query(Parse.Role).equalTo('name', admins.getName()).first();
  assert.equal(found.id, admins.id);
  assert.ok(found instanceof Parse.Role);
});

it('a role needs an ACL', async () => {
  failedWith(await send('POST', '/roles', { body: { name: fresh('role') } }), 400, 111, 'ACL is required.');
});

it('a role needs a name', async () => {
  failedWith(await send('POST', '/roles', { body: { ACL: { '*': { read: true } } } }), 400, 111, 'name is required.');
});

it('a role name is taken once', async () => {
  const admins = await role();
  await refused(role({ name: admins.getName() }), 137);
});

it('a role is made by an ordinary user too', async () => {
  const ada = await person();
  const acl = new Parse.ACL(ada.user);
  const made = await new Parse.Role(fresh('role'), acl).save(null, ada.as);
  assert.ok(made.id);
});

it('a role the caller may not write is not changed', async () => {
  const [ada, bob] = [await person(), await person()];
  const admins = await role({ users: [ada] });
  const answer = await send('PUT', `/roles/${admins.id}`, {
    token: bob.token,
    body: { users: { __op: 'AddRelation', objects: [bob.pointer] } },
  });
  failedWith(answer, 404, 101, 'Object not found.');
});

it('role permissions work in a class permission', async () => {
  const [ada, bob] = [await person(), await person()];
  const admins = await role({ users: [ada] });
  const Thing = fresh();
  const schema = new Parse.Schema(Thing);
  schema.setCLP({ find: { [`role:${admins.getName()}`]: true }, create: { '*': true }, addField: { '*': true } });
  await schema.save();
  await new Parse.Object(Thing).save({ n: 1 });
  assert.equal((await new Parse.Query(Thing).find(ada.as)).length, 1);
  await refused(new Parse.Query(Thing).find(bob.as), 119);
});

it('a role lists itself like any object', async () => {
  const admins = await role();
  const body = succeeded(await send('GET', `/roles/${admins.id}`));
  assert.equal(body.name, admins.getName());
  assert.deepEqual(body.users, { __type: 'Relation', className: '_User' });
  assert.deepEqual(body.roles, { __type: 'Relation', className: '_Role' });
});
