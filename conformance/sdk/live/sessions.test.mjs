import assert from 'node:assert/strict';
import { MASTER, fresh } from '../../harness/connect.mjs';
import { refused, succeeded } from '../../harness/expectations.mjs';
import { connectLive } from '../../harness/live.mjs';

const { Parse, it, send, follow, rawSocket, person } = connectLive(import.meta.dirname);
const ENDED = 'a session that ended is anonymous there, after five seconds';

function readableBy(...people) {
  const acl = new Parse.ACL();
  for (const { id } of people) acl.setReadAccess(id, true);
  return acl;
}

const save = (Thing, acl) => new Parse.Object(Thing).setACL(acl).save({ n: 1 }, MASTER);
const login = ({ username, password }) => Parse.User.logIn(username, password).then(user => user.getSessionToken());

it('the token of a subscription counts', async () => {
  const ada = await person();
  const Thing = fresh('Live');
  const follower = await follow(new Parse.Query(Thing), { token: ada.token });
  await follower.next('create', await save(Thing, readableBy(ada)));
});

it('the token of the connection counts for subscriptions without one', async () => {
  const ada = await person();
  const Thing = fresh('Live');
  const follower = await follow(new Parse.Query(Thing), { sessionToken: ada.token });
  await follower.next('create', await save(Thing, readableBy(ada)));
});

it('subscriptions of one connection may have rights of their own', async () => {
  const [ada, bob] = [await person(), await person()];
  const Thing = fresh('Live');
  const toAda = await follow(new Parse.Query(Thing), { token: ada.token });
  const toBob = await follow(new Parse.Query(Thing), { client: toAda.subscription.client, token: bob.token });
  const hers = await save(Thing, readableBy(ada));
  const his = await save(Thing, readableBy(bob));
  await toAda.next('create', hers);
  await toBob.next('create', his);
});

it(
  'the token of a subscription takes the place of that of the connection',
  { differs: 'both count there' },
  async () => {
    const [ada, bob] = [await person(), await person()];
    const Thing = fresh('Live');
    const toBob = await follow(new Parse.Query(Thing), { sessionToken: ada.token, token: bob.token });
    await save(Thing, readableBy(ada));
    await toBob.next('create', await save(Thing, readableBy(bob)));
  }
);

it('a connection with a token that is none is that of a stranger', async () => {
  const ada = await person();
  const Thing = fresh('Live');
  const follower = await follow(new Parse.Query(Thing), { sessionToken: 'r:0123456789abcdef0123456789abcdef' });
  await save(Thing, readableBy(ada));
  await follower.next('create', await new Parse.Object(Thing).save({ n: 2 }));
});

it('a subscription with a token that is none is refused', { differs: 'it is that of a stranger there' }, async () => {
  const follower = follow(new Parse.Query(fresh('Live')), { token: 'r:0123456789abcdef0123456789abcdef' });
  await refused(follower, 209, 'Invalid session token');
});

it('a log-out ends the subscriptions of its session', { differs: ENDED }, async () => {
  const ada = await person();
  const Thing = fresh('Live');
  const follower = await follow(new Parse.Query(Thing), { token: ada.token });
  succeeded(await send('POST', '/logout', { token: ada.token, body: {} }));
  assert.equal(await follower.error(), 'Invalid session token');
});

it('the frame that ends a subscription asks for no new connection', { differs: ENDED }, async () => {
  const ada = await person();
  const socket = await rawSocket();
  await socket.connect();
  const query = { className: fresh('Live'), where: {} };
  await socket.exchange({ op: 'subscribe', requestId: 3, query, sessionToken: ada.token });
  succeeded(await send('POST', '/logout', { token: ada.token, body: {} }));
  assert.deepEqual(await socket.hear(), {
    op: 'error',
    code: 209,
    error: 'Invalid session token',
    reconnect: false,
    requestId: 3,
  });
});

it('a log-out ends what the token of the connection stood for', { differs: ENDED }, async () => {
  const ada = await person();
  const Thing = fresh('Live');
  const follower = await follow(new Parse.Query(Thing), { sessionToken: ada.token });
  succeeded(await send('POST', '/logout', { token: ada.token, body: {} }));
  assert.equal(await follower.error(), 'Invalid session token');
});

it('after a log-out nothing private is sent', { differs: ENDED }, async () => {
  const [ada, bob] = [await person(), await person()];
  const Thing = fresh('Live');
  const toAda = await follow(new Parse.Query(Thing), { token: ada.token });
  const toBob = await follow(new Parse.Query(Thing), { client: toAda.subscription.client, token: bob.token });
  succeeded(await send('POST', '/logout', { token: ada.token, body: {} }));
  await toAda.error();
  await toBob.next('create', await save(Thing, readableBy(ada, bob)));
  assert.equal(toAda.waiting, 0);
});

it('another session of the same person goes on', async () => {
  const ada = await person();
  const second = await login(ada);
  const Thing = fresh('Live');
  const follower = await follow(new Parse.Query(Thing), { token: second });
  succeeded(await send('POST', '/logout', { token: ada.token, body: {} }));
  await follower.next('create', await save(Thing, readableBy(ada)));
});

it('a new password ends the subscriptions of old sessions', { differs: ENDED }, async () => {
  const ada = await person();
  const follower = await follow(new Parse.Query(fresh('Live')), { token: ada.token });
  succeeded(await send('PUT', `/users/${ada.id}`, { key: 'master', body: { password: 'a new one' } }));
  assert.equal(await follower.error(), 'Invalid session token');
});

it('a session that is deleted ends its subscriptions', { differs: ENDED }, async () => {
  const ada = await person();
  const follower = await follow(new Parse.Query(fresh('Live')), { token: ada.token });
  const session = await new Parse.Query('_Session').equalTo('user', ada.user).first(MASTER);
  await session.destroy(MASTER);
  assert.equal(await follower.error(), 'Invalid session token');
});

it('a person who is deleted hears nothing more', { differs: ENDED }, async () => {
  const ada = await person();
  const follower = await follow(new Parse.Query(fresh('Live')), { token: ada.token });
  succeeded(await send('DELETE', `/users/${ada.id}`, { key: 'master' }));
  assert.equal(await follower.error(), 'Invalid session token');
});

it('the same client subscribes again after a new log-in', async () => {
  const ada = await person();
  const Thing = fresh('Live');
  const first = await follow(new Parse.Query(Thing), { token: ada.token });
  succeeded(await send('POST', '/logout', { token: ada.token, body: {} }));
  const token = await login(ada);
  const follower = await follow(new Parse.Query(Thing), { client: first.subscription.client, token });
  await follower.next('create', await save(Thing, readableBy(ada)));
});
