import assert from 'node:assert/strict';
import { MASTER, connect, fresh } from '../../harness/connect.mjs';

const { Parse, it, person } = connect(import.meta.dirname);

async function owned(owner, configure = () => {}) {
  const acl = new Parse.ACL(owner.user);
  configure(acl);
  return new Parse.Object(fresh(), { name: 'kettle' }).setACL(acl).save(null, owner.as);
}

it('an object shared with another user is theirs to read and write', async () => {
  const [ada, bob] = [await person(), await person()];
  const saved = await owned(ada, acl => {
    acl.setReadAccess(bob.user, true);
    acl.setWriteAccess(bob.user, true);
  });
  const found = await new Parse.Query(saved.className).get(saved.id, bob.as);
  await found.save({ name: 'shared' }, bob.as);
});

it('a user who may write may change the ACL', async () => {
  const [ada, bob] = [await person(), await person()];
  const saved = await owned(ada);
  const acl = saved.getACL();
  acl.setReadAccess(bob.user, true);
  await saved.setACL(acl).save(null, ada.as);
  assert.ok(await new Parse.Query(saved.className).get(saved.id, bob.as));
});

it('a find mixes what all users and what only the caller may read', async () => {
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
