import assert from 'node:assert/strict';
import { fresh } from '../../harness/connect.mjs';
import { connectLive } from '../../harness/live.mjs';

const { Parse, it, follow, rawSocket } = connectLive(import.meta.dirname);

/** What arrives beside the fields that were asked for. */
const ALWAYS = ['className', 'createdAt', 'objectId', 'updatedAt'];

/** A raw subscription, for the exact fields of a frame. */
async function subscribed(query) {
  const socket = await rawSocket();
  await socket.connect();
  const answer = await socket.exchange({ op: 'subscribe', requestId: 1, query: { where: {}, ...query } });
  assert.equal(answer.op, 'subscribed', JSON.stringify(answer));
  return socket;
}

it('select brings the chosen fields of object and original alone', async () => {
  const Thing = fresh('Live');
  const socket = await subscribed({ className: Thing, keys: ['a'] });
  const object = await new Parse.Object(Thing).save({ a: 1, b: 2 });
  assert.deepEqual(Object.keys((await socket.hear()).object).sort(), ['a', ...ALWAYS].sort());
  await object.save({ a: 3, b: 4 });
  const { object: after, original } = await socket.hear();
  assert.deepEqual([after.a, after.b, original.a, original.b], [3, undefined, 1, undefined]);
});

it('select works with the SDK', async () => {
  const Thing = fresh('Live');
  const follower = await follow(new Parse.Query(Thing).select('a', 'c'));
  const made = await new Parse.Object(Thing).save({ a: 1, b: 2, c: 3 });
  const { object } = await follower.next('create', made);
  assert.deepEqual([object.get('a'), object.get('b'), object.get('c')], [1, undefined, 3]);
});

it('select keeps the ACL', async () => {
  const Thing = fresh('Live');
  const socket = await subscribed({ className: Thing, keys: ['a'] });
  const acl = new Parse.ACL();
  acl.setPublicReadAccess(true);
  await new Parse.Object(Thing).setACL(acl).save({ a: 1, b: 1 });
  assert.deepEqual(Object.keys((await socket.hear()).object).sort(), ['ACL', 'a', ...ALWAYS].sort());
});

it('a change of a field that was not selected is sent all the same', async () => {
  const Thing = fresh('Live');
  const follower = await follow(new Parse.Query(Thing).select('a'));
  const made = await new Parse.Object(Thing).save({ a: 1, b: 2 });
  await follower.next('create', made);
  await made.save({ b: 3 });
  await follower.next('update', made);
});

it('a condition may be about a field that was not selected', async () => {
  const Thing = fresh('Live');
  const follower = await follow(new Parse.Query(Thing).equalTo('b', 2).select('a'));
  await new Parse.Object(Thing).save({ a: 1, b: 1 });
  const { object } = await follower.next('create', await new Parse.Object(Thing).save({ a: 1, b: 2 }));
  assert.equal(object.get('b'), undefined);
});

it('two clients with one query and other fields hear their own', async () => {
  const Thing = fresh('Live');
  const one = await follow(new Parse.Query(Thing).select('a'));
  const two = await follow(new Parse.Query(Thing).select('b'));
  await new Parse.Object(Thing).save({ a: 1, b: 2 });
  const [first, second] = [(await one.next('create')).object, (await two.next('create')).object];
  assert.deepEqual([first.get('a'), first.get('b'), second.get('a'), second.get('b')], [1, undefined, undefined, 2]);
});

it('watch tells of updates only when a watched field changed', async () => {
  const Thing = fresh('Live');
  const follower = await follow(new Parse.Query(Thing).watch('a'));
  const made = await new Parse.Object(Thing).save({ a: 1, b: 1 });
  await follower.next('create', made);
  await made.save({ b: 2 });
  await made.save({ a: 2 });
  const { object, original } = await follower.next('update', made);
  assert.deepEqual([object.get('a'), original.get('a'), object.get('b')], [2, 1, 2]);
});

it('watch compares what is inside', async () => {
  const Thing = fresh('Live');
  const follower = await follow(new Parse.Query(Thing).watch('a'));
  const made = await new Parse.Object(Thing).save({ a: { deep: [1] }, b: 1 });
  await follower.next('create', made);
  await made.save({ a: { deep: [1] }, b: 2 });
  await made.save({ a: { deep: [1, 2] } });
  const { object } = await follower.next('update', made);
  assert.deepEqual(object.get('a'), { deep: [1, 2] });
});

it('watch does not tell of an object that is made without the field', async () => {
  const Thing = fresh('Live');
  const follower = await follow(new Parse.Query(Thing).watch('a'));
  await new Parse.Object(Thing).save({ b: 1 });
  await follower.next('create', await new Parse.Object(Thing).save({ a: 1 }));
});

it('watch does not hold back enter, leave and delete', async () => {
  const Thing = fresh('Live');
  const made = await new Parse.Object(Thing).save({ a: 1, n: 0 });
  const follower = await follow(new Parse.Query(Thing).equalTo('n', 1).watch('a'));
  await made.save({ n: 1 });
  await follower.next('enter', made);
  await made.save({ n: 0 });
  await follower.next('leave', made);
  await made.save({ n: 1 });
  await follower.next('enter', made);
  await made.destroy();
  await follower.next('delete', made);
});

it('watch and select go together', async () => {
  const Thing = fresh('Live');
  const follower = await follow(new Parse.Query(Thing).watch('a').select('b'));
  const made = await new Parse.Object(Thing).save({ a: 1, b: 1 });
  await follower.next('create', made);
  await made.save({ b: 2 });
  await made.save({ a: 2 });
  const { object } = await follower.next('update', made);
  assert.deepEqual([object.get('a'), object.get('b')], [undefined, 2]);
});

it('watch notices a field that is taken away', async () => {
  const Thing = fresh('Live');
  const follower = await follow(new Parse.Query(Thing).watch('a'));
  const made = await new Parse.Object(Thing).save({ a: 1, b: 1 });
  await follower.next('create', made);
  made.unset('a');
  await made.save();
  const { object, original } = await follower.next('update', made);
  assert.deepEqual([object.get('a'), original.get('a')], [undefined, 1]);
});

it('fields, the name that older clients use, chooses too', { differs: 'it is refused there' }, async () => {
  const Thing = fresh('Live');
  const socket = await subscribed({ className: Thing, fields: ['a'] });
  await new Parse.Object(Thing).save({ a: 1, b: 2 });
  assert.deepEqual(Object.keys((await socket.hear()).object).sort(), ['a', ...ALWAYS].sort());
});
