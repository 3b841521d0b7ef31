import assert from 'node:assert/strict';
import { connect } from '../../harness/connect.mjs';
import { SESSION_TOKEN, failedWith, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send, person } = connect(import.meta.dirname);
const BROKEN = 'Parse Server on PostgreSQL fails on a column that does not exist';

it('an upgrade makes a new session for the user of the token', { differs: BROKEN }, async () => {
  const ada = await person();
  const session = succeeded(await send('POST', '/upgradeToRevocableSession', { token: ada.token, body: {} }));
  assert.match(session.sessionToken, SESSION_TOKEN);
  assert.notEqual(session.sessionToken, ada.token);
  assert.equal(succeeded(await send('GET', '/users/me', { token: session.sessionToken })).objectId, ada.id);
});

it('an upgraded session says how it came about', { differs: BROKEN }, async () => {
  const ada = await person();
  const { createdWith } = succeeded(
    await send('POST', '/upgradeToRevocableSession', { token: ada.token, body: {} })
  );
  assert.equal(createdWith.action, 'upgrade');
});

it('the SDK upgrades the session of a user', { differs: BROKEN }, async () => {
  const ada = await person();
  const user = await Parse.User.become(ada.token);
  await user._upgradeToRevocableSession();
  assert.match(user.getSessionToken(), SESSION_TOKEN);
  assert.notEqual(user.getSessionToken(), ada.token);
  assert.equal((await Parse.User.me(user.getSessionToken())).id, ada.id);
});

it('an upgrade without a session is refused', async () => {
  failedWith(await send('POST', '/upgradeToRevocableSession', { body: {} }), 404, 101, 'invalid session');
});
