import assert from 'node:assert/strict';
import { MASTER, connect } from '../../harness/connect.mjs';
import { SESSION_TOKEN, answered, failedWith, refused, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send, person } = connect(import.meta.dirname);

async function sessionOf({ token }) {
  return succeeded(await send('GET', '/sessions/me', { token }));
}

it('the SDK brings the current session', async () => {
  const ada = await person();
  await Parse.User.become(ada.token);
  const session = await Parse.Session.current();
  assert.equal(session.getSessionToken(), ada.token);
  assert.equal(session.get('user').id, ada.id);
});

it('a session says whose it is, on which device and until when', async () => {
  const ada = await person();
  const session = await sessionOf(ada);
  assert.deepEqual(session.user, ada.pointer);
  assert.equal(session.sessionToken, ada.token);
  assert.equal(session.installationId, ada.installation);
  assert.equal(session.expiresAt.__type, 'Date');
  const days = (Date.parse(session.expiresAt.iso) - Date.now()) / 86_400_000;
  assert.ok(days > 364 && days < 366, `${days} days`);
});

it('sessions/me without a token is refused', async () => {
  failedWith(await send('GET', '/sessions/me'), 400, 209, 'Session token required.');
});

it('sessions/me with an unknown token is refused', async () => {
  const answer = await send('GET', '/sessions/me', { token: `r:${'5'.repeat(32)}` });
  failedWith(answer, 400, 209);
});

it('a user lists their own sessions alone', async () => {
  const [ada, bob] = [await person(), await person()];
  const sessions = await new Parse.Query(Parse.Session).find(ada.as);
  assert.deepEqual(sessions.map(session => session.get('user').id), [ada.id]);
  assert.notEqual(sessions[0].get('user').id, bob.id);
});

it('nobody lists no sessions', async () => {
  failedWith(await send('GET', '/sessions'), 400, 209);
});

it('the session of somebody else is not found', async () => {
  const [ada, bob] = [await person(), await person()];
  const { objectId } = await sessionOf(bob);
  failedWith(await send('GET', `/sessions/${objectId}`, { token: ada.token }), 404, 101, 'Object not found.');
});

it('the master key lists the sessions of a user', async () => {
  const ada = await person();
  const sessions = await new Parse.Query(Parse.Session).equalTo('user', ada.user).find(MASTER);
  assert.equal(sessions.length, 1);
});

it('a user makes an additional session', async () => {
  const ada = await person();
  const body = succeeded(await send('POST', '/sessions', { token: ada.token, body: { colour: 'red' } }), 201);
  assert.match(body.sessionToken, SESSION_TOKEN);
  assert.notEqual(body.sessionToken, ada.token);
  assert.deepEqual(body.createdWith, { action: 'create' });
  assert.equal(body.colour, 'red');
  assert.equal(succeeded(await send('GET', '/users/me', { token: body.sessionToken })).objectId, ada.id);
});

it('a made session ignores the user and the token sent with it', async () => {
  const [ada, bob] = [await person(), await person()];
  const body = succeeded(
    await send('POST', '/sessions', {
      token: ada.token,
      body: { user: bob.pointer, sessionToken: 'r:mine', expiresAt: { __type: 'Date', iso: '2100-01-01T00:00:00.000Z' } },
    }),
    201
  );
  assert.notEqual(body.sessionToken, 'r:mine');
  assert.equal(succeeded(await send('GET', '/users/me', { token: body.sessionToken })).objectId, ada.id);
});

it('nobody makes no session', async () => {
  failedWith(await send('POST', '/sessions', { body: {} }), 400, 209, 'Session token required.');
});

it('a user sets fields of their own on their session', async () => {
  const ada = await person();
  const { objectId } = await sessionOf(ada);
  succeeded(await send('PUT', `/sessions/${objectId}`, { token: ada.token, body: { colour: 'blue' } }));
  assert.equal((await sessionOf(ada)).colour, 'blue');
});

for (const [key, value] of [
  ['sessionToken', 'r:mine'],
  ['installationId', 'another-device'],
  ['expiresAt', { __type: 'Date', iso: '2100-01-01T00:00:00.000Z' }],
  ['createdWith', { action: 'magic' }],
]) {
  it(`a user cannot change the ${key} of their session`, async () => {
    const ada = await person();
    const { objectId } = await sessionOf(ada);
    const answer = await send('PUT', `/sessions/${objectId}`, { token: ada.token, body: { [key]: value } });
    failedWith(answer, 400, 105);
  });
}

it('a user cannot give their session to somebody else', async () => {
  const [ada, bob] = [await person(), await person()];
  const { objectId } = await sessionOf(ada);
  const answer = await send('PUT', `/sessions/${objectId}`, { token: ada.token, body: { user: bob.pointer } });
  failedWith(answer, 400, 105);
});

it('a session takes no ACL', async () => {
  const ada = await person();
  const { objectId } = await sessionOf(ada);
  const answer = await send('PUT', `/sessions/${objectId}`, { token: ada.token, body: { ACL: {} } });
  failedWith(answer, 400, 105, 'Cannot set ACL on a Session.');
});

it('a deleted session no longer signs requests', async () => {
  const ada = await person();
  const { objectId } = await sessionOf(ada);
  answered(await send('DELETE', `/sessions/${objectId}`, { token: ada.token }), 200, {});
  failedWith(await send('GET', '/users/me', { token: ada.token }), 400, 209);
});

it('the session of somebody else cannot be deleted', async () => {
  const [ada, bob] = [await person(), await person()];
  const { objectId } = await sessionOf(bob);
  const answer = await send('DELETE', `/sessions/${objectId}`, { token: ada.token });
  assert.ok([400, 404].includes(answer.status), answer.text);
  assert.equal((await sessionOf(bob)).objectId, objectId);
});

it('a session the master key has expired is refused', async () => {
  const ada = await person();
  const { objectId } = await sessionOf(ada);
  const past = { __type: 'Date', iso: '2001-01-01T00:00:00.000Z' };
  succeeded(await send('PUT', `/sessions/${objectId}`, { key: 'master', body: { expiresAt: past } }));
  failedWith(await send('GET', `/classes/Kid`, { token: ada.token }), 400, 209, 'Session token is expired.');
});

it('a destroyed session signs its user out of the SDK', async () => {
  const ada = await person();
  await Parse.User.become(ada.token);
  const session = await Parse.Session.current();
  await session.destroy();
  await refused(Parse.Session.current(), 209);
});
