import assert from 'node:assert/strict';
import { connect } from '../../harness/connect.mjs';
import { SESSION_TOKEN, refused } from '../../harness/expectations.mjs';

const { Parse, it, send, person } = connect(import.meta.dirname);

function login(body, options) {
  return send('POST', '/login', { body, ...options });
}

it('the SDK logs a user in', async () => {
  const ada = await person({ nickname: 'Ada' });
  const user = await Parse.User.logIn(ada.username, ada.password);
  assert.equal(user.id, ada.id);
  assert.equal(user.get('nickname'), 'Ada');
  assert.match(user.getSessionToken(), SESSION_TOKEN);
  assert.equal(Parse.User.current().id, ada.id);
});

it('the SDK can log in by GET', async () => {
  const ada = await person();
  const user = await Parse.User.logIn(ada.username, ada.password, { usePost: false });
  assert.equal(user.id, ada.id);
});

it('an instance of a user logs itself in', async () => {
  const ada = await person();
  const user = new Parse.User({ username: ada.username, password: ada.password });
  await user.logIn();
  assert.equal(user.id, ada.id);
});

it('a password with odd characters works', async () => {
  const password = 'pä$$ "wörd" \\ 日本 🦊';
  const ada = await person({ password });
  assert.equal((await Parse.User.logIn(ada.username, password)).id, ada.id);
});

it('the master key logs in as a user', async () => {
  const ada = await person();
  const user = await Parse.User.loginAs(ada.id);
  assert.equal(user.id, ada.id);
  assert.match(user.getSessionToken(), SESSION_TOKEN);
});

it('the SDK verifies a password', async () => {
  const ada = await person();
  assert.equal((await Parse.User.verifyPassword(ada.username, ada.password)).objectId, ada.id);
  await refused(Parse.User.verifyPassword(ada.username, 'wrong'), 101, 'Invalid username/password.');
  const user = await Parse.User.become(ada.token);
  assert.equal((await user.verifyPassword(ada.password)).objectId, ada.id);
});
