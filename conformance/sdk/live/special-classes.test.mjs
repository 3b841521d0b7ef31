import assert from 'node:assert/strict';
import { MASTER, fresh } from '../../harness/connect.mjs';
import { refused, succeeded } from '../../harness/expectations.mjs';
import { connectLive } from '../../harness/live.mjs';

const { Parse, it, send, follow, rawSocket, person } = connectLive(import.meta.dirname);
const TOKENS = { differs: 'events of sessions bring their tokens there' };
const SECRETS = /password|sessionToken|hashed|_perishable|_email_verify|failed_login|tombstone/i;

it('a person follows the own account', async () => {
  const ada = await person();
  const query = new Parse.Query('_User').equalTo('objectId', ada.id).exists('nickname');
  const follower = await follow(query, { token: ada.token });
  await send('PUT', `/users/${ada.id}`, { token: ada.token, body: { nickname: 'Countess' } });
  const { object, original } = await follower.next('enter');
  assert.deepEqual([object.id, object.get('nickname'), original.get('nickname')], [ada.id, 'Countess', undefined]);
  assert.ok(object instanceof Parse.User);
});

it('the account of another person is not told', async () => {
  const [ada, bob] = [await person(), await person()];
  const follower = await follow(new Parse.Query('_User').exists('nickname'), { token: ada.token });
  await send('PUT', `/users/${bob.id}`, { token: bob.token, body: { nickname: 'Bobby' } });
  await send('PUT', `/users/${ada.id}`, { token: ada.token, body: { nickname: 'Countess' } });
  assert.equal((await follower.next('enter')).object.id, ada.id);
});

it('nothing secret of an account is in an event', async () => {
  const ada = await person({ email: `${fresh('a')}@example.org` });
  const socket = await rawSocket();
  await socket.connect({ sessionToken: ada.token });
  const query = { className: '_User', where: { objectId: ada.id, nickname: { $exists: true } } };
  await socket.exchange({ op: 'subscribe', requestId: 1, query, sessionToken: ada.token });
  await send('PUT', `/users/${ada.id}`, { token: ada.token, body: { nickname: 'x' } });
  const { object, original } = await socket.hear();
  for (const each of [object, original]) {
    assert.deepEqual(Object.keys(each).filter(key => key.startsWith('_') || SECRETS.test(key)), []);
  }
});

it('the own sessions are followed', TOKENS, async () => {
  const ada = await person();
  const follower = await follow(new Parse.Query('_Session'), { token: ada.token });
  await send('POST', '/login', { body: { username: ada.username, password: ada.password } });
  const { object } = await follower.next('create');
  assert.equal(object.get('user').id, ada.id);
  assert.equal(object.has('sessionToken'), false);
});

it('the end of an own session is sent', TOKENS, async () => {
  const ada = await person();
  const follower = await follow(new Parse.Query('_Session').equalTo('createdWith.action', 'login'), { token: ada.token });
  const { sessionToken } = succeeded(
    await send('POST', '/login', { body: { username: ada.username, password: ada.password } })
  );
  await follower.next('create');
  succeeded(await send('POST', '/logout', { token: sessionToken, body: {} }));
  const { object } = await follower.next('delete');
  assert.equal(object.has('sessionToken'), false);
});

it('the sessions of others are not told', async () => {
  const [ada, bob] = [await person(), await person()];
  const follower = await follow(new Parse.Query('_Session'), { token: ada.token });
  await send('POST', '/login', { body: { username: bob.username, password: bob.password } });
  await send('POST', '/login', { body: { username: ada.username, password: ada.password } });
  assert.equal((await follower.next('create')).object.get('user').id, ada.id);
});

it('sessions are not followed by signed-out clients', async () => {
  await refused(follow(new Parse.Query('_Session')), 209, 'Invalid session token');
});

it('roles that all users may read are followed', async () => {
  const acl = new Parse.ACL();
  acl.setPublicReadAccess(true);
  const name = fresh('role');
  const follower = await follow(new Parse.Query('_Role').equalTo('name', name));
  const made = await new Parse.Role(name, acl).save(null, MASTER);
  const { object } = await follower.next('create', made);
  assert.equal(object.get('name'), name);
});

it('devices are not followed without the master key', { differs: 'they are followed there' }, async () => {
  await refused(follow(new Parse.Query('_Installation')), 119);
});

it('a class that is not live may be followed and never tells', async () => {
  const [Quiet, Thing] = [fresh('Quiet'), fresh('Live')];
  const quiet = await follow(new Parse.Query(Quiet));
  const follower = await follow(new Parse.Query(Thing), { client: quiet.subscription.client });
  await new Parse.Object(Quiet).save({ n: 1 });
  await follower.next('create', await new Parse.Object(Thing).save({ n: 1 }));
  assert.equal(quiet.waiting, 0);
});
