import assert from 'node:assert/strict';
import { fresh } from '../../harness/connect.mjs';
import { ISO_TIME } from '../../harness/expectations.mjs';
import { connectLive } from '../../harness/live.mjs';

const { Parse, it, follow, rawSocket } = connectLive(import.meta.dirname);

/** A class that exists, followed where `n` is above five. */
async function above(five = 5) {
  const Thing = fresh('Live');
  const object = await new Parse.Object(Thing).save({ n: 0, title: 'first' });
  const follower = await follow(new Parse.Query(Thing).greaterThan('n', five));
  return { Thing, object, follower, make: fields => new Parse.Object(Thing).save(fields) };
}

it('an object that is made and matches is sent as create', async () => {
  const { follower, make } = await above();
  const made = await make({ n: 6, title: 'made' });
  const { object, original } = await follower.next('create', made);
  assert.deepEqual([object.get('n'), object.get('title'), original], [6, 'made', undefined]);
});

it('an object that is made and does not match is not told', async () => {
  const { follower, make } = await above();
  await make({ n: 5 });
  await follower.next('create', await make({ n: 6 }));
});

it('a change between two matching states is sent as update with the original', async () => {
  const { follower, make } = await above();
  const made = await make({ n: 6, title: 'before' });
  await follower.next('create', made);
  await made.save({ n: 7 });
  const { object, original } = await follower.next('update', made);
  assert.deepEqual([object.get('n'), original.get('n')], [7, 6]);
  assert.deepEqual([object.get('title'), original.get('title')], ['before', 'before']);
});

it('a change into the query is sent as enter with the original', async () => {
  const { object: saved, follower } = await above();
  await saved.save({ n: 9 });
  const { object, original } = await follower.next('enter', saved);
  assert.deepEqual([object.get('n'), original.get('n')], [9, 0]);
});

it('a change out of the query is sent as leave with the new state and the original', async () => {
  const { follower, make } = await above();
  const made = await make({ n: 6 });
  await follower.next('create');
  await made.save({ n: 1 });
  const { object, original } = await follower.next('leave', made);
  assert.deepEqual([object.get('n'), original.get('n')], [1, 6]);
});

it('a change outside the query is not told', async () => {
  const { object, follower, make } = await above();
  await object.save({ n: 1 });
  await object.save({ n: 2 });
  await follower.next('create', await make({ n: 6 }));
});

it('an object that is deleted is sent as delete with its last state', async () => {
  const { follower, make } = await above();
  const made = await make({ n: 6, title: 'last' });
  await follower.next('create');
  await made.destroy();
  const { object, original } = await follower.next('delete', made);
  assert.deepEqual([object.get('n'), object.get('title'), original], [6, 'last', undefined]);
});

it('a deleted object that did not match is not told', async () => {
  const { object, follower, make } = await above();
  await object.destroy();
  await follower.next('create', await make({ n: 6 }));
});

it('an object that left and comes back enters', async () => {
  const { follower, make } = await above();
  const made = await make({ n: 6 });
  await follower.next('create');
  await made.save({ n: 1 });
  await follower.next('leave');
  await made.save({ n: 8 });
  await follower.next('enter', made);
});

it('a query without conditions hears every object of its class and of no other', async () => {
  const [One, Other] = [fresh('Live'), fresh('Live')];
  const follower = await follow(new Parse.Query(One));
  await new Parse.Object(Other).save({ n: 1 });
  const made = await new Parse.Object(One).save({ n: 2 });
  await follower.next('create', made);
  await made.save({ n: 3 });
  await follower.next('update', made);
  await made.destroy();
  await follower.next('delete', made);
});

it('a class may be followed before it exists', async () => {
  const Thing = fresh('Live');
  const follower = await follow(new Parse.Query(Thing).equalTo('n', 1));
  await follower.next('create', await new Parse.Object(Thing).save({ n: 1 }));
});

it('one client follows two queries, and each hears its own', async () => {
  const Thing = fresh('Live');
  const low = await follow(new Parse.Query(Thing).lessThan('n', 10));
  const high = await follow(new Parse.Query(Thing).greaterThan('n', 10), { client: low.subscription.client });
  const big = await new Parse.Object(Thing).save({ n: 11 });
  const small = await new Parse.Object(Thing).save({ n: 9 });
  await high.next('create', big);
  await low.next('create', small);
  await small.save({ n: 12 });
  await low.next('leave', small);
  await high.next('enter', small);
});

