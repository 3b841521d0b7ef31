import assert from 'node:assert/strict';
import { connect } from '../../harness/connect.mjs';
import { eventually, failedWith, refused, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send, person } = connect(import.meta.dirname);

async function expired(token) {
  const { expiresAt } = succeeded(await send('GET', '/sessions/me', { token }));
  const end = Date.parse(expiresAt.iso);
  await eventually(() => Date.now() > end, 'the end of the session');
}

it('a session ends after its length', async () => {
  const ada = await person();
  await expired(ada.token);
  failedWith(await send('GET', '/classes/Kid', { token: ada.token }), 400, 209, 'Session token is expired.');
});

it('the SDK hears that its session has ended', async () => {
  const ada = await person();
  await expired(ada.token);
  await refused(new Parse.Object('Kid').save(null, ada.as), 209, 'Session token is expired.');
});

it('a new login after the end works', async () => {
  const ada = await person();
  await expired(ada.token);
  const user = await Parse.User.logIn(ada.username, ada.password);
  assert.equal(user.id, ada.id);
});

it('an additional session has the same length', async () => {
  const ada = await person();
  const { expiresAt } = succeeded(await send('POST', '/sessions', { token: ada.token, body: {} }), 201);
  assert.ok(Date.parse(expiresAt.iso) - Date.now() <= 1000);
});
