import assert from 'node:assert/strict';
import { MASTER, fresh } from '../../harness/connect.mjs';
import { eventually } from '../../harness/expectations.mjs';
import { connectLive, told } from '../../harness/live.mjs';

const { Parse, it, follow, person, role, settled } = connectLive(import.meta.dirname);

function readableBy(...who) {
  const acl = new Parse.ACL();
  for (const each of who) {
    if (each === '*') acl.setPublicReadAccess(true);
    else if (typeof each === 'string') acl.setRoleReadAccess(each, true);
    else acl.setReadAccess(each.id, true);
  }
  return acl;
}

const save = (Thing, fields, acl) => new Parse.Object(Thing).setACL(acl).save(fields, MASTER);
const change = (object, fields) => object.save(fields, MASTER);

/** Followers of a whole class, each with the rights of a person, or of a signed-out client. */
async function followed(...people) {
  const Thing = fresh('Live');
  const followers = await Promise.all(people.map(who => follow(new Parse.Query(Thing), { token: who?.token })));
  return [Thing, ...followers];
}

it('an object that all users may read is sent to all users', async () => {
  const [Thing, follower] = await followed(undefined);
  await follower.next('create', await save(Thing, { n: 1 }, readableBy('*')));
});

it('an object for one person is sent to this person alone', async () => {
  const [ada, bob] = [await person(), await person()];
  const [Thing, toAda, toBob, toNobody] = await followed(ada, bob, undefined);
  const secret = await save(Thing, { n: 1 }, readableBy(ada));
  const open = await save(Thing, { n: 2 }, readableBy('*'));
  await toAda.next('create', secret);
  await toAda.next('create', open);
  await toBob.next('create', open);
  await toNobody.next('create', open);
});

it('an object that no user may read is sent to no client', async () => {
  const ada = await person();
  const [Thing, toAda] = await followed(ada);
  await save(Thing, { n: 1 }, readableBy());
  await toAda.next('create', await save(Thing, { n: 2 }, readableBy(ada)));
});

it('an object for a role is sent to its members', async () => {
  const [ada, bob] = [await person(), await person()];
  const admins = await role({ users: [ada] });
  const [Thing, toAda, toBob] = await followed(ada, bob);
  await toAda.next('create', await save(Thing, { n: 1 }, readableBy(admins.getName())));
  const open = await save(Thing, { n: 2 }, readableBy('*'));
  await toBob.next('create', open);
});

it('an object for a role is sent to members of the roles below it', async () => {
  const ada = await person();
  const bottom = await role({ users: [ada] });
  const middle = await role({ roles: [bottom] });
  const top = await role({ roles: [middle] });
  const [Thing, toAda] = await followed(ada);
  await toAda.next('create', await save(Thing, { n: 1 }, readableBy(top.getName())));
});

it('an object for a lower role is not told to members of the role above it', async () => {
  const ada = await person();
  const bottom = await role();
  await role({ users: [ada], roles: [bottom] });
  const [Thing, toAda] = await followed(ada);
  await save(Thing, { n: 1 }, readableBy(bottom.getName()));
  await toAda.next('create', await save(Thing, { n: 2 }, readableBy('*')));
});

it('a change of a private object is sent to its reader alone', async () => {
  const [ada, bob] = [await person(), await person()];
  const [Thing, toAda, toBob] = await followed(ada, bob);
  const secret = await save(Thing, { n: 1 }, readableBy(ada));
  await toAda.next('create', secret);
  await change(secret, { n: 2 });
  const { object, original } = await toAda.next('update', secret);
  assert.deepEqual([object.get('n'), original.get('n')], [2, 1]);
  await toBob.next('create', await save(Thing, { n: 3 }, readableBy('*')));
});

it('a private object that is deleted is sent to its reader alone', async () => {
  const [ada, bob] = [await person(), await person()];
  const [Thing, toAda, toBob] = await followed(ada, bob);
  const secret = await save(Thing, { n: 1 }, readableBy(ada));
  await toAda.next('create', secret);
  await secret.destroy(MASTER);
  await toAda.next('delete', secret);
  await toBob.next('create', await save(Thing, { n: 3 }, readableBy('*')));
});

