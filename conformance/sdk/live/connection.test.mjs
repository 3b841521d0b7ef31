import assert from 'node:assert/strict';
import { KEYS } from '../../harness/configurations.mjs';
import { fresh } from '../../harness/connect.mjs';
import { socketUrl } from '../../harness/live-socket.mjs';
import { connectLive, told } from '../../harness/live.mjs';

const { Parse, it, url, follow, liveClient, rawSocket } = connectLive(import.meta.dirname);
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const QUERY = { differs: 'it does not know the operation' };

/** Closes the default client; the SDK mistakes a socket that closes late for the one it has opened since. */
async function closeDefault() {
  const { socket } = await Parse.CoreManager.getLiveQueryController().getDefaultLiveQueryClient();
  await Parse.LiveQuery.close();
  await socket.closingPromise;
}

const subscription = (requestId, className, where = {}) => ({ op: 'subscribe', requestId, query: { className, where } });

it('a client connects and is given an id', async () => {
  const client = await liveClient();
  assert.match(client.id, UUID);
  assert.equal(client.state, 'connected');
});

it('clients have ids of their own', async () => {
  assert.notEqual((await liveClient()).id, (await liveClient()).id);
});

it('the answer names the installation that was sent', async () => {
  const socket = await rawSocket();
  const { clientId, ...rest } = await socket.connect({ installationId: 'a-device' });
  assert.match(clientId, UUID);
  assert.deepEqual(rest, { op: 'connected', installationId: 'a-device' });
});

it('the answer names no installation when none was sent', async () => {
  const socket = await rawSocket();
  assert.deepEqual(Object.keys(await socket.connect()).sort(), ['clientId', 'op']);
});

for (const path of ['/', '/parse', '/parse/']) {
  it(`a socket is opened at ${path}`, async () => {
    const socket = await rawSocket(new URL(path, socketUrl(url)).href);
    assert.equal((await socket.connect()).op, 'connected');
  });
}

it('a wrong application id is refused', { differs: 'it is not compared there' }, async () => {
  const socket = await rawSocket();
  const { op, code } = await socket.connect({ applicationId: 'another' });
  assert.deepEqual([op, code], ['error', 4]);
  await socket.closed;
});

it('the SDK emits open and close', async () => {
  const client = new Parse.LiveQueryClient({ applicationId: KEYS.appId, serverURL: socketUrl(url) });
  const opened = told(client, 'open');
  client.open();
  await opened;
  const closed = told(client, 'close');
  await client.close();
  await closed;
});

it('a subscription emits open after it was confirmed', async () => {
  const client = await liveClient({ installationId: 'a-device' });
  const subscribed = client.subscribe(new Parse.Query(fresh('Live')));
  const [response] = await told(subscribed, 'open');
  assert.deepEqual(response, { clientId: client.id, installationId: 'a-device' });
});

it('query.subscribe follows with the default client of the SDK', async () => {
  const Thing = fresh('Live');
  const opened = told(Parse.LiveQuery, 'open');
  const subscribed = await new Parse.Query(Thing).subscribe();
  await opened;
  const created = told(subscribed, 'create');
  const made = await new Parse.Object(Thing).save({ n: 1 });
  assert.equal((await created)[0].id, made.id);
  const closed = told(subscribed, 'close');
  await subscribed.unsubscribe();
  await closed;
  const ended = told(Parse.LiveQuery, 'close');
  await closeDefault();
  await ended;
});

it('after LiveQuery.close a new subscription opens a socket again', async () => {
  const Thing = fresh('Live');
  await new Parse.Query(Thing).subscribe();
  await closeDefault();
  const again = await new Parse.Query(Thing).subscribe();
  const created = told(again, 'create');
  const made = await new Parse.Object(Thing).save({ n: 1 });
  assert.equal((await created)[0].id, made.id);
  await closeDefault();
});

it('a frame that is not JSON is refused, and the socket goes on', { differs: 'it is passed over there' }, async () => {
  const socket = await rawSocket();
  const { op, code, requestId } = await socket.exchange('not json');
  assert.deepEqual([op, code, requestId], ['error', 1, null]);
  assert.equal((await socket.connect()).op, 'connected');
});

for (const [what, frame, error] of [
  ['without an operation', {}, 'Missing required property: op'],
  ['with an unknown operation', { op: 'nope' }, 'No enum match for: "nope"'],
  ['with a field that is unknown', { op: 'connect', applicationId: 'a', other: 1 }, 'Additional properties not allowed'],
  ['without the application id', { op: 'connect' }, 'Missing required property: applicationId'],
  ['with a number for a key', { op: 'connect', applicationId: 1 }, 'Invalid type: number (expected string)'],
  ['without a query', { op: 'subscribe', requestId: 1 }, 'Missing required property: query'],
  ['with a text for a request', subscription('one', 'Thing'), 'Invalid type: string (expected number)'],
]) {
  it(`a frame ${what} is refused`, async () => {
    const socket = await rawSocket();
    if (frame.op === 'subscribe') await socket.connect();
    assert.deepEqual(await socket.exchange(frame), { op: 'error', error, code: 1, reconnect: true, requestId: null });
  });
}

