import assert from 'node:assert/strict';
import { connect, fresh } from '../../harness/connect.mjs';
import { sameMembers } from '../../harness/expectations.mjs';

const { Parse, it } = connect(import.meta.dirname);

const CITIES = {
  Oslo: [59.91, 10.75],
  Bern: [46.95, 7.45],
  Rome: [41.9, 12.5],
  Lima: [-12.05, -77.04],
};
const BERLIN = new Parse.GeoPoint(52.52, 13.4);

async function cities() {
  const City = fresh('City');
  await Parse.Object.saveAll([
    ...Object.entries(CITIES).map(
      ([name, at]) => new Parse.Object(City, { name, at: new Parse.GeoPoint(...at) })
    ),
    new Parse.Object(City, { name: 'Nowhere' }),
  ]);
  return () => new Parse.Query(City);
}

async function names(query) {
  return (await query.find()).map(object => object.get('name'));
}

it('near sorts by distance', async () => {
  const query = await cities();
  assert.deepEqual(await names(query().near('at', BERLIN)), ['Bern', 'Oslo', 'Rome', 'Lima']);
});

it('withinKilometers finds what is inside the circle, nearest first', async () => {
  const query = await cities();
  assert.deepEqual(await names(query().withinKilometers('at', BERLIN, 1000)), ['Bern', 'Oslo']);
});

it('withinMiles measures in miles', async () => {
  const query = await cities();
  assert.deepEqual(await names(query().withinMiles('at', BERLIN, 500)), ['Bern']);
});

it('withinRadians measures in radians on a sphere of 6371 km', async () => {
  const query = await cities();
  const distance = BERLIN.radiansTo(new Parse.GeoPoint(...CITIES.Oslo));
  assert.deepEqual(await names(query().withinRadians('at', BERLIN, distance * 1.001)), ['Bern', 'Oslo']);
  assert.deepEqual(await names(query().withinRadians('at', BERLIN, distance * 0.999)), ['Bern']);
});

it('an unsorted circle keeps the order asked for', async () => {
  const query = await cities();
  const circle = query().withinKilometers('at', BERLIN, 1500, false).descending('name');
  assert.deepEqual(await names(circle), ['Rome', 'Oslo', 'Bern']);
});

it('a circle that crosses the date line is whole', async () => {
  const City = fresh('City');
  await Parse.Object.saveAll([
    new Parse.Object(City, { name: 'east', at: new Parse.GeoPoint(0, 179.5) }),
    new Parse.Object(City, { name: 'west', at: new Parse.GeoPoint(0, -179.5) }),
  ]);
  const near = new Parse.Query(City).withinKilometers('at', new Parse.GeoPoint(0, 179.9), 200);
  assert.deepEqual(await names(near), ['east', 'west']);
});

it('withinGeoBox finds what is inside the box', async () => {
  const query = await cities();
  const box = query().withinGeoBox('at', new Parse.GeoPoint(40, 5), new Parse.GeoPoint(50, 15));
  sameMembers(await names(box), ['Bern', 'Rome']);
});

it('withinPolygon finds what is inside the corners', async () => {
  const query = await cities();
  const corners = [[40, 11], [40, 20], [50, 20], [50, 11]].map(([lat, lng]) => new Parse.GeoPoint(lat, lng));
  sameMembers(await names(query().withinPolygon('at', corners)), ['Rome']);
});

it('polygonContains finds the polygons around a point', async () => {
  const Zone = fresh('Zone');
  await Parse.Object.saveAll([
    new Parse.Object(Zone, { name: 'small', shape: new Parse.Polygon([[0, 0], [0, 1], [1, 1], [1, 0]]) }),
    new Parse.Object(Zone, { name: 'large', shape: new Parse.Polygon([[0, 0], [0, 10], [10, 10], [10, 0]]) }),
    new Parse.Object(Zone, { name: 'none' }),
  ]);
  const around = (lat, lng) => names(new Parse.Query(Zone).polygonContains('shape', new Parse.GeoPoint(lat, lng)));
  sameMembers(await around(0.5, 0.5), ['small', 'large']);
  sameMembers(await around(5, 5), ['large']);
  sameMembers(await around(20, 20), []);
});
