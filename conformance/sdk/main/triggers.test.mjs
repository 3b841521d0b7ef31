import assert from 'node:assert/strict';
import { MASTER, connect, fresh } from '../../harness/connect.mjs';
import { answered, eventually, failedWith, refused, sameMembers, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send, person } = connect(import.meta.dirname);

function logged(action, name) {
  return () => new Parse.Query('JournalLog').equalTo('name', name).equalTo('action', action).first(MASTER);
}

it('a before-save rule changes what is stored and tells the client', async () => {
  const saved = await new Parse.Object('Guarded').save({ name: fresh('n') });
  assert.equal(saved.get('stamp'), 'checked');
  assert.equal((await new Parse.Query('Guarded').get(saved.id)).get('stamp'), 'checked');
});

it('a create answers with the fields a before-save rule set', async () => {
  const answer = await send('POST', '/classes/Guarded', { body: { name: fresh('n') } });
  assert.deepEqual(Object.keys(succeeded(answer, 201)).sort(), ['createdAt', 'objectId', 'stamp']);
});

it('a before-save rule refuses with its own code', async () => {
  await refused(new Parse.Object('Guarded').save({ forbid: true }), 142, 'forbidden by rule');
});

it('a before-save rule that throws a text is code 141', async () => {
  await refused(new Parse.Object('Guarded').save({ rawThrow: true }), 141, 'raw refusal');
});

it('a refused save stores nothing', async () => {
  const name = fresh('n');
  await refused(new Parse.Object('Guarded').save({ name, forbid: true }), 142);
  assert.equal(await new Parse.Query('Guarded').equalTo('name', name).count(), 0);
});

it('a refused update changes nothing', async () => {
  const saved = await new Parse.Object('Guarded').save({ name: 'before' });
  await refused(saved.save({ name: 'after', forbid: true }), 142);
  assert.equal((await new Parse.Query('Guarded').get(saved.id)).get('name'), 'before');
});

it('a field a before-save rule unsets comes back as a delete', async () => {
  const answer = await send('POST', '/classes/Guarded', { body: { name: fresh('n'), drop: 'this' } });
  assert.deepEqual(succeeded(answer, 201).drop, { __op: 'Delete' });
});

it('the SDK unsets a field the before-save rule unset', async () => {
  const saved = await new Parse.Object('Guarded').save({ name: fresh('n'), drop: 'this' });
  assert.equal(saved.has('drop'), false);
  assert.equal((await new Parse.Query('Guarded').get(saved.id)).has('drop'), false);
});

it('a before-save rule sees the object as it was', async () => {
  const saved = await new Parse.Object('Guarded').save({ name: 'first' });
  await saved.save({ name: 'second' });
  assert.equal(saved.get('previous'), 'first');
  assert.equal((await new Parse.Query('Guarded').get(saved.id)).get('previous'), 'first');
});

it('a before-save rule sees increments done', async () => {
  const saved = await new Parse.Object('Guarded').save({ name: fresh('n'), n: 1 });
  await saved.increment('n', 4).save();
  assert.equal((await new Parse.Query('Guarded').get(saved.id)).get('n'), 5);
});

it('a before-delete rule refuses', async () => {
  const saved = await new Parse.Object('Guarded').save({ name: fresh('n'), locked: true });
  await refused(saved.destroy(), 141, 'locked');
  assert.ok(await new Parse.Query('Guarded').get(saved.id));
});

it('an after-delete rule hears of the deletion', async () => {
  const name = fresh('n');
  const saved = await new Parse.Object('Guarded').save({ name });
  await saved.destroy();
  await eventually(logged('deleted', name), 'the deletion entry');
});

it('a delete of a missing object under a rule has its own words', async () => {
  failedWith(await send('DELETE', '/classes/Guarded/nosuchid00'), 404, 101, 'Object not found for delete.');
});

