import assert from 'node:assert/strict';
import { connect } from '../../harness/connect.mjs';
import { failedWith, refused, succeeded } from '../../harness/expectations.mjs';

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
