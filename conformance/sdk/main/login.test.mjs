import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { MASTER, connect, fresh } from '../../harness/connect.mjs';
import { SESSION_TOKEN, eventually, failedWith, refused, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send, person } = connect(import.meta.dirname);
const WRONG = 'Invalid username/password.';

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

it('a login answers with the whole user and a token', async () => {
  const ada = await person({ nickname: 'Ada' });
  const body = succeeded(await login({ username: ada.username, password: ada.password }));
  assert.deepEqual(
    Object.keys(body).sort(),
    ['ACL', 'createdAt', 'nickname', 'objectId', 'sessionToken', 'updatedAt', 'username']
  );
});

it('a login works by GET too', async () => {
  const ada = await person();
  const answer = await send('GET', '/login', { query: { username: ada.username, password: ada.password } });
  assert.match(succeeded(answer).sessionToken, SESSION_TOKEN);
});

it('the SDK can log in by GET', async () => {
  const ada = await person();
  const user = await Parse.User.logIn(ada.username, ada.password, { usePost: false });
  assert.equal(user.id, ada.id);
});

it('a login by email address works', async () => {
  const email = `${fresh('u')}@example.org`;
  const ada = await person({ email });
  assert.equal(succeeded(await login({ email, password: ada.password })).objectId, ada.id);
});

it('the username of a login may be the email address', async () => {
  const email = `${fresh('u')}@example.org`;
  const ada = await person({ email });
  assert.equal((await Parse.User.logIn(email, ada.password)).id, ada.id);
});

it('email address and username given together must both fit', async () => {
  const email = `${fresh('u')}@example.org`;
  const ada = await person({ email });
  succeeded(await login({ username: ada.username, email, password: ada.password }));
  failedWith(await login({ username: fresh('u'), email, password: ada.password }), 404, 101, WRONG);
});

it('a wrong password is refused', async () => {
  const ada = await person();
  await refused(Parse.User.logIn(ada.username, 'wrong'), 101, WRONG);
});

it('an unknown user is refused in the same words', async () => {
  await refused(Parse.User.logIn(fresh('nobody'), 'secret'), 101, WRONG);
});

it('a login matches the case of the username', async () => {
  const ada = await person();
  failedWith(await login({ username: ada.username.toUpperCase(), password: ada.password }), 404, 101, WRONG);
});

it('a login without a name is refused', async () => {
  failedWith(await login({ password: 'secret' }), 400, 200, 'username/email is required.');
});

it('a login without a password is refused', async () => {
  failedWith(await login({ username: 'ada' }), 400, 201, 'password is required.');
});

it('a password that is no text is refused', async () => {
  const ada = await person();
  failedWith(await login({ username: ada.username, password: { $ne: '' } }), 404, 101, WRONG);
});

it('a username that is no text is refused', async () => {
  failedWith(await login({ username: { $regex: '.*' }, password: 'secret' }), 404, 101, WRONG);
});

it('a user with an empty ACL cannot log in', async () => {
  const ada = await person();
  await Parse.User.createWithoutData(ada.id).setACL(new Parse.ACL()).save(null, MASTER);
  failedWith(await login({ username: ada.username, password: ada.password }), 404, 101, WRONG);
});

it('a before-login rule may refuse', async () => {
  const ada = await person({ banned: true });
  await refused(Parse.User.logIn(ada.username, ada.password), 101, 'banned');
});

it('an after-login rule hears of the login', async () => {
  const ada = await person();
  await Parse.User.logIn(ada.username, ada.password);
  const log = () => new Parse.Query('LoginLog').equalTo('name', ada.username).first(MASTER);
  assert.equal((await eventually(log, 'the login entry')).get('action'), 'login');
});

it('a second login from the same device ends the first session', async () => {
  const ada = await person();
  const installation = randomUUID();
  const credentials = { username: ada.username, password: ada.password };
  const first = succeeded(await login(credentials, { installation })).sessionToken;
  const second = succeeded(await login(credentials, { installation })).sessionToken;
  assert.notEqual(first, second);
  failedWith(await send('GET', '/users/me', { token: first }), 400, 209);
  assert.equal(succeeded(await send('GET', '/users/me', { token: second })).objectId, ada.id);
});

it('logins from different devices live side by side', async () => {
  const ada = await person();
  const credentials = { username: ada.username, password: ada.password };
  const first = succeeded(await login(credentials, { installation: randomUUID() })).sessionToken;
  const second = succeeded(await login(credentials, { installation: randomUUID() })).sessionToken;
  for (const token of [first, second]) succeeded(await send('GET', '/users/me', { token }));
});

it('the session of a login says how it came about', async () => {
  const ada = await person();
  const { sessionToken } = succeeded(await login({ username: ada.username, password: ada.password }));
  const session = succeeded(await send('GET', '/sessions/me', { token: sessionToken }));
  assert.deepEqual(session.createdWith, { action: 'login', authProvider: 'password' });
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
