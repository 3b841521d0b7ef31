import assert from 'node:assert/strict';
import { connect } from '../../harness/connect.mjs';
import { SESSION_TOKEN, refused } from '../../harness/expectations.mjs';

const { Parse, it, person } = connect(import.meta.dirname);

it('the SDK brings the current session', async () => {
  const ada = await person();
  await Parse.User.become(ada.token);
  const session = await Parse.Session.current();
  assert.equal(session.getSessionToken(), ada.token);
  assert.equal(session.get('user').id, ada.id);
});

it('a destroyed session signs its user out of the SDK', async () => {
  const ada = await person();
  await Parse.User.become(ada.token);
  const session = await Parse.Session.current();
  await session.destroy();
  await refused(Parse.Session.current(), 209);
});

it('the SDK upgrades the session of a user', {
  differs: 'Parse Server on PostgreSQL fails on a column that does not exist',
}, async () => {
  const ada = await person();
  const user = await Parse.User.become(ada.token);
  await user._upgradeToRevocableSession();
  assert.match(user.getSessionToken(), SESSION_TOKEN);
  assert.notEqual(user.getSessionToken(), ada.token);
  assert.equal((await Parse.User.me(user.getSessionToken())).id, ada.id);
});
