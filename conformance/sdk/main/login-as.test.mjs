import assert from 'node:assert/strict';
import { connect } from '../../harness/connect.mjs';
import { SESSION_TOKEN, answered, failedWith, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send, person } = connect(import.meta.dirname);

it('the master key logs in as a user', async () => {
  const ada = await person();
  const user = await Parse.User.loginAs(ada.id);
  assert.equal(user.id, ada.id);
  assert.match(user.getSessionToken(), SESSION_TOKEN);
});

it('the session of a login by the master key says so', async () => {
  const ada = await person();
  const body = succeeded(await send('POST', '/loginAs', { key: 'master', body: { userId: ada.id } }));
  const session = succeeded(await send('GET', '/sessions/me', { token: body.sessionToken }));
  assert.deepEqual(session.createdWith, { action: 'login', authProvider: 'masterkey' });
});

it('logging in as somebody without the master key is refused', async () => {
  const ada = await person();
  answered(await send('POST', '/loginAs', { token: ada.token, body: { userId: ada.id } }), 400, {
    code: 119,
    error: 'Permission denied',
  });
});

it('logging in as nobody is refused', async () => {
  failedWith(
    await send('POST', '/loginAs', { key: 'master', body: {} }),
    400,
    162,
    'userId must not be empty, null, or undefined'
  );
});

it('logging in as an unknown user is refused', async () => {
  failedWith(await send('POST', '/loginAs', { key: 'master', body: { userId: 'nosuchid00' } }), 404, 101, 'user not found');
});

it('logging in as a user runs no login rules', async () => {
  const ada = await person({ banned: true });
  succeeded(await send('POST', '/loginAs', { key: 'master', body: { userId: ada.id } }));
});
