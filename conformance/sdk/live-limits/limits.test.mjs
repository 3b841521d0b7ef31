import assert from 'node:assert/strict';
import { MASTER, fresh } from '../../harness/connect.mjs';
import { succeeded } from '../../harness/expectations.mjs';
import { connectLive } from '../../harness/live.mjs';

const { Parse, it, send, follow, rawSocket, person } = connectLive(import.meta.dirname);

/** The subscriptions of one connection. */
const MOST = 50;
const EVERY_ONE = Array.from({ length: MOST }, (_, n) => n + 1);

const subscription = (requestId, where = {}) => ({
  op: 'subscribe',
  requestId,
  query: { className: fresh('Live'), where },
});

it('a session that expires ends its subscriptions', async () => {
  const ada = await person();
  const follower = await follow(new Parse.Query(fresh('Live')), { token: ada.token });
  assert.equal(await follower.error(), 'Invalid session token');
  const { expiresAt } = (await new Parse.Query('_Session').equalTo('user', ada.user).first(MASTER)).attributes;
  assert.ok(Date.now() >= expiresAt.getTime(), 'not before its time');
});

it('a connection has so many subscriptions and no more', async () => {
  const socket = await rawSocket();
  await socket.connect();
  for (const requestId of EVERY_ONE) {
    assert.equal((await socket.exchange(subscription(requestId))).op, 'subscribed');
  }
  const { op, requestId, reconnect } = await socket.exchange(subscription(MOST + 1));
  assert.deepEqual({ op, requestId, reconnect }, { op: 'error', requestId: MOST + 1, reconnect: false });
});

it('a subscription that ended makes room for another', async () => {
  const socket = await rawSocket();
  await socket.connect();
  for (const requestId of EVERY_ONE) await socket.exchange(subscription(requestId));
  assert.equal((await socket.exchange({ op: 'unsubscribe', requestId: 2 })).op, 'unsubscribed');
  assert.equal((await socket.exchange(subscription(MOST + 1))).op, 'subscribed');
});

it('a subscription that is replaced counts once', async () => {
  const socket = await rawSocket();
  await socket.connect();
  for (const requestId of EVERY_ONE) await socket.exchange(subscription(requestId));
  assert.equal((await socket.exchange(subscription(3, { n: 1 }))).op, 'subscribed');
});

it('a frame that is too big closes the socket', async () => {
  const socket = await rawSocket();
  await socket.connect();
  socket.send(subscription(1, { text: 'x'.repeat(70_000) }));
  assert.equal((await socket.closedWithin()).code, 1009);
});

it('a client that is wrong again and again is shown the door', async () => {
  const socket = await rawSocket();
  await socket.connect();
  for (let n = 0; n < 6 && socket.isOpen; n += 1) socket.send({ op: 'nope' });
  assert.equal((await socket.closedWithin()).code, 1008);
});

it('a query that is too deep is refused as it is over HTTP', async () => {
  let where = { n: 1 };
  for (let depth = 0; depth < 4; depth += 1) where = { $or: [where] };
  const socket = await rawSocket();
  await socket.connect();
  const request = subscription(1, where);
  const { op, code, error, requestId } = await socket.exchange(request);
  const http = await send('GET', `/classes/${request.query.className}`, { query: { where } });
  assert.deepEqual([op, requestId, { code, error }], ['error', 1, http.body]);
});

it('a server that stays is not disturbed by any of it', async () => {
  const Thing = fresh('Live');
  const follower = await follow(new Parse.Query(Thing));
  succeeded(await send('POST', `/classes/${Thing}`, { body: { n: 1 } }), 201);
  await follower.next('create');
});
