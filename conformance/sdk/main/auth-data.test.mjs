import assert from 'node:assert/strict';
import { MASTER, connect, fresh } from '../../harness/connect.mjs';
import { SESSION_TOKEN, failedWith, refused, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send, url, person } = connect(import.meta.dirname);

const proof = (id = fresh('p')) => ({ id, token: `token-for-${id}` });
const second = (id = fresh('s')) => ({ id, token: `second-for-${id}` });

function signInWith(authData, options) {
  return send('POST', '/users', { body: { authData }, ...options });
}

async function storedAuthData(id) {
  return succeeded(await send('GET', `/users/${id}`, { key: 'master' })).authData;
}

it('a provider signs a new user up', async () => {
  const user = await Parse.User.logInWith('proof', { authData: proof() });
  assert.match(user.getSessionToken(), SESSION_TOKEN);
  assert.equal(user._isLinked('proof'), true);
});

it('a new user by a provider is created with a name and a response', async () => {
  const answer = await signInWith({ proof: proof() });
  const body = succeeded(answer, 201);
  assert.ok(body.username);
  assert.deepEqual(body.authDataResponse, {});
  assert.equal(answer.headers.get('location'), `${url}/users/${body.objectId}`);
});

it('the same identity logs the same user in with status 200', async () => {
  const data = proof();
  const first = succeeded(await signInWith({ proof: data }), 201);
  const answer = await signInWith({ proof: data });
  const again = succeeded(answer, 200);
  assert.equal(again.objectId, first.objectId);
  assert.equal(again.username, first.username);
  assert.match(again.sessionToken, SESSION_TOKEN);
  assert.deepEqual(again.authData, { proof: data });
  assert.equal(answer.headers.get('location'), `${url}/users/${first.objectId}`);
});

it('the SDK logs the same user in again', async () => {
  const authData = proof();
  const first = await Parse.User.logInWith('proof', { authData });
  await Parse.User.logOut();
  const again = await Parse.User.logInWith('proof', { authData });
  assert.equal(again.id, first.id);
});

it('a proof that fails is refused with the words of the provider', async () => {
  failedWith(await signInWith({ proof: { id: fresh('p'), token: 'forged' } }), 404, 101, 'proof failed');
});

it('a forged proof does not log an existing user in', async () => {
  const data = proof();
  succeeded(await signInWith({ proof: data }), 201);
  failedWith(await signInWith({ proof: { id: data.id, token: 'forged' } }), 404, 101, 'proof failed');
});

it('a provider nobody configured is refused', async () => {
  failedWith(
    await signInWith({ unheardOf: { id: '1' } }),
    400,
    252,
    'This authentication method is unsupported.'
  );
});

it('an id that is no text is refused', async () => {
  failedWith(
    await signInWith({ proof: { id: { $ne: '' }, token: 't' } }),
    400,
    162,
    "Invalid authData id for provider 'proof'."
  );
});

it('the session of a provider names it', async () => {
  const { sessionToken } = succeeded(await signInWith({ proof: proof() }), 201);
  const { createdWith } = succeeded(await send('GET', '/sessions/me', { token: sessionToken }));
  assert.deepEqual(createdWith, { action: 'login', authProvider: 'proof' });
});

it('a name and a password may come with a provider', async () => {
  const username = fresh('u');
  const body = { username, password: 'secret', authData: { proof: proof() } };
  const { objectId } = succeeded(await send('POST', '/users', { body }), 201);
  assert.equal((await Parse.User.logIn(username, 'secret')).id, objectId);
});

it('two providers sign one user up and each logs in', async () => {
  const [one, two] = [proof(), second()];
  const { objectId } = succeeded(await signInWith({ proof: one, second: two }), 201);
  assert.equal(succeeded(await signInWith({ proof: one })).objectId, objectId);
  assert.equal(succeeded(await signInWith({ second: two })).objectId, objectId);
});

it('a user links a provider', async () => {
  const ada = await person();
  const user = await Parse.User.become(ada.token);
  const authData = proof();
  await user.linkWith('proof', { authData });
  assert.deepEqual(await storedAuthData(ada.id), { proof: authData });
  assert.equal(succeeded(await signInWith({ proof: authData })).objectId, ada.id);
});

it('linking makes no new session', async () => {
  const ada = await person();
  const answer = await send('PUT', `/users/${ada.id}`, { token: ada.token, body: { authData: { proof: proof() } } });
  assert.equal('sessionToken' in succeeded(answer), false);
  succeeded(await send('GET', '/users/me', { token: ada.token }));
});

