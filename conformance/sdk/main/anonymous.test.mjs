import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { MASTER, connect, fresh } from '../../harness/connect.mjs';
import { SESSION_TOKEN, refused, succeeded } from '../../harness/expectations.mjs';

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

it('an anonymous user gets a name made up by the server', async () => {
  const answer = await anonymous(randomUUID());
  assert.match(succeeded(answer, 201).username, /^[A-Za-z0-9]{25}$/);
});

it('the session of an anonymous user says so', async () => {
  const { sessionToken } = succeeded(await anonymous(randomUUID()), 201);
  const { createdWith } = succeeded(await send('GET', '/sessions/me', { token: sessionToken }));
  assert.deepEqual(createdWith, { action: 'login', authProvider: 'anonymous' });
});

it('the same anonymous id logs the same user in again', async () => {
  const id = randomUUID();
  const first = succeeded(await anonymous(id), 201);
  const second = succeeded(await anonymous(id), 200);
  assert.equal(second.objectId, first.objectId);
  assert.match(second.sessionToken, SESSION_TOKEN);
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

it('the anonymous id no longer logs in after the user has a name', async () => {
  const id = randomUUID();
  const { objectId, sessionToken } = succeeded(await anonymous(id), 201);
  const named = { username: fresh('u'), password: 'secret', authData: { anonymous: null } };
  const answer = await send('PUT', `/users/${objectId}`, { token: sessionToken, body: named });
  assert.match(succeeded(answer).sessionToken, SESSION_TOKEN);
  const other = succeeded(await anonymous(id), 201);
  assert.notEqual(other.objectId, objectId);
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
