import assert from 'node:assert/strict';
import { MASTER, fresh } from '../../harness/connect.mjs';
import { refused, sameMembers, succeeded } from '../../harness/expectations.mjs';
import { connectLive } from '../../harness/live.mjs';

const { Parse, it, send, follow, settled } = connectLive(import.meta.dirname);

/** An object of a class that is followed; its creation has been sent. */
async function followed(fields) {
  const Thing = fresh('Live');
  const follower = await follow(new Parse.Query(Thing));
  const object = await new Parse.Object(Thing).save(fields);
  await follower.next('create', object);
  return { Thing, object, follower };
}

it('an increment is sent with its result', async () => {
  const { object, follower } = await followed({ n: 5 });
  await object.increment('n', 3).save();
  const event = await follower.next('update', object);
  assert.deepEqual([event.object.get('n'), event.original.get('n')], [8, 5]);
});

it('operations on arrays are sent with their result', async () => {
  const { object, follower } = await followed({ tags: ['a'] });
  object.add('tags', 'c');
  await object.save();
  assert.deepEqual((await follower.next('update')).object.get('tags'), ['a', 'c']);
  object.addUnique('tags', 'b');
  await object.save();
  assert.deepEqual((await follower.next('update')).object.get('tags'), ['a', 'c', 'b']);
  object.remove('tags', 'a');
  await object.save();
  assert.deepEqual((await follower.next('update')).object.get('tags'), ['c', 'b']);
});

it('a field that is taken away is absent from the object and present in the original', async () => {
  const { object, follower } = await followed({ n: 1, gone: 'soon' });
  object.unset('gone');
  await object.save();
  const event = await follower.next('update', object);
  assert.deepEqual([event.object.has('gone'), event.original.get('gone')], [false, 'soon']);
});

it('a part of an object that changes is sent with the whole', async () => {
  const { object, follower } = await followed({ map: { a: 1, b: 2 } });
  await object.save({ 'map.a': 3 });
  assert.deepEqual((await follower.next('update', object)).object.get('map'), { a: 3, b: 2 });
});

it('a relation is sent as a relation', async () => {
  const { Thing, object, follower } = await followed({ n: 1 });
  const member = await new Parse.Object(fresh()).save();
  object.relation('members').add(member);
  await object.save();
  const event = await follower.next('update', object);
  const relation = event.object.get('members');
  assert.ok(relation instanceof Parse.Relation);
  assert.equal(relation.targetClassName, member.className);
  assert.equal(await new Parse.Query(Thing).equalTo('members', member).count(), 1);
});

it('a save that changes nothing is sent as update', async () => {
  const { object, follower } = await followed({ n: 1 });
  await object.save({ n: 1 });
  const event = await follower.next('update', object);
  assert.deepEqual([event.object.get('n'), event.original.get('n')], [1, 1]);
});

it('every object of a saveAll is sent', async () => {
  const Thing = fresh('Live');
  const follower = await follow(new Parse.Query(Thing));
  const saved = await Parse.Object.saveAll(Array.from({ length: 40 }, (_, n) => new Parse.Object(Thing, { n })));
  const told = [];
  for (const _ of saved) told.push((await follower.next('create')).object.id);
  sameMembers(told, saved.map(({ id }) => id));
});

it('every object of a destroyAll is sent', async () => {
  const Thing = fresh('Live');
  const saved = await settled(Thing, () => Parse.Object.saveAll([1, 2, 3].map(n => new Parse.Object(Thing, { n }))));
  const follower = await follow(new Parse.Query(Thing).greaterThan('n', 1));
  await Parse.Object.destroyAll(saved);
  const told = [(await follower.next('delete')).object.get('n'), (await follower.next('delete')).object.get('n')];
  sameMembers(told, [2, 3]);
});

it('an object and the new one it points at are both told', async () => {
  const [Parent, Child] = [fresh('Live'), fresh('Live')];
  const parents = await follow(new Parse.Query(Parent));
  const children = await follow(new Parse.Query(Child));
  const child = new Parse.Object(Child, { n: 1 });
  await new Parse.Object(Parent).save({ child });
  await children.next('create', child);
  assert.equal((await parents.next('create')).object.get('child').id, child.id);
});

