import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { MASTER, connect, fresh } from '../../harness/connect.mjs';
import { OBJECT_ID, SESSION_TOKEN, failedWith, refused, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send, person } = connect(import.meta.dirname);

function signUp(body, options) {
  return send('POST', '/users', { body, ...options });
}

it('signing up makes a user and signs them in', async () => {
  const user = new Parse.User({ username: fresh('u'), password: 'secret', nickname: 'Ada' });
  await user.signUp();
  assert.match(user.id, OBJECT_ID);
  assert.match(user.getSessionToken(), SESSION_TOKEN);
  assert.equal(user.authenticated(), true);
  assert.equal(Parse.User.current().id, user.id);
});

it('Parse.User.signUp takes name, password and fields', async () => {
  const username = fresh('u');
  const user = await Parse.User.signUp(username, 'secret', { nickname: 'Ada' });
  const found = await new Parse.Query(Parse.User).get(user.id, { sessionToken: user.getSessionToken() });
  assert.deepEqual([found.getUsername(), found.get('nickname')], [username, 'Ada']);
});

it('the answer to a sign-up has id, time and token', async () => {
  const answer = await signUp({ username: fresh('u'), password: 'secret' });
  assert.deepEqual(Object.keys(succeeded(answer, 201)).sort(), ['createdAt', 'objectId', 'sessionToken']);
});

it('saving a new user signs them up', async () => {
  const user = new Parse.User();
  await user.save({ username: fresh('u'), password: 'secret' });
  assert.match(user.getSessionToken(), SESSION_TOKEN);
});

it('a user may be created through its class', async () => {
  const answer = await send('POST', '/classes/_User', { body: { username: fresh('u'), password: 'secret' } });
  assert.match(succeeded(answer, 201).sessionToken, SESSION_TOKEN);
});

it('a new user is private', async () => {
  const [ada, bob] = [await person(), await person()];
  assert.equal(await new Parse.Query(Parse.User).equalTo('objectId', ada.id).count(bob.as), 0);
  await refused(new Parse.Query(Parse.User).get(ada.id, bob.as), 101);
  await refused(new Parse.Query(Parse.User).get(ada.id), 101);
});

it('a new user owns their record', async () => {
  const ada = await person();
  const body = succeeded(await send('GET', `/users/${ada.id}`, { token: ada.token }));
  assert.deepEqual(body.ACL, { [ada.id]: { read: true, write: true } });
});

it('an ACL sent with a sign-up keeps the owner in', async () => {
  const answer = await signUp({ username: fresh('u'), password: 'p', ACL: { '*': { read: true } } });
  const { objectId } = succeeded(answer, 201);
  const body = succeeded(await send('GET', `/users/${objectId}`));
  assert.deepEqual(body.ACL, { '*': { read: true }, [objectId]: { read: true, write: true } });
});

it('the password is never shown', async () => {
  const ada = await person();
  for (const access of [{ token: ada.token }, { key: 'master' }]) {
    const body = succeeded(await send('GET', `/users/${ada.id}`, access));
    assert.equal('password' in body, false);
    assert.equal('_hashed_password' in body, false);
  }
});

it('a sign-up without a username is refused', async () => {
  failedWith(await signUp({ password: 'secret' }), 400, 200, 'bad or missing username');
  failedWith(await signUp({ username: '', password: 'secret' }), 400, 200, 'bad or missing username');
});

it('a sign-up without a password is refused', async () => {
  failedWith(await signUp({ username: fresh('u') }), 400, 201, 'password is required');
  failedWith(await signUp({ username: fresh('u'), password: '' }), 400, 201, 'password is required');
});

it('a username that is no text is refused', async () => {
  failedWith(await signUp({ username: { $ne: '' }, password: 'secret' }), 400, 200, 'bad or missing username');
});

it('a username is taken once', async () => {
  const ada = await person();
  await refused(
    Parse.User.signUp(ada.username, 'other', {}),
    202,
    'Account already exists for this username.'
  );
});

it('a username is taken whatever its case', async () => {
  const ada = await person();
  failedWith(
    await signUp({ username: ada.username.toUpperCase(), password: 'p' }),
    400,
    202,
    'Account already exists for this username.'
  );
});

it('an email address is taken once, whatever its case', async () => {
  const email = `${fresh('u')}@example.org`;
  await person({ email });
  for (const taken of [email, email.toUpperCase()]) {
    failedWith(
      await signUp({ username: fresh('u'), password: 'p', email: taken }),
      400,
      203,
      'Account already exists for this email address.'
    );
  }
});

it('an email address without an at sign is refused', async () => {
  failedWith(
    await signUp({ username: fresh('u'), password: 'p', email: 'nowhere' }),
    400,
    125,
    'Email address format is invalid.'
  );
});

it('a username keeps its case and its blanks', async () => {
  const username = `  Ada ${fresh('Lovelace')} `;
  const ada = await person({ username });
  const body = succeeded(await send('GET', `/users/${ada.id}`, { token: ada.token }));
  assert.equal(body.username, username);
});

it('a client cannot declare its address verified', async () => {
  failedWith(
    await signUp({ username: fresh('u'), password: 'p', email: `${fresh('u')}@example.org`, emailVerified: true }),
    400,
    119
  );
});

it('the master key may declare an address verified', async () => {
  const answer = await signUp(
    { username: fresh('u'), password: 'p', email: `${fresh('u')}@example.org`, emailVerified: true },
    { key: 'master' }
  );
  succeeded(answer, 201);
});

it('a sign-up by the master key from a device returns a token', async () => {
  const answer = await signUp({ username: fresh('u'), password: 'p' }, { key: 'master', installation: randomUUID() });
  assert.match(succeeded(answer, 201).sessionToken, SESSION_TOKEN);
});

it('a sign-up by the master key from no device returns no token', async () => {
  const answer = await signUp({ username: fresh('u'), password: 'p' }, { key: 'master' });
  assert.deepEqual(Object.keys(succeeded(answer, 201)).sort(), ['createdAt', 'objectId']);
});

it('a before-save rule may refuse a sign-up', async () => {
  await refused(Parse.User.signUp('forbidden', 'secret', {}), 142, 'name not allowed');
});

it('the session of a sign-up says how it came about', async () => {
  const installation = randomUUID();
  const answer = await signUp({ username: fresh('u'), password: 'p' }, { installation });
  const session = succeeded(await send('GET', '/sessions/me', { token: succeeded(answer, 201).sessionToken }));
  assert.deepEqual(session.createdWith, { action: 'signup', authProvider: 'password' });
  assert.equal(session.installationId, installation);
});

it('two sign-ups for one name at once make one user', async () => {
  const username = fresh('u');
  const answers = await Promise.all([1, 2, 3].map(() => signUp({ username, password: 'p' })));
  const made = answers.filter(({ status }) => status === 201);
  const refusals = answers.filter(({ status }) => status !== 201).map(({ body }) => body.code);
  assert.equal(made.length, 1);
  assert.deepEqual(refusals, [202, 202]);
  assert.equal(await new Parse.Query(Parse.User).equalTo('username', username).count(MASTER), 1);
});

it('custom fields of users are typed like any other', async () => {
  await person({ shoeSize: 40 });
  failedWith(
    await signUp({ username: fresh('u'), password: 'p', shoeSize: 'large' }),
    400,
    111,
    'schema mismatch for _User.shoeSize; expected Number but got String'
  );
});
