import assert from 'node:assert/strict';
import { connect, fresh } from '../../harness/connect.mjs';
import { SESSION_TOKEN, refused, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send, person } = connect(import.meta.dirname);

const proof = (id = fresh('p')) => ({ id, token: `token-for-${id}` });

function signInWith(authData) {
  return send('POST', '/users', { body: { authData } });
}

async function storedAuthData(id) {
  return succeeded(await send('GET', `/users/${id}`, { key: 'master' })).authData;
}

it('a provider signs a new user up', async () => {
  const user = await Parse.User.logInWith('proof', { authData: proof() });
  assert.match(user.getSessionToken(), SESSION_TOKEN);
  assert.equal(user._isLinked('proof'), true);
});

it('the SDK logs the same user in again', async () => {
  const authData = proof();
  const first = await Parse.User.logInWith('proof', { authData });
  await Parse.User.logOut();
  const again = await Parse.User.logInWith('proof', { authData });
  assert.equal(again.id, first.id);
});

it('a user links a provider', async () => {
  const ada = await person();
  const user = await Parse.User.become(ada.token);
  const authData = proof();
  await user.linkWith('proof', { authData });
  assert.deepEqual(await storedAuthData(ada.id), { proof: authData });
  assert.equal(succeeded(await signInWith({ proof: authData })).objectId, ada.id);
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

it('an identity signed in twice at once makes one user', async () => {
  const data = proof();
  const answers = await Promise.all([1, 2, 3].map(() => signInWith({ proof: data })));
  const made = answers.filter(({ status }) => status === 201);
  assert.equal(made.length, 1);
  for (const { status, body } of answers) {
    assert.ok(status < 300 || body.code === 208, JSON.stringify(body));
  }
});

it('logInWith a forged proof leaves no user signed in', async () => {
  await refused(Parse.User.logInWith('proof', { authData: { id: fresh('p'), token: 'forged' } }), 101);
  assert.equal(Parse.User.current(), null);
});
