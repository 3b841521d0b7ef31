import assert from 'node:assert/strict';
import { connect } from '../../harness/connect.mjs';
import { answered, failedWith, refused, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send, person } = connect(import.meta.dirname);

it('become takes over a session', async () => {
  const ada = await person();
  const user = await Parse.User.become(ada.token);
  assert.equal(user.id, ada.id);
  assert.equal(user.getSessionToken(), ada.token);
  assert.equal(Parse.User.current().id, ada.id);
});

it('become with an unknown token is refused', async () => {
  await refused(Parse.User.become(`r:${'4'.repeat(32)}`), 209, 'Invalid session token');
});

it('me brings the user of a token without changing the current one', async () => {
  const ada = await person();
  const user = await Parse.User.me(ada.token);
  assert.equal(user.get('username'), ada.username);
  assert.equal(Parse.User.current(), null);
});

it('hydrate restores a user from its JSON', async () => {
  const ada = await person();
  const json = succeeded(await send('GET', '/users/me', { token: ada.token }));
  const user = await Parse.User.hydrate(json);
  assert.equal(user.getSessionToken(), ada.token);
  await user.fetch();
  assert.equal(user.getUsername(), ada.username);
});

it('users/me answers with the user and the token of the request', async () => {
  const ada = await person();
  const body = succeeded(await send('GET', '/users/me', { token: ada.token }));
  assert.deepEqual([body.objectId, body.sessionToken], [ada.id, ada.token]);
});

it('users/me without a token is refused', async () => {
  answered(await send('GET', '/users/me'), 400, { code: 209, error: 'Permission denied' });
});

it('one\'s own record shows the token of the request', async () => {
  const ada = await person();
  assert.equal(succeeded(await send('GET', `/users/${ada.id}`, { token: ada.token })).sessionToken, ada.token);
});

it('a current user signs the requests of the SDK', async () => {
  const ada = await person();
  await Parse.User.become(ada.token);
  assert.equal((await Parse.Cloud.run('whoami')).user, ada.id);
});

it('logging out ends the session', async () => {
  const ada = await person();
  await Parse.User.become(ada.token);
  await Parse.User.logOut();
  assert.equal(Parse.User.current(), null);
  failedWith(await send('GET', '/users/me', { token: ada.token }), 400, 209);
});

it('logging out answers with an empty object', async () => {
  const ada = await person();
  answered(await send('POST', '/logout', { token: ada.token, body: {} }), 200, {});
});

it('logging out without a session is no error', async () => {
  answered(await send('POST', '/logout', { body: {} }), 200, {});
});

it('logging out twice is refused the second time', async () => {
  const ada = await person();
  succeeded(await send('POST', '/logout', { token: ada.token, body: {} }));
  failedWith(await send('POST', '/logout', { token: ada.token, body: {} }), 400, 209, 'Invalid session token');
});

it('logging out on one device leaves the others signed in', async () => {
  const ada = await person();
  const other = succeeded(await send('POST', '/login', { body: { username: ada.username, password: ada.password } }));
  succeeded(await send('POST', '/logout', { token: ada.token, body: {} }));
  assert.equal(succeeded(await send('GET', '/users/me', { token: other.sessionToken })).objectId, ada.id);
});
