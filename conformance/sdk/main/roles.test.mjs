import assert from 'node:assert/strict';
import { MASTER, connect, fresh } from '../../harness/connect.mjs';
import { sameMembers } from '../../harness/expectations.mjs';

const { Parse, it, person, role } = connect(import.meta.dirname);

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

it('a role is found by its name', async () => {
  const admins = await role();
  const found = await new Parse.Query(Parse.Role).equalTo('name', admins.getName()).first();
  assert.equal(found.id, admins.id);
  assert.ok(found instanceof Parse.Role);
});
