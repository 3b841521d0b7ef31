import assert from 'node:assert/strict';
import { MASTER, connect, fresh } from '../../harness/connect.mjs';
import { OBJECT_ID, SESSION_TOKEN } from '../../harness/expectations.mjs';

const { Parse, it, send } = connect(import.meta.dirname);

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

it('saving a new user signs them up', async () => {
  const user = new Parse.User();
  await user.save({ username: fresh('u'), password: 'secret' });
  assert.match(user.getSessionToken(), SESSION_TOKEN);
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
