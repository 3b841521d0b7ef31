import assert from 'node:assert/strict';
import { connect, fresh } from '../../harness/connect.mjs';
import { sameMembers } from '../../harness/expectations.mjs';

const { Parse, it } = connect(import.meta.dirname);

it('a registered subclass comes back as itself', async () => {
  const name = fresh('Kettle');
  class Kettle extends Parse.Object {
    constructor() {
      super(name);
    }

    get litres() {
      return this.get('litres');
    }
  }
  Parse.Object.registerSubclass(name, Kettle);
  const kettle = new Kettle();
  await kettle.save({ litres: 2 });
  const found = await new Parse.Query(Kettle).get(kettle.id);
  assert.ok(found instanceof Kettle);
  assert.equal(found.litres, 2);
});

it('fetchAllIfNeeded fetches what has no data', async () => {
  const Thing = fresh();
  const [one, two] = await Parse.Object.saveAll([1, 2].map(n => new Parse.Object(Thing, { n })));
  const bare = Parse.Object.extend(Thing).createWithoutData(two.id);
  const [first, second] = await Parse.Object.fetchAllIfNeeded([one, bare]);
  assert.deepEqual([first.get('n'), second.get('n')], [1, 2]);
});

it('fetchAllWithInclude brings the pointed-to objects', async () => {
  const kid = await new Parse.Object(fresh('Kid')).save({ name: 'Tom' });
  const saved = await new Parse.Object(fresh()).save({ kid });
  const bare = Parse.Object.extend(saved.className).createWithoutData(saved.id);
  await Parse.Object.fetchAllWithInclude([bare], ['kid']);
  assert.equal(bare.get('kid').get('name'), 'Tom');
});

it('a clone is saved as an object of its own', async () => {
  const saved = await new Parse.Object(fresh()).save({ name: 'kettle' });
  const clone = await saved.clone().save();
  assert.notEqual(clone.id, saved.id);
  assert.equal(await new Parse.Query(saved.className).equalTo('name', 'kettle').count(), 2);
});

it('a saved object is clean until it is changed', async () => {
  const saved = await new Parse.Object(fresh()).save({ name: 'kettle' });
  assert.equal(saved.dirty(), false);
  saved.set('name', 'pot');
  assert.deepEqual(saved.dirtyKeys(), ['name']);
  await saved.save();
  assert.equal(saved.dirty(), false);
});

it('a save takes along the changes made before it', async () => {
  const saved = await new Parse.Object(fresh()).save({ a: 1, b: 1 });
  saved.set('a', 2);
  await saved.save({ b: 2 });
  const found = await new Parse.Query(saved.className).get(saved.id);
  assert.deepEqual([found.get('a'), found.get('b')], [2, 2]);
});

it('an object written as JSON is read back from it', async () => {
  const saved = await new Parse.Object(fresh()).save({ name: 'kettle', at: new Parse.GeoPoint(1, 2) });
  const found = await new Parse.Query(saved.className).get(saved.id);
  const copy = Parse.Object.fromJSON({ ...found.toJSON(), className: saved.className });
  assert.equal(copy.equals(saved), true);
  assert.equal(copy.get('at').latitude, 1);
});

it('plain JSON is found where it is asked for', async () => {
  const saved = await new Parse.Object(fresh()).save({ name: 'kettle', when: new Date(0) });
  const [found] = await new Parse.Query(saved.className).find({ json: true });
  assert.equal(found.objectId, saved.id);
  assert.deepEqual(found.when, { __type: 'Date', iso: '1970-01-01T00:00:00.000Z' });
});

it('a query over several pages visits every object once', async () => {
  const Thing = fresh();
  await Parse.Object.saveAll(Array.from({ length: 25 }, (_, n) => new Parse.Object(Thing, { n })));
  const pages = [];
  await new Parse.Query(Thing).eachBatch(objects => void pages.push(objects.map(o => o.get('n'))), { batchSize: 10 });
  assert.deepEqual(pages.map(page => page.length), [10, 10, 5]);
  sameMembers(pages.flat(), Array.from({ length: 25 }, (_, n) => n));
});
