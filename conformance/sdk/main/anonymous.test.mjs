import assert from 'node:assert/strict';
import { MASTER, connect, fresh } from '../../harness/connect.mjs';
import { SESSION_TOKEN, refused } from '../../harness/expectations.mjs';

const { Parse, it, send } = connect(import.meta.dirname);

function anonymous(id) {
  return send('POST', '/users', { body: { authData: { anonymous: { id } } } });
}

it('the SDK signs an anonymous user in', async () => {
  const user = await Parse.AnonymousUtils.logIn();
  assert.equal(Parse.AnonymousUtils.isLinked(user), true);
  assert.match(user.getSessionToken(), SESSION_TOKEN);
  assert.equal((await Parse.Cloud.run('whoami')).user, user.id);
});

it('an anonymous user becomes a named one and keeps their id', async () => {
  const user = await Parse.AnonymousUtils.logIn();
  const { id } = user;
  const username = fresh('u');
  await user.save({ username, password: 'secret' });
  assert.equal(user.id, id);
  assert.equal((await Parse.User.logIn(username, 'secret')).id, id);
});

it('signing up an anonymous user keeps their objects theirs', async () => {
  const user = await Parse.AnonymousUtils.logIn();
  const thing = await new Parse.Object(fresh()).setACL(new Parse.ACL(user)).save();
  await user.save({ username: fresh('u'), password: 'secret' });
  assert.ok(await new Parse.Query(thing.className).get(thing.id));
});

it('an anonymous user is linked to another provider and is anonymous no more', async () => {
  const user = await Parse.AnonymousUtils.logIn();
  const id = fresh('p');
  await user.linkWith('proof', { authData: { id, token: `token-for-${id}` } });
  assert.equal(user._isLinked('proof'), true);
  const stored = await new Parse.Query(Parse.User).get(user.id, MASTER);
  assert.deepEqual(Object.keys(stored.get('authData')), ['proof']);
});

it('logging an anonymous user out loses them', async () => {
  const user = await Parse.AnonymousUtils.logIn();
  const token = user.getSessionToken();
  await Parse.User.logOut();
  await refused(Parse.User.me(token), 209);
});
