import assert from 'node:assert/strict';
import { MASTER, connect, fresh } from '../../harness/connect.mjs';
import { OBJECT_ID, refused, sameMembers } from '../../harness/expectations.mjs';

const { Parse, it } = connect(import.meta.dirname);

it('destroying an object twice is refused', async () => {
  const saved = await new Parse.Object(fresh()).save();
  await saved.destroy();
  await refused(saved.destroy(), 101, 'Object not found.');
});

it('fetch brings what another client wrote', async () => {
  const saved = await new Parse.Object(fresh()).save({ name: 'kettle' });
  const twin = Parse.Object.fromJSON({ className: saved.className, objectId: saved.id });
  await saved.save({ name: 'pot' });
  await twin.fetch();
  assert.equal(twin.get('name'), 'pot');
});

it('fetch of a missing object is refused', async () => {
  const Thing = fresh();
  await new Parse.Object(Thing).save();
  const ghost = new Parse.Object(Thing);
  ghost.id = 'nosuchid00';
  await refused(ghost.fetch(), 101);
});

it('fetchAll refreshes a list of objects', async () => {
  const Thing = fresh();
  const saved = await Parse.Object.saveAll([1, 2].map(n => new Parse.Object(Thing, { n })));
  const twins = saved.map(({ id }) => Parse.Object.fromJSON({ className: Thing, objectId: id }));
  await Parse.Object.fetchAll(twins);
  assert.deepEqual(twins.map(twin => twin.get('n')), [1, 2]);
});

it('fetchWithInclude brings a pointed-to object', async () => {
  const kid = await new Parse.Object(fresh('Kid')).save({ name: 'Tom' });
  const saved = await new Parse.Object(fresh()).save({ kid });
  const twin = Parse.Object.fromJSON({ className: saved.className, objectId: saved.id });
  await twin.fetchWithInclude('kid');
  assert.equal(twin.get('kid').get('name'), 'Tom');
});

it('an object that exists on the server is known to exist', async () => {
  const saved = await new Parse.Object(fresh()).save();
  assert.equal(await saved.exists(), true);
  await saved.destroy();
  assert.equal(await saved.exists(), false);
});

it('an unset field disappears', async () => {
  const saved = await new Parse.Object(fresh()).save({ name: 'kettle', n: 1 });
  saved.unset('name');
  await saved.save();
  const found = await new Parse.Query(saved.className).get(saved.id);
  assert.equal(found.has('name'), false);
  assert.equal(found.get('n'), 1);
});

it('saveAll saves more objects than fit in one batch', async () => {
  const Thing = fresh();
  await Parse.Object.saveAll(Array.from({ length: 45 }, (_, n) => new Parse.Object(Thing, { n })));
  assert.equal(await new Parse.Query(Thing).count(), 45);
});

it('destroyAll removes every object of a list', async () => {
  const Thing = fresh();
  const saved = await Parse.Object.saveAll([1, 2, 3].map(n => new Parse.Object(Thing, { n })));
  await Parse.Object.destroyAll(saved.slice(0, 2));
  sameMembers((await new Parse.Query(Thing).find()).map(o => o.get('n')), [3]);
});

it('destroyAll reports the objects it could not remove', async () => {
  const Thing = fresh();
  const [one, two] = await Parse.Object.saveAll([1, 2].map(n => new Parse.Object(Thing, { n })));
  await one.destroy();
  const error = await refused(Parse.Object.destroyAll([one, two]), 600);
  assert.deepEqual(error.errors.map(({ code }) => code), [101]);
  assert.equal(await new Parse.Query(Thing).count(), 0);
});

it('saving a parent saves its unsaved children first', async () => {
  const Kid = fresh('Kid');
  const parent = await new Parse.Object(fresh()).save({ kid: new Parse.Object(Kid, { name: 'Tom' }) });
  const found = await new Parse.Query(parent.className).include('kid').get(parent.id);
  assert.equal(found.get('kid').get('name'), 'Tom');
});

it('a tree of new objects is saved in one call', async () => {
  const Leaf = fresh('Leaf');
  const leaves = [1, 2].map(n => new Parse.Object(Leaf, { n }));
  const branch = new Parse.Object(fresh('Branch'), { leaves });
  const [tree] = await Parse.Object.saveAll([new Parse.Object(fresh('Tree'), { branch })]);
  const found = await new Parse.Query(tree.className).include('branch.leaves').get(tree.id);
  assert.deepEqual(found.get('branch').get('leaves').map(leaf => leaf.get('n')), [1, 2]);
});

it('a new object is reported as not yet existing after its first save alone', async () => {
  const saved = await new Parse.Object(fresh()).save();
  assert.equal(saved.existed(), false);
  await saved.save({ n: 1 });
  assert.equal(saved.existed(), true);
});

it('a revert and a failed save leave the stored object alone', async () => {
  const saved = await new Parse.Object(fresh()).save({ n: 1, name: 'kettle' });
  saved.set('n', 'not a number');
  saved.set('name', 'pot');
  await refused(saved.save(), 111);
  const found = await new Parse.Query(saved.className).get(saved.id, MASTER);
  assert.deepEqual([found.get('n'), found.get('name')], [1, 'kettle']);
});

it('the SDK reports a refusal as a Parse.Error', async () => {
  const error = await refused(new Parse.Query(fresh()).get('nosuchid00'), 101, 'Object not found.');
  assert.ok(error instanceof Parse.Error);
});

it('a new object has its id and times after the first save', async () => {
  const before = Date.now();
  const saved = await new Parse.Object(fresh()).save();
  assert.match(saved.id, OBJECT_ID);
  assert.ok(Math.abs(saved.createdAt.getTime() - before) < 60_000);
  assert.equal(saved.updatedAt.getTime(), saved.createdAt.getTime());
});

it('an update moves updatedAt and keeps createdAt', async () => {
  const saved = await new Parse.Object(fresh()).save();
  const { createdAt } = saved;
  await saved.save({ n: 1 });
  const found = await new Parse.Query(saved.className).get(saved.id);
  assert.equal(found.createdAt.getTime(), createdAt.getTime());
  assert.equal(found.updatedAt.getTime(), saved.updatedAt.getTime());
  assert.ok(found.updatedAt >= createdAt);
});