it('the same query twice on one client is sent twice', async () => {
  const Thing = fresh('Live');
  const one = await follow(new Parse.Query(Thing));
  const two = await follow(new Parse.Query(Thing), { client: one.subscription.client });
  const made = await new Parse.Object(Thing).save({ n: 1 });
  await one.next('create', made);
  await two.next('create', made);
});

it('every client that follows a query gets the event', async () => {
  const Thing = fresh('Live');
  const followers = await Promise.all([1, 2, 3].map(() => follow(new Parse.Query(Thing))));
  const made = await new Parse.Object(Thing).save({ n: 1 });
  await Promise.all(followers.map(follower => follower.next('create', made)));
});

it('an event names the client and the installation it is for', async () => {
  const Thing = fresh('Live');
  const follower = await follow(new Parse.Query(Thing), { installationId: 'a-device' });
  await new Parse.Object(Thing).save({ n: 1 });
  const { response } = await follower.next('create');
  assert.deepEqual(response, { clientId: follower.subscription.client.id, installationId: 'a-device' });
});

it('the frame of an event has the shape of Parse Server', async () => {
  const Thing = fresh('Live');
  const socket = await rawSocket();
  const { clientId } = await socket.connect();
  await socket.exchange({ op: 'subscribe', requestId: 7, query: { className: Thing, where: {} } });
  const made = await new Parse.Object(Thing).save({ n: 1, when: new Date(0), tags: ['a', { deep: null }] });
  const { object, ...rest } = await socket.hear();
  assert.deepEqual(rest, { op: 'create', clientId, requestId: 7 });
  const { createdAt, updatedAt, ...fields } = object;
  assert.match(createdAt, ISO_TIME);
  assert.equal(createdAt, updatedAt);
  assert.deepEqual(fields, {
    className: Thing,
    objectId: made.id,
    n: 1,
    when: { __type: 'Date', iso: '1970-01-01T00:00:00.000Z' },
    tags: ['a', { deep: null }],
  });
});

it('every type of value arrives as it was saved', async () => {
  const Thing = fresh('Live');
  const follower = await follow(new Parse.Query(Thing));
  const target = await new Parse.Object(fresh()).save();
  const made = await new Parse.Object(Thing).save({
    text: 'grün',
    number: -1.5,
    yes: true,
    when: new Date(86_400_123),
    list: [1, 'two', { three: 3 }],
    map: { a: { b: [null] } },
    place: new Parse.GeoPoint(10, 20),
    area: new Parse.Polygon([[0, 0], [0, 1], [1, 1], [0, 0]]),
    bytes: { __type: 'Bytes', base64: 'aGVsbG8=' },
    file: Parse.File.fromJSON({ __type: 'File', name: 'a.txt', url: `${Parse.serverURL}/files/conformance/a.txt` }),
    target,
  });
  const { object } = await follower.next('create', made);
  const fetched = await new Parse.Query(Thing).get(made.id);
  assert.deepEqual(object.toJSON(), fetched.toJSON());
});

it('the updatedAt of an event is that of the write', async () => {
  const { follower, make } = await above();
  const made = await make({ n: 6 });
  await follower.next('create');
  const saved = await made.save({ n: 7 });
  const { object, original } = await follower.next('update', made);
  assert.equal(object.updatedAt.getTime(), saved.updatedAt.getTime());
  assert.equal(object.createdAt.getTime(), original.createdAt.getTime());
});

it('a class that gets its first file goes on telling', async () => {
  const { follower, make } = await above();
  await follower.next('create', await make({ n: 6 }));
  const file = { __type: 'File', name: 'a.txt', url: `${Parse.serverURL}/files/conformance/a.txt` };
  const made = await make({ n: 7, file: Parse.File.fromJSON(file) });
  const { object } = await follower.next('create', made);
  const fetched = await new Parse.Query(made.className).get(made.id);
  assert.equal(object.get('file').url(), fetched.get('file').url());
});
