import assert from 'node:assert/strict';
import { connect, fresh } from '../../harness/connect.mjs';
import { failedWith, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send, url } = connect(import.meta.dirname);

async function roundTrip(value) {
  const saved = await new Parse.Object(fresh()).save({ value });
  return (await new Parse.Query(saved.className).get(saved.id)).get('value');
}

async function rawRoundTrip(value) {
  const Thing = fresh();
  const { objectId } = succeeded(await send('POST', `/classes/${Thing}`, { body: { value } }), 201);
  return succeeded(await send('GET', `/classes/${Thing}/${objectId}`)).value;
}

function create(value) {
  return send('POST', `/classes/${fresh()}`, { body: { value } });
}

it('numbers keep their value from the smallest to the largest', async () => {
  for (const n of [0, -1, 0.1, 1e21, 5e-324, 1.7976931348623157e308, 9007199254740991]) {
    assert.equal(await roundTrip(n), n);
  }
});

it('a date comes back as a date of the same millisecond', async () => {
  const when = new Date('2021-03-04T05:06:07.089Z');
  assert.equal((await roundTrip(when)).getTime(), when.getTime());
});

it('a date is tagged on the wire', async () => {
  const value = { __type: 'Date', iso: '2021-03-04T05:06:07.089Z' };
  assert.deepEqual(await rawRoundTrip(value), value);
});

it('a date with an offset comes back in UTC', async () => {
  const value = await rawRoundTrip({ __type: 'Date', iso: '2021-03-04T05:06:07.000+02:00' });
  assert.deepEqual(value, { __type: 'Date', iso: '2021-03-04T03:06:07.000Z' });
});

it('a date before the epoch survives', async () => {
  const when = new Date('1815-12-10T00:00:00.000Z');
  assert.equal((await roundTrip(when)).getTime(), when.getTime());
});

it('a date that cannot be read is refused', {
  differs: 'Parse Server on PostgreSQL answers 500',
}, async () => {
  const answer = await create({ __type: 'Date', iso: 'yesterday-ish' });
  assert.equal(answer.status, 400, answer.text);
});

it('a date without its iso is refused', async () => {
  failedWith(await create({ __type: 'Date' }), 400, 111, 'This is not a valid Date');
});

it('a text with a zero character is refused', {
  differs: 'Parse Server on PostgreSQL answers 500',
}, async () => {
  const answer = await create('zero\u0000inside');
  assert.equal(answer.status, 400, answer.text);
});

it('an array may mix types', async () => {
  const mixed = [1, 'two', true, null, { a: [1] }, [2, [3]]];
  assert.deepEqual(await roundTrip(mixed), mixed);
});

it('an empty array and an empty object survive', async () => {
  assert.deepEqual(await roundTrip([]), []);
  assert.deepEqual(await roundTrip({}), {});
});

it('an object keeps its nesting', async () => {
  const value = { a: { b: { c: [1, { d: null }] } }, e: 'f' };
  assert.deepEqual(await roundTrip(value), value);
});

it('a date inside an object keeps its tag', async () => {
  const value = { when: { __type: 'Date', iso: '2021-03-04T05:06:07.089Z' } };
  assert.deepEqual(await rawRoundTrip(value), value);
});

it('a date inside an array comes back to the SDK as a date', async () => {
  const when = new Date('2021-03-04T05:06:07.089Z');
  const [value] = await roundTrip([when]);
  assert.equal(value.getTime(), when.getTime());
});

it('a pointer comes back as a pointer', async () => {
  const kid = await new Parse.Object('Kid').save();
  const value = await rawRoundTrip(kid.toPointer());
  assert.deepEqual(value, { __type: 'Pointer', className: 'Kid', objectId: kid.id });
});

it('a pointer without a class name is refused', async () => {
  failedWith(await create({ __type: 'Pointer', objectId: 'abc' }), 400, 111, 'This is not a valid Pointer');
});

it('a pointer may point at nothing', async () => {
  const value = await rawRoundTrip({ __type: 'Pointer', className: 'Kid', objectId: 'nosuchid00' });
  assert.equal(value.objectId, 'nosuchid00');
});

it('an included object cannot be written', async () => {
  failedWith(
    await create({ __type: 'Object', className: 'Kid', objectId: 'abc' }),
    400,
    111,
    'This is not a valid Object'
  );
});

it('a geo point keeps latitude and longitude apart', async () => {
  const point = await roundTrip(new Parse.GeoPoint(12.5, -70.25));
  assert.deepEqual([point.latitude, point.longitude], [12.5, -70.25]);
});

it('a geo point without a longitude is refused', async () => {
  failedWith(await create({ __type: 'GeoPoint', latitude: 1 }), 400, 111, 'This is not a valid GeoPoint');
});

it('a geo point out of range is accepted', async () => {
  const value = { __type: 'GeoPoint', latitude: 200, longitude: 0 };
  assert.deepEqual(await rawRoundTrip(value), value);
});

it('two geo points in one object are refused', async () => {
  const point = { __type: 'GeoPoint', latitude: 1, longitude: 2 };
  const answer = await send('POST', `/classes/${fresh()}`, { body: { a: point, b: point } });
  failedWith(answer, 400, 111, 'there can only be one geopoint field in a class');
});

it('a polygon is closed for the client', async () => {
  const value = await rawRoundTrip({ __type: 'Polygon', coordinates: [[0, 0], [0, 1], [1, 1]] });
  assert.deepEqual(value, { __type: 'Polygon', coordinates: [[0, 0], [0, 1], [1, 1], [0, 0]] });
});

it('a polygon the client closed is not closed again', async () => {
  const coordinates = [[0, 0], [0, 5], [5, 5], [5, 0], [0, 0]];
  assert.deepEqual((await rawRoundTrip({ __type: 'Polygon', coordinates })).coordinates, coordinates);
});

it('a polygon keeps latitude before longitude', async () => {
  const polygon = await roundTrip(new Parse.Polygon([[10, 20], [10, 21], [11, 21]]));
  assert.deepEqual(polygon.coordinates[0], [10, 20]);
  assert.deepEqual(polygon.coordinates[1], [10, 21]);
});

it('a polygon of two points is refused', async () => {
  failedWith(
    await create({ __type: 'Polygon', coordinates: [[0, 0], [0, 1]] }),
    400,
    107,
    'Polygon must have at least 3 values'
  );
});

it('a polygon with fewer than three different corners is refused', async () => {
  const answer = await create({ __type: 'Polygon', coordinates: [[0, 0], [0, 1], [0, 0], [0, 1]] });
  assert.equal(answer.body.error, 'GeoJSON: Loop must have at least 3 different vertices');
});

it('bytes come back as they were', async () => {
  const value = { __type: 'Bytes', base64: 'aGVsbG8=' };
  assert.deepEqual(await rawRoundTrip(value), value);
});

it('empty bytes are refused', async () => {
  failedWith(await create({ __type: 'Bytes', base64: '' }), 400, 111, 'This is not a valid Bytes');
});

it('a file is kept by name and gets its address on reading', async () => {
  const value = await rawRoundTrip({ __type: 'File', name: 'a photo.png', url: 'http://elsewhere/x' });
  assert.deepEqual(value, {
    __type: 'File',
    name: 'a photo.png',
    url: `${url}/files/conformance/a%20photo.png`,
  });
});

it('a file without a name is refused', async () => {
  failedWith(await create({ __type: 'File', url: 'http://elsewhere/x' }), 400, 111, 'This is not a valid File');
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