it('rules run for each object of a batch', async () => {
  const objects = [1, 2].map(n => new Parse.Object('Guarded', { n, name: fresh('n') }));
  await Parse.Object.saveAll(objects);
  assert.deepEqual(objects.map(object => object.get('stamp')), ['checked', 'checked']);
});

it('an update under a rule needs write permission', async () => {
  const ada = await person();
  const acl = new Parse.ACL(ada.user);
  acl.setPublicReadAccess(true);
  const saved = await new Parse.Object('Guarded', { name: fresh('n') }).setACL(acl).save(null, ada.as);
  failedWith(await send('PUT', `/classes/Guarded/${saved.id}`, { body: { name: 'x' } }), 404, 101, 'Object not found.');
});

it('an after-save rule hears of a creation', async () => {
  const name = fresh('n');
  await new Parse.Object('Journal').save({ name });
  await eventually(logged('created', name), 'the creation entry');
});

it('an after-save rule hears of an update', async () => {
  const name = fresh('n');
  const saved = await new Parse.Object('Journal').save({ name: 'before' });
  await saved.save({ name });
  await eventually(logged('updated', name), 'the update entry');
});

it('an after-save rule that returns JSON replaces the answer', async () => {
  answered(await send('POST', '/classes/Custom', { body: { n: 1 } }), 201, { custom: 'json' });
});

it('an after-save rule that changes the object changes the answer alone', async () => {
  const answer = await send('POST', '/classes/Mutated', { body: { n: 1 } });
  const body = succeeded(answer, 201);
  assert.equal(body.extra, 'from after');
  const stored = succeeded(await send('GET', `/classes/Mutated/${body.objectId}`));
  assert.equal('extra' in stored, false);
});

it('a before-find rule narrows a find', async () => {
  const group = fresh('g');
  await Parse.Object.saveAll([
    new Parse.Object('Filtered', { group, n: 1 }),
    new Parse.Object('Filtered', { group, n: 2, hidden: true }),
  ]);
  const found = await new Parse.Query('Filtered').equalTo('group', group).find();
  assert.deepEqual(found.map(object => object.get('n')), [1]);
});

it('a before-find rule narrows a get', async () => {
  const saved = await new Parse.Object('Filtered').save({ hidden: true });
  await refused(new Parse.Query('Filtered').get(saved.id), 101);
});

it('a before-find rule narrows an include', async () => {
  const kid = await new Parse.Object('Filtered').save({ hidden: true });
  const parent = await new Parse.Object(fresh()).save({ kid });
  const found = await new Parse.Query(parent.className).include('kid').get(parent.id);
  assert.equal(found.has('kid'), false);
});

it('a before-find rule narrows a count', async () => {
  const group = fresh('g');
  await Parse.Object.saveAll([
    new Parse.Object('Filtered', { group }),
    new Parse.Object('Filtered', { group, hidden: true }),
  ]);
  assert.equal(await new Parse.Query('Filtered').equalTo('group', group).count(), 1);
});

it('an after-find rule decorates what is found', async () => {
  const group = fresh('g');
  await Parse.Object.saveAll([1, 2].map(n => new Parse.Object('Decorated', { group, n })));
  const found = await new Parse.Query('Decorated').equalTo('group', group).find();
  sameMembers(found.map(object => object.get('decorated')), [true, true]);
});

it('an after-find rule decorates a single object', async () => {
  const saved = await new Parse.Object('Decorated').save({ n: 1 });
  const body = succeeded(await send('GET', `/classes/Decorated/${saved.id}`));
  assert.equal(body.decorated, true);
  assert.equal(body.className, 'Decorated');
});

it('an after-logout rule hears of a logout', async () => {
  const query = () => new Parse.Query('LoginLog').equalTo('action', 'logout');
  const since = new Date();
  const ada = await person();
  succeeded(await send('POST', '/logout', { token: ada.token, body: {} }));
  const later = () => query().greaterThanOrEqualTo('createdAt', since).first(MASTER);
  await eventually(later, 'the logout entry');
});
