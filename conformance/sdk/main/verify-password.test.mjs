import assert from 'node:assert/strict';
import { MASTER, connect, fresh } from '../../harness/connect.mjs';
import { failedWith, refused, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send, person } = connect(import.meta.dirname);

it('the SDK verifies a password and gets the user', async () => {
  const ada = await person();
  const user = await Parse.User.verifyPassword(ada.username, ada.password);
  assert.equal(user.objectId, ada.id);
});

it('an instance of a user verifies its password', async () => {
  const ada = await person();
  const user = await Parse.User.become(ada.token);
  assert.equal((await user.verifyPassword(ada.password)).objectId, ada.id);
});

it('a wrong password is not verified', async () => {
  const ada = await person();
  await refused(Parse.User.verifyPassword(ada.username, 'wrong'), 101, 'Invalid username/password.');
});

it('an unknown user is not verified', async () => {
  await refused(Parse.User.verifyPassword(fresh('nobody'), 'secret'), 101, 'Invalid username/password.');
});

it('verifying makes no session and shows no token', async () => {
  const ada = await person();
  const body = succeeded(
    await send('GET', '/verifyPassword', { query: { username: ada.username, password: ada.password } })
  );
  assert.equal('sessionToken' in body, false);
  assert.equal(await new Parse.Query(Parse.Session).equalTo('user', ada.user).count(MASTER), 1);
});

it('verifying works by POST too', async () => {
  const ada = await person();
  const answer = await send('POST', '/verifyPassword', { body: { username: ada.username, password: ada.password } });
  assert.equal(succeeded(answer).objectId, ada.id);
});

it('verifying without a password is refused', async () => {
  failedWith(await send('GET', '/verifyPassword', { query: { username: 'ada' } }), 400, 201, 'password is required.');
});

it('verifying without a name is refused', async () => {
  failedWith(
    await send('GET', '/verifyPassword', { query: { password: 'secret' } }),
    400,
    200,
    'username/email is required.'
  );
});