it('a transaction is sent as a whole', async () => {
  const Thing = fresh('Live');
  await settled(Thing, () => new Parse.Object(Thing).save({ n: 0 }));
  const follower = await follow(new Parse.Query(Thing));
  const saved = await Parse.Object.saveAll([1, 2].map(n => new Parse.Object(Thing, { n })), { transaction: true });
  const told = [(await follower.next('create')).object.id, (await follower.next('create')).object.id];
  sameMembers(told, saved.map(({ id }) => id));
});

it('a transaction that fails tells nothing', { differs: 'each write is sent before the commit there' }, async () => {
  const Thing = fresh('Live');
  await settled(Thing, () => new Parse.Object(Thing).save({ n: 0 }));
  const follower = await follow(new Parse.Query(Thing));
  const create = body => ({ method: 'POST', path: `/parse/classes/${Thing}`, body });
  const requests = [create({ n: 1 }), create({ n: 'two' })];
  assert.notEqual((await send('POST', '/batch', { body: { requests, transaction: true } })).status, 200);
  await follower.next('create', await new Parse.Object(Thing).save({ n: 3 }));
});

it('a save that a rule refuses is not told', async () => {
  const follower = await follow(new Parse.Query('Guarded').equalTo('mark', 'refusals'));
  await refused(new Parse.Object('Guarded').save({ mark: 'refusals', forbid: true }), 142);
  await follower.next('create', await new Parse.Object('Guarded').save({ mark: 'refusals' }));
});

it('what a before-save rule sets is sent', async () => {
  const mark = fresh('mark');
  const follower = await follow(new Parse.Query('Guarded').equalTo('mark', mark));
  const made = await new Parse.Object('Guarded').save({ mark });
  assert.equal((await follower.next('create', made)).object.get('stamp'), 'checked');
});

it('what an after-save rule sets is not stored and not told', { differs: 'it is sent there' }, async () => {
  const mark = fresh('mark');
  const follower = await follow(new Parse.Query('Mutated').equalTo('mark', mark));
  const made = await new Parse.Object('Mutated').save({ mark });
  assert.equal((await follower.next('create', made)).object.has('extra'), false);
});

it('what cloud code writes is sent', async () => {
  const name = fresh('name');
  const follower = await follow(new Parse.Query('JournalLog').equalTo('name', name));
  await new Parse.Object('Journal').save({ name });
  assert.equal((await follower.next('create')).object.get('action'), 'created');
});

it('what a job writes is sent', async () => {
  const mark = fresh('mark');
  const follower = await follow(new Parse.Query('JobLog').equalTo('params.mark', mark));
  succeeded(await send('POST', '/jobs/tidyUp', { key: 'master', body: { mark } }));
  assert.equal((await follower.next('create')).object.get('params').mark, mark);
});

it('changes of one object are sent in their order', async () => {
  const { object, follower } = await followed({ n: 0 });
  for (let n = 1; n <= 25; n += 1) await object.save({ n });
  for (let n = 1; n <= 25; n += 1) {
    const event = await follower.next('update', object);
    assert.deepEqual([event.original.get('n'), event.object.get('n')], [n - 1, n]);
  }
});

it('changes at the same time are sent in the order of their commits', { differs: 'no order there' }, async () => {
  const { Thing, object, follower } = await followed({ n: 0 });
  const increment = () => Parse.Object.extend(Thing).createWithoutData(object.id).increment('n').save();
  await Promise.all(Array.from({ length: 20 }, increment));
  for (let n = 1; n <= 20; n += 1) {
    const event = await follower.next('update', object);
    assert.deepEqual([event.original.get('n'), event.object.get('n')], [n - 1, n]);
  }
});

it('objects that are purged are sent', { differs: 'a purge tells nothing there' }, async () => {
  const { Thing, object, follower } = await followed({ n: 1 });
  succeeded(await send('DELETE', `/purge/${Thing}`, { key: 'master' }));
  await follower.next('delete', object);
});

it('a big object arrives whole', async () => {
  const Thing = fresh('Live');
  const follower = await follow(new Parse.Query(Thing).equalTo('n', 1));
  const text = 'größer '.repeat(40_000);
  await new Parse.Object(Thing).save({ n: 1, text });
  assert.equal((await follower.next('create')).object.get('text'), text);
});

it('a field that is new to its class is sent at once', async () => {
  const { object, follower } = await followed({ n: 1 });
  await object.save({ brandNew: { deep: true } }, MASTER);
  assert.deepEqual((await follower.next('update', object)).object.get('brandNew'), { deep: true });
});