it('subscribing before connecting is refused', async () => {
  const socket = await rawSocket();
  assert.deepEqual(await socket.exchange(subscription(1, 'Thing')), {
    op: 'error',
    error: 'Can not find this client, make sure you connect to server before subscribing',
    code: 2,
    reconnect: true,
    requestId: null,
  });
});

it('a subscription is confirmed with its request id', async () => {
  const socket = await rawSocket();
  const { clientId } = await socket.connect();
  assert.deepEqual(await socket.exchange(subscription(5, fresh('Live'))), { op: 'subscribed', clientId, requestId: 5 });
});

it('after unsubscribing nothing is sent', async () => {
  const Thing = fresh('Live');
  const one = await follow(new Parse.Query(Thing));
  const { client } = one.subscription;
  const two = await follow(new Parse.Query(Thing), { client });
  await client.unsubscribe(one.subscription);
  assert.equal(one.subscription.subscribed, false);
  await two.next('create', await new Parse.Object(Thing).save({ n: 1 }));
  assert.equal(one.waiting, 0);
});

it('unsubscribing is confirmed, and only once', async () => {
  const socket = await rawSocket();
  const { clientId } = await socket.connect();
  await socket.exchange(subscription(5, fresh('Live')));
  const unsubscribe = { op: 'unsubscribe', requestId: 5 };
  assert.deepEqual(await socket.exchange(unsubscribe), { op: 'unsubscribed', clientId, requestId: 5 });
  assert.deepEqual(await socket.exchange(unsubscribe), {
    op: 'error',
    error:
      `Cannot find subscription with clientId ${clientId} subscriptionId 5. ` +
      'Make sure you subscribe to live query server before unsubscribing.',
    code: 2,
    reconnect: true,
    requestId: null,
  });
});

it('a request id that is used again replaces the subscription', async () => {
  const Thing = fresh('Live');
  const socket = await rawSocket();
  await socket.connect();
  await socket.exchange(subscription(1, Thing, { n: 1 }));
  assert.equal((await socket.exchange(subscription(1, Thing, { n: 2 }))).op, 'subscribed');
  await new Parse.Object(Thing).save({ n: 1 });
  const second = await new Parse.Object(Thing).save({ n: 2 });
  assert.equal((await socket.hear()).object.objectId, second.id);
});

it('update replaces the query of a subscription', async () => {
  const Thing = fresh('Live');
  const socket = await rawSocket();
  const { clientId } = await socket.connect();
  await socket.exchange(subscription(1, Thing, { n: 1 }));
  const answer = await socket.exchange({ ...subscription(1, Thing, { n: 2 }), op: 'update' });
  assert.deepEqual(answer, { op: 'subscribed', clientId, requestId: 1 });
  await new Parse.Object(Thing).save({ n: 1 });
  const second = await new Parse.Object(Thing).save({ n: 2 });
  assert.equal((await socket.hear()).object.objectId, second.id);
});

it('update of a subscription that is not there says so and makes it', async () => {
  const socket = await rawSocket();
  await socket.connect();
  const { op, code } = await socket.exchange({ ...subscription(1, fresh('Live')), op: 'update' });
  assert.deepEqual([op, code], ['error', 2]);
  assert.equal((await socket.hear()).op, 'subscribed');
});

it('subscription.find brings what the query finds now', QUERY, async () => {
  const Thing = fresh('Live');
  const [one] = await Parse.Object.saveAll([1, 2].map(n => new Parse.Object(Thing, { n })));
  const follower = await follow(new Parse.Query(Thing).equalTo('n', 1));
  const found = await follower.find();
  assert.deepEqual(found.map(object => [object.id, object.className, object.get('n')]), [[one.id, Thing, 1]]);
});

it('subscription.find brings the selected fields alone', QUERY, async () => {
  const Thing = fresh('Live');
  await new Parse.Object(Thing).save({ a: 1, b: 2 });
  const follower = await follow(new Parse.Query(Thing).select('a'));
  const [found] = await follower.find();
  assert.deepEqual([found.get('a'), found.has('b')], [1, false]);
});

it('a query about a subscription that is not there is refused', QUERY, async () => {
  const socket = await rawSocket();
  await socket.connect();
  const { op, code } = await socket.exchange({ op: 'query', requestId: 8 });
  assert.deepEqual([op, code], ['error', 2]);
});

it('a client that closes leaves the others alone', async () => {
  const Thing = fresh('Live');
  const one = await follow(new Parse.Query(Thing));
  const two = await follow(new Parse.Query(Thing));
  await one.subscription.client.close();
  await two.next('create', await new Parse.Object(Thing).save({ n: 1 }));
});

it('an error that asks for it makes the SDK connect again with the same requests', async () => {
  const Thing = fresh('Live');
  const follower = await follow(new Parse.Query(Thing));
  const { client } = follower.subscription;
  const first = client.socket;
  const reopened = told(client, 'open');
  first.send(JSON.stringify({ op: 'nope' }));
  await reopened;
  assert.notEqual(client.socket, first);
  // The SDK leaves the old socket open.
  first.onclose = undefined;
  first.close();
  await told(follower.subscription, 'open');
  await follower.next('create', await new Parse.Object(Thing).save({ n: 1 }));
  assert.equal(follower.subscription.id, 1);
});
