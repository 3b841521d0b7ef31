import assert from 'node:assert/strict';
import { MASTER, connect, fresh } from '../../harness/connect.mjs';
import { SESSION_TOKEN, answered, failedWith, refused, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send, person } = connect(import.meta.dirname);

it('a user changes their own fields', async () => {
  const ada = await person();
  const user = await Parse.User.become(ada.token);
  await user.save({ nickname: 'Countess' });
  const found = await new Parse.Query(Parse.User).get(ada.id, ada.as);
  assert.equal(found.get('nickname'), 'Countess');
});

it('an update without a session is refused with 206', async () => {
  const ada = await person();
  failedWith(await send('PUT', `/users/${ada.id}`, { body: { nickname: 'x' } }), 400, 206, 'Permission denied');
});

it('an update of somebody else is refused with 206', async () => {
  const [ada, bob] = [await person(), await person()];
  const answer = await send('PUT', `/users/${ada.id}`, { token: bob.token, body: { nickname: 'x' } });
  failedWith(answer, 400, 206, 'Permission denied');
});

it('the master key updates anybody', async () => {
  const ada = await person();
  await ada.user.save({ nickname: 'by master' }, MASTER);
  assert.equal((await new Parse.Query(Parse.User).get(ada.id, MASTER)).get('nickname'), 'by master');
});

it('a changed username is held to uniqueness', async () => {
  const [ada, bob] = [await person(), await person()];
  const answer = await send('PUT', `/users/${ada.id}`, { token: ada.token, body: { username: bob.username } });
  failedWith(answer, 400, 202, 'Account already exists for this username.');
});

it('a user may change the case of their own name', async () => {
  const ada = await person();
  const username = ada.username.toUpperCase();
  succeeded(await send('PUT', `/users/${ada.id}`, { token: ada.token, body: { username } }));
  assert.equal((await Parse.User.logIn(username, ada.password)).id, ada.id);
});

it('a changed email address is checked', async () => {
  const ada = await person();
  failedWith(await send('PUT', `/users/${ada.id}`, { token: ada.token, body: { email: 'nowhere' } }), 400, 125);
});

it('a user cannot declare their own address verified', async () => {
  const ada = await person();
  const answer = await send('PUT', `/users/${ada.id}`, { token: ada.token, body: { emailVerified: true } });
  failedWith(answer, 400, 119);
});

it('a changed password works and the old one does not', async () => {
  const ada = await person();
  succeeded(await send('PUT', `/users/${ada.id}`, { token: ada.token, body: { password: 'a new one' } }));
  await refused(Parse.User.logIn(ada.username, ada.password), 101);
  assert.equal((await Parse.User.logIn(ada.username, 'a new one')).id, ada.id);
});

it('a password change answers with a new token that works', async () => {
  const ada = await person();
  const body = succeeded(await send('PUT', `/users/${ada.id}`, { token: ada.token, body: { password: 'a new one' } }));
  assert.match(body.sessionToken, SESSION_TOKEN);
  assert.notEqual(body.sessionToken, ada.token);
  assert.equal(succeeded(await send('GET', '/users/me', { token: body.sessionToken })).objectId, ada.id);
});

it('a password change ends every other session', async () => {
  const ada = await person();
  const credentials = { username: ada.username, password: ada.password };
  const other = succeeded(await send('POST', '/login', { body: credentials })).sessionToken;
  succeeded(await send('PUT', `/users/${ada.id}`, { token: ada.token, body: { password: 'a new one' } }));
  for (const token of [ada.token, other]) failedWith(await send('GET', '/users/me', { token }), 400, 209);
});

it('the SDK stays signed in after a password change', async () => {
  const ada = await person();
  const user = await Parse.User.become(ada.token);
  user.setPassword('a new one');
  await user.save();
  assert.notEqual(user.getSessionToken(), ada.token);
  assert.equal((await Parse.Cloud.run('whoami')).user, ada.id);
});

