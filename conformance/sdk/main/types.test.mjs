import assert from 'node:assert/strict';
import { connect, fresh } from '../../harness/connect.mjs';

const { Parse, it } = connect(import.meta.dirname);

async function roundTrip(value) {
  const saved = await new Parse.Object(fresh()).save({ value });
  return (await new Parse.Query(saved.className).get(saved.id)).get('value');
}

it('a date comes back as a date of the same millisecond', async () => {
  const when = new Date('2021-03-04T05:06:07.089Z');
  assert.equal((await roundTrip(when)).getTime(), when.getTime());
});

it('a date inside an array comes back to the SDK as a date', async () => {
  const when = new Date('2021-03-04T05:06:07.089Z');
  const [value] = await roundTrip([when]);
  assert.equal(value.getTime(), when.getTime());
});

it('a geo point keeps latitude and longitude apart', async () => {
  const point = await roundTrip(new Parse.GeoPoint(12.5, -70.25));
  assert.deepEqual([point.latitude, point.longitude], [12.5, -70.25]);
});

it('a polygon keeps latitude before longitude', async () => {
  const polygon = await roundTrip(new Parse.Polygon([[10, 20], [10, 21], [11, 21]]));
  assert.deepEqual(polygon.coordinates[0], [10, 20]);
  assert.deepEqual(polygon.coordinates[1], [10, 21]);
});

it('the SDK reads every type of one object', async () => {
  const kid = await new Parse.Object('Kid').save();
  const saved = await new Parse.Object(fresh()).save({
    text: 't',
    number: 1,
    yes: true,
    when: new Date(0),
    object: { a: 1 },
    list: [1],
    point: new Parse.GeoPoint(1, 2),
    shape: new Parse.Polygon([[0, 0], [0, 1], [1, 1]]),
    kid,
  });
  const found = await new Parse.Query(saved.className).get(saved.id);
  assert.ok(found.get('when') instanceof Date);
  assert.ok(found.get('point') instanceof Parse.GeoPoint);
  assert.ok(found.get('shape') instanceof Parse.Polygon);
  assert.ok(found.get('kid') instanceof Parse.Object);
  assert.equal(found.get('kid').id, kid.id);
});