it('a user who loses access is sent leave with the state from before', async () => {
  const ada = await person();
  const [Thing, toAda] = await followed(ada);
  const object = await save(Thing, { n: 1, word: 'known' }, readableBy(ada));
  await toAda.next('create', object);
  await change(object.setACL(readableBy()), { word: 'secret' });
  const event = await toAda.next('leave', object);
  assert.deepEqual([event.object.get('word'), event.original.get('word')], ['known', 'known']);
  assert.equal(event.object.getACL().getReadAccess(ada.id), true);
});

it('a user who loses access and the condition at once is sent nothing new', async () => {
  const ada = await person();
  const Thing = fresh('Live');
  const object = await settled(Thing, () => save(Thing, { n: 1, word: 'known' }, readableBy(ada)));
  const toAda = await follow(new Parse.Query(Thing).equalTo('n', 1), { token: ada.token });
  await change(object.setACL(readableBy()), { n: 2, word: 'secret' });
  const event = await toAda.next('leave', object);
  assert.deepEqual([event.object.get('n'), event.object.get('word')], [1, 'known']);
});

it('a user who may read from now on is sent enter without the state from before', async () => {
  const ada = await person();
  const [Thing, toAda] = await followed(ada);
  const object = await save(Thing, { n: 1, word: 'secret' }, readableBy());
  await change(object.setACL(readableBy(ada)), { word: 'open' });
  const event = await toAda.next('enter', object);
  assert.deepEqual([event.object.get('word'), event.original], ['open', undefined]);
});

it('access that is lost by one and gained by another is sent to both', async () => {
  const [ada, bob] = [await person(), await person()];
  const [Thing, toAda, toBob] = await followed(ada, bob);
  const object = await save(Thing, { n: 1 }, readableBy(ada));
  await toAda.next('create', object);
  await change(object.setACL(readableBy(bob)), { n: 2 });
  assert.equal((await toAda.next('leave', object)).object.get('n'), 1);
  assert.equal((await toBob.next('enter', object)).object.get('n'), 2);
});

it('access by a role that is taken away is sent as leave', async () => {
  const ada = await person();
  const admins = await role({ users: [ada] });
  const [Thing, toAda] = await followed(ada);
  const object = await save(Thing, { n: 1 }, readableBy(admins.getName()));
  await toAda.next('create', object);
  await change(object.setACL(readableBy()), { n: 2 });
  assert.equal((await toAda.next('leave', object)).object.get('n'), 1);
});

it('a change of the ACL that leaves the reader is an update', async () => {
  const [ada, bob] = [await person(), await person()];
  const [Thing, toAda] = await followed(ada);
  const object = await save(Thing, { n: 1 }, readableBy(ada));
  await toAda.next('create', object);
  await change(object.setACL(readableBy(ada, bob)), { n: 2 });
  const event = await toAda.next('update', object);
  assert.equal(event.object.getACL().getReadAccess(bob.id), true);
  assert.equal(event.original.getACL().getReadAccess(bob.id), false);
});

it('a person who joins a role hears what the role may read', async () => {
  const ada = await person();
  const admins = await role();
  const [Thing, toAda] = await followed(ada);
  const object = await save(Thing, { n: 0 }, readableBy(admins.getName()));
  admins.getUsers().add(ada.user);
  await admins.save(null, MASTER);
  let isTold = false;
  const event = toAda.next('update', object).finally(() => (isTold = true));
  await eventually(async () => {
    await change(object.increment('n'));
    return isTold;
  }, 'an event for the new member');
  await event;
});

it(
  'a person who leaves a role is asked to connect again, and hears no longer what the role may read',
  { differs: 'roles are kept for five seconds there' },
  async () => {
    const ada = await person();
    const admins = await role({ users: [ada] });
    const [Thing, toAda] = await followed(ada);
    await told(toAda.subscription, 'open');
    const secret = await save(Thing, { n: 0 }, readableBy(admins.getName()));
    await toAda.next('create', secret);
    const reopened = told(toAda.subscription, 'open');
    admins.getUsers().remove(ada.user);
    await admins.save(null, MASTER);
    await reopened;
    await change(secret, { n: 1 });
    await toAda.next('create', await save(Thing, { n: 2 }, readableBy('*')));
  }
);