it('a password change by the master key ends the sessions and returns no token', async () => {
  const ada = await person();
  const answer = await send('PUT', `/users/${ada.id}`, { key: 'master', body: { password: 'a new one' } });
  assert.equal('sessionToken' in succeeded(answer), false);
  failedWith(await send('GET', '/users/me', { token: ada.token }), 400, 209);
});

it('a user deletes themselves', async () => {
  const ada = await person();
  answered(await send('DELETE', `/users/${ada.id}`, { token: ada.token }), 200, {});
  await refused(Parse.User.logIn(ada.username, ada.password), 101);
});

it('a delete without a session is refused in its own words', async () => {
  const ada = await person();
  failedWith(await send('DELETE', `/users/${ada.id}`), 400, 206, 'Insufficient auth to delete user');
});

it('a delete of somebody else is refused with 206', async () => {
  const [ada, bob] = [await person(), await person()];
  failedWith(await send('DELETE', `/users/${ada.id}`, { token: bob.token }), 400, 206);
  assert.ok(await new Parse.Query(Parse.User).get(ada.id, MASTER));
});

it('a user who makes their record public is found by others, without the address', async () => {
  const email = `${fresh('u')}@example.org`;
  const [ada, bob] = [await person({ email }), await person()];
  const acl = new Parse.ACL(ada.user);
  acl.setPublicReadAccess(true);
  await Parse.User.createWithoutData(ada.id).setACL(acl).save(null, ada.as);
  const seen = await new Parse.Query(Parse.User).get(ada.id, bob.as);
  assert.equal(seen.getUsername(), ada.username);
  assert.equal(seen.has('email'), false);
});

it('one\'s own address is shown', async () => {
  const email = `${fresh('u')}@example.org`;
  const ada = await person({ email });
  assert.equal(succeeded(await send('GET', `/users/${ada.id}`, { token: ada.token })).email, email);
});

it('a query by address is refused to others', async () => {
  const bob = await person();
  const answer = await send('GET', '/users', { token: bob.token, query: { where: { email: 'a@example.org' } } });
  failedWith(answer, 400, 119, 'Permission denied');
});

it('the master key finds a user by address', async () => {
  const email = `${fresh('u')}@example.org`;
  const ada = await person({ email });
  const found = await new Parse.Query(Parse.User).equalTo('email', email).first(MASTER);
  assert.equal(found.id, ada.id);
});

it('a user who takes themselves out of their ACL stays in', async () => {
  const ada = await person();
  succeeded(await send('PUT', `/users/${ada.id}`, { token: ada.token, body: { ACL: { '*': { read: true } } } }));
  const { ACL } = succeeded(await send('GET', `/users/${ada.id}`, { token: ada.token }));
  assert.deepEqual(ACL, { '*': { read: true }, [ada.id]: { read: true, write: true } });
});

it('an existing session outlives an empty ACL', async () => {
  const ada = await person();
  await ada.user.setACL(new Parse.ACL()).save(null, MASTER);
  const answer = await send('POST', '/functions/whoami', { token: ada.token, body: {} });
  assert.equal(succeeded(answer).result.user, ada.id);
});

it('users are queried like any class', async () => {
  const team = fresh('team');
  for (const n of [1, 2, 3]) await person({ team, score: n });
  const found = await new Parse.Query(Parse.User).equalTo('team', team).descending('score').limit(2).find(MASTER);
  assert.deepEqual(found.map(user => user.get('score')), [3, 2]);
  assert.ok(found[0] instanceof Parse.User);
});

it('users cannot be sorted by what a provider knows of them', async () => {
  const answer = await send('GET', '/users', { key: 'master', query: { order: 'authData.anonymous.id' } });
  failedWith(answer, 400, 105, 'Cannot sort by authData.anonymous.id');
});

it('a query by password finds nobody', async () => {
  const ada = await person({ ACL: { '*': { read: true } } });
  const answer = await send('GET', '/users', { query: { where: { objectId: ada.id, password: ada.password } } });
  assert.deepEqual(answer.body?.results ?? [], []);
});
