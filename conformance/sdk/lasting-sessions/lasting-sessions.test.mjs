import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { connect } from '../../harness/connect.mjs';
import { SESSION_TOKEN, failedWith, succeeded } from '../../harness/expectations.mjs';

const { it, send, person } = connect(import.meta.dirname);

it('a session that never expires has no end', async () => {
  const ada = await person();
  const session = succeeded(await send('GET', '/sessions/me', { token: ada.token }));
  assert.equal('expiresAt' in session, false);
});

it('a password change leaves the other sessions alone', async () => {
  const ada = await person();
  const other = succeeded(
    await send('POST', '/login', { body: { username: ada.username, password: ada.password } })
  ).sessionToken;
  const { sessionToken } = succeeded(
    await send('PUT', `/users/${ada.id}`, { token: ada.token, body: { password: 'a new one' } })
  );
  assert.match(sessionToken, SESSION_TOKEN);
  for (const token of [ada.token, other, sessionToken]) succeeded(await send('GET', '/users/me', { token }));
});

it('anonymous users are refused where they are switched off', async () => {
  failedWith(
    await send('POST', '/users', { body: { authData: { anonymous: { id: randomUUID() } } } }),
    400,
    252,
    'This authentication method is unsupported.'
  );
});