it('a user links a second provider and keeps the first', async () => {
  const one = proof();
  const { objectId, sessionToken } = succeeded(await signInWith({ proof: one }), 201);
  const two = second();
  succeeded(await send('PUT', `/users/${objectId}`, { token: sessionToken, body: { authData: { second: two } } }));
  assert.deepEqual(await storedAuthData(objectId), { proof: one, second: two });
});

it('an identity of somebody else cannot be linked', async () => {
  const data = proof();
  succeeded(await signInWith({ proof: data }), 201);
  const bob = await person();
  const answer = await send('PUT', `/users/${bob.id}`, { token: bob.token, body: { authData: { proof: data } } });
  failedWith(answer, 400, 208, 'this auth is already used');
});

it('a forged proof cannot be linked', async () => {
  const ada = await person();
  const answer = await send('PUT', `/users/${ada.id}`, {
    token: ada.token,
    body: { authData: { proof: { id: fresh('p'), token: 'forged' } } },
  });
  failedWith(answer, 400, 206, 'Permission denied');
});

it('identities of two different users do not log in together', async () => {
  const [one, two] = [proof(), second()];
  succeeded(await signInWith({ proof: one }), 201);
  succeeded(await signInWith({ second: two }), 201);
  failedWith(await signInWith({ proof: one, second: two }), 400, 208, 'this auth is already used');
});

it('a user unlinks a provider', async () => {
  const ada = await person();
  const user = await Parse.User.become(ada.token);
  const authData = proof();
  await user.linkWith('proof', { authData });
  await user._unlinkFrom('proof');
  assert.equal(user._isLinked('proof'), false);
  const again = succeeded(await signInWith({ proof: authData }), 201);
  assert.notEqual(again.objectId, ada.id);
});

it('unlinking one provider keeps the other', async () => {
  const [one, two] = [proof(), second()];
  const { objectId, sessionToken } = succeeded(await signInWith({ proof: one, second: two }), 201);
  succeeded(await send('PUT', `/users/${objectId}`, { token: sessionToken, body: { authData: { proof: null } } }));
  assert.deepEqual(await storedAuthData(objectId), { second: two });
});

it('authData is shown to the user and to nobody else', async () => {
  const data = proof();
  const { objectId, sessionToken } = succeeded(await signInWith({ proof: data }), 201);
  const acl = { '*': { read: true } };
  succeeded(await send('PUT', `/users/${objectId}`, { token: sessionToken, body: { ACL: acl } }));
  assert.ok(succeeded(await send('GET', `/users/${objectId}`, { token: sessionToken })).authData);
  assert.equal('authData' in succeeded(await send('GET', `/users/${objectId}`)), false);
});

it('the master key may link a provider', async () => {
  const ada = await person();
  const data = proof();
  succeeded(await send('PUT', `/users/${ada.id}`, { key: 'master', body: { authData: { proof: data } } }));
  assert.equal(succeeded(await signInWith({ proof: data })).objectId, ada.id);
});

it('a before-login rule may refuse a login by a provider', async () => {
  const data = proof();
  const { objectId } = succeeded(await signInWith({ proof: data }), 201);
  succeeded(await send('PUT', `/users/${objectId}`, { key: 'master', body: { banned: true } }));
  failedWith(await signInWith({ proof: data }), 404, 101, 'banned');
});

it('an update that repeats the stored data is not proved again', async () => {
  const data = proof();
  const { objectId, sessionToken } = succeeded(await signInWith({ proof: data }), 201);
  const user = await Parse.User.become(sessionToken);
  await user.save({ nickname: 'Ada', authData: { proof: { id: data.id } } });
  assert.equal((await new Parse.Query(Parse.User).get(objectId, MASTER)).get('nickname'), 'Ada');
});

it('a query by authData finds nobody for a client', async () => {
  const data = proof();
  succeeded(await signInWith({ proof: data }), 201);
  const query = new Parse.Query(Parse.User).equalTo('authData.proof.id', data.id);
  const found = await query.find().catch(error => error);
  assert.ok(found instanceof Parse.Error || found.length === 0);
});

it('an identity signed in twice at once makes one user', async () => {
  const data = proof();
  const answers = await Promise.all([1, 2, 3].map(() => signInWith({ proof: data })));
  const made = answers.filter(({ status }) => status === 201);
  assert.equal(made.length, 1);
  for (const { status, body } of answers) {
    assert.ok(status < 300 || body.code === 208, JSON.stringify(body));
  }
});

it('logInWith a forged proof leaves nobody signed in', async () => {
  await refused(Parse.User.logInWith('proof', { authData: { id: fresh('p'), token: 'forged' } }), 101);
  assert.equal(Parse.User.current(), null);
});
