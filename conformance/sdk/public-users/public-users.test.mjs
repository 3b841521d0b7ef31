import assert from 'node:assert/strict';
import { connect, fresh } from '../../harness/connect.mjs';
import { failedWith, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send, person } = connect(import.meta.dirname);

it('a new user is readable by everybody', async () => {
  const [ada, bob] = [await person({ nickname: 'Ada' }), await person()];
  const seen = await new Parse.Query(Parse.User).get(ada.id, bob.as);
  assert.equal(seen.get('nickname'), 'Ada');
});

it('a new user is writable by themselves alone', async () => {
  const [ada, bob] = [await person(), await person()];
  const { ACL } = succeeded(await send('GET', `/users/${ada.id}`));
  assert.deepEqual(ACL, { '*': { read: true }, [ada.id]: { read: true, write: true } });
  failedWith(await send('PUT', `/users/${ada.id}`, { token: bob.token, body: { nickname: 'x' } }), 400, 206);
});

it('the address of a public user is still protected', async () => {
  const email = `${fresh('u')}@example.org`;
  const [ada, bob] = [await person({ email }), await person()];
  const seen = await new Parse.Query(Parse.User).get(ada.id, bob.as);
  assert.equal(seen.has('email'), false);
});

it('public users are listed', async () => {
  const team = fresh('team');
  for (const n of [1, 2]) await person({ team, n });
  assert.equal(await new Parse.Query(Parse.User).equalTo('team', team).count(), 2);
});

it('a public user shows neither token nor authData to others', async () => {
  const id = fresh('p');
  const answer = await send('POST', '/users', { body: { authData: { anonymous: { id } } } });
  const { objectId } = succeeded(answer, 201);
  const body = succeeded(await send('GET', `/users/${objectId}`));
  assert.equal('authData' in body, false);
  assert.equal('sessionToken' in body, false);
});

it('internal columns are refused, of a new user and of one that exists', async () => {
  const ada = await person();
  for (const name of ['_email_verify_token', '_perishable_token', '_failed_login_count', '_hashed_password']) {
    const body = { [name]: 'x' };
    const signUp = await send('POST', '/users', { body: { username: fresh('u'), password: 'secret', ...body } });
    failedWith(signUp, 400, 105, `Invalid field name: ${name}.`);
    failedWith(await send('PUT', `/users/${ada.id}`, { token: ada.token, body }), 400, 105);
  }
});
