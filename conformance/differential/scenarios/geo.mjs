// Distances, boxes, circles and polygons.

import { found, geo, polygon, rows, scenario, where } from '../scenario.mjs';

const PLACES = [
  { name: 'origin', g: geo(0, 0) },
  { name: 'near', g: geo(0.5, 0.5) },
  { name: 'east', g: geo(0, 10) },
  { name: 'north', g: geo(40, 5) },
  { name: 'far', g: geo(-60, 170) },
  { name: 'none' },
];

export default [
  scenario('Near a point, nearest first', [
    rows('GeoNear', PLACES),
    where('GeoNear', { g: { $nearSphere: geo(0, 0) } }, { keys: 'name' }),
    where('GeoNear', { g: { $nearSphere: geo(39, 5) } }, { keys: 'name' }),
    where('GeoNear', { g: { $nearSphere: geo(0, 0) } }, { keys: 'name', limit: 2 }),
    where('GeoNear', { g: { $nearSphere: geo(0, 0), $maxDistance: 0.2 } }, { keys: 'name' }),
    where('GeoNear', { g: { $nearSphere: geo(0, 0), $maxDistance: 0 } }, { keys: 'name' }),
    where('GeoNear', { g: { $nearSphere: geo(0, 0), $maxDistance: 0.011 } }, { keys: 'name' }),
    where('GeoNear', { g: { $nearSphere: geo(0, 0), $maxDistance: 4 } }, { keys: 'name' }),
    where('GeoNear', { g: { $nearSphere: geo(0, 0) }, name: { $ne: 'east' } }, { keys: 'name' }),
    where('GeoNear', { g: { $nearSphere: geo(0, 0) } }, { keys: 'name', order: '-name' }),
    where('GeoNear', { g: { $nearSphere: geo(0, 0), $maxDistance: 0.2 } }, { count: 1, limit: 0 }),
  ]),

  scenario('Equality and presence of points', [
    rows('GeoEqual', PLACES),
    found('GeoEqual', [
      { g: geo(0, 0) },
      { g: geo(1, 1) },
      { g: { $eq: geo(0, 10) } },
      { g: { $ne: geo(0, 0) } },
      { g: { $in: [geo(0, 0), geo(0, 10)] } },
      { g: { $exists: true } },
      { g: { $exists: false } },
      { g: null },
      { g: 'text' },
      { g: { $gt: geo(0, 0) } },
    ]),
  ]),

  scenario('Inside a box', [
    rows('GeoBox', PLACES),
    found('GeoBox', [
      { g: { $within: { $box: [geo(-1, -1), geo(1, 11)] } } },
      { g: { $within: { $box: [geo(0, 0), geo(0, 0)] } } },
      { g: { $within: { $box: [geo(50, 50), geo(60, 60)] } } },
      { g: { $within: { $box: [geo(1, 11), geo(-1, -1)] } } },
      { g: { $within: { $box: [geo(-1, -1)] } } },
      { g: { $within: { $box: 'x' } } },
      { g: { $within: {} } },
    ]),
  ]),

  scenario('Inside a circle', [
    rows('GeoCircle', PLACES),
    found('GeoCircle', [
      { g: { $geoWithin: { $centerSphere: [[0, 0], 0.2] } } },
      { g: { $geoWithin: { $centerSphere: [geo(0, 0), 0.2] } } },
      { g: { $geoWithin: { $centerSphere: [[5, 40], 0.1] } } },
      { g: { $geoWithin: { $centerSphere: [[0, 0], 0] } } },
      { g: { $geoWithin: { $centerSphere: [[0, 0], 10] } } },
      { g: { $geoWithin: { $centerSphere: [[0, 0]] } } },
      { g: { $geoWithin: { $centerSphere: [[0, 0], 'x'] } } },
      { g: { $geoWithin: { $centerSphere: [[0, 0], -1] } } },
      { g: { $geoWithin: { $centerSphere: ['x', 1] } } },
      { g: { $geoWithin: { $centerSphere: 'x' } } },
      { g: { $geoWithin: { $centerSphere: [[0, 0, 0], 1] } } },
      { g: { $geoWithin: { $centerSphere: [geo(100, 0), 1] } } },
      { g: { $geoWithin: {} } },
      { g: { $geoWithin: 'x' } },
    ]),
  ]),

  scenario('Inside a polygon', [
    rows('GeoInPolygon', PLACES),
    found('GeoInPolygon', [
      { g: { $geoWithin: { $polygon: [geo(-1, -1), geo(-1, 1), geo(1, 1), geo(1, -1)] } } },
      { g: { $geoWithin: { $polygon: [geo(-1, -1), geo(-1, 20), geo(1, 20), geo(1, -1), geo(-1, -1)] } } },
      { g: { $geoWithin: { $polygon: [[-1, -1], [20, -1], [20, 1], [-1, 1]] } } },
      { g: { $geoWithin: { $polygon: polygon([-1, -1], [-1, 1], [1, 1], [1, -1]) } } },
      { g: { $geoWithin: { $polygon: polygon([-1, -1], [-1, 20], [1, 20], [1, -1]) } } },
      { g: { $geoWithin: { $polygon: [geo(0, 0), geo(1, 1)] } } },
      { g: { $geoWithin: { $polygon: [] } } },
      { g: { $geoWithin: { $polygon: {} } } },
      { g: { $geoWithin: { $polygon: 'x' } } },
      { g: { $geoWithin: { $polygon: [{}, {}, {}] } } },
      { g: { $geoWithin: { $polygon: [geo(100, 0), geo(0, 1), geo(1, 1)] } } },
      { g: { $geoWithin: { $polygon: ['a', 'b', 'c'] } } },
    ]),
  ]),

  scenario('Polygons that contain a point', [
    rows('GeoShape', [
      { name: 'small', p: polygon([0, 0], [0, 2], [2, 2], [2, 0]) },
      { name: 'wide', p: polygon([0, 0], [0, 20], [5, 20], [5, 0]) },
      { name: 'none' },
    ]),
    found('GeoShape', [
      { p: { $geoIntersects: { $point: geo(1, 1) } } },
      { p: { $geoIntersects: { $point: geo(1, 10) } } },
      { p: { $geoIntersects: { $point: geo(10, 1) } } },
      { p: { $geoIntersects: { $point: geo(50, 50) } } },
      { p: { $geoIntersects: { $point: [1, 1] } } },
      { p: { $geoIntersects: { $point: 'x' } } },
      { p: { $geoIntersects: {} } },
      { p: { $geoIntersects: { $point: geo(100, 1) } } },
      { p: polygon([0, 0], [0, 2], [2, 2], [2, 0]) },
      { p: polygon([0, 0], [0, 2], [2, 2], [2, 0], [0, 0]) },
      { p: polygon([0, 2], [2, 2], [2, 0], [0, 0]) },
      { p: polygon([9, 9], [8, 8], [9, 8]) },
      { p: { $exists: true } },
      { p: { $exists: false } },
    ]),
  ]),

  scenario('Near, written wrongly', [
    rows('GeoNearBad', [{ name: 'a', g: geo(0, 0), s: 'x', n: 1 }]),
    found('GeoNearBad', [
      { g: { $nearSphere: [0, 0] } },
      { g: { $nearSphere: 'x' } },
      { g: { $nearSphere: {} } },
      { g: { $nearSphere: null } },
      { g: { $nearSphere: geo(0, 0), $maxDistance: 'x' } },
      { g: { $nearSphere: geo(0, 0), $maxDistance: -1 } },
      { s: { $nearSphere: geo(0, 0) } },
      { nope: { $nearSphere: geo(0, 0) } },
      { n: { $within: { $box: [geo(0, 0), geo(1, 1)] } } },
    ]),
  ]),
];
