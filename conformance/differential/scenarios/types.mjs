// Values of every type: how they are stored, how they come back, and which are refused.

import {
  addRelation,
  bytes,
  create,
  date,
  file,
  find,
  geo,
  get,
  pointer,
  polygon,
  put,
  relation,
  scenario,
} from '../scenario.mjs';

/** Creates one object per value and reads each back. */
function stored(className, values) {
  return values.flatMap((value, index) => [
    create(className, { v: value }).as(`v${index}`),
    get(`/classes/${className}/{{v${index}.objectId}}`),
  ]);
}

const refused = (className, values) => values.map(value => create(className, { v: value }));

export default [
  scenario('Dates', [
    stored('TypeDate', [
      date('2020-01-02T03:04:05.678Z'),
      date('2020-01-02T03:04:05Z'),
      date('2020-01-02T05:04:05.678+02:00'),
      date('2020-01-02'),
      date('1969-12-31T23:59:59.999Z'),
      date('0999-01-01T00:00:00.000Z'),
      date('2020-01-02T03:04:05.678912Z'),
    ]),
    find('TypeDate', { order: 'v,objectId', keys: 'v' }).unordered(),
  ]),

  scenario('Dates that are none', [
    create('TypeDateBad', { v: date('2020-01-02T03:04:05.678Z') }),
    refused('TypeDateBad', [date('not a date'), date(''), date(5), { __type: 'Date' }, '2020-01-02T03:04:05.678Z', 5]),
  ]),

  scenario('Pointers', [
    create('TypePointerTarget', { name: 'target' }).as('t'),
    stored('TypePointer', [pointer('TypePointerTarget', '{{t.objectId}}'), pointer('TypePointerTarget', 'dangling')]),
    refused('TypePointer', [
      pointer('TypePointerElse', 'x'),
      { __type: 'Pointer', className: 'TypePointerTarget' },
      { __type: 'Pointer', objectId: 'x' },
      { __type: 'Pointer', className: '', objectId: 'x' },
      { __type: 'Pointer', className: 'TypePointerTarget', objectId: 5 },
      'text',
    ]),
    create('TypePointerNew', { v: pointer('bad-name', 'x') }),
  ]),

  scenario('Geo points', [
    stored('TypeGeo', [geo(10, 20), geo(0, 0), geo(-90, -180), geo(1.5, 2.25)]),
    stored('TypeGeoWide', [geo(200, 10), geo(10, 500)]),
    refused('TypeGeo', [
      { __type: 'GeoPoint', latitude: 10 },
      { __type: 'GeoPoint', longitude: 10 },
      { __type: 'GeoPoint' },
      { __type: 'GeoPoint', latitude: null, longitude: 1 },
      [10, 20],
    ]),
    create('TypeGeoText', { v: { __type: 'GeoPoint', latitude: '1', longitude: '2' } }),
  ]),

  scenario('Polygons', [
    stored('TypePolygon', [
      polygon([0, 0], [0, 1], [1, 1], [1, 0]),
      polygon([0, 0], [0, 1], [1, 1], [1, 0], [0, 0]),
      polygon([0, 0], [0, 10], [10, 5]),
    ]),
    refused('TypePolygon', [
      polygon([0, 0], [0, 1]),
      polygon(),
      polygon([0, 0], [0, 0], [0, 0]),
      polygon([0, 0], [0, 1], [0, 0], [0, 1]),
      polygon([0, 0], ['x', 1], [1, 1]),
      polygon([0, 0], [100, 1], [1, 1]),
      { __type: 'Polygon' },
      { __type: 'Polygon', coordinates: 'x' },
    ]),
  ]),

  scenario('Bytes and files', [
    stored('TypeBytes', [bytes('aGVsbG8='), bytes('AA==')]),
    refused('TypeBytes', [bytes(''), { __type: 'Bytes' }, 'text']),
    stored('TypeFile', [file('hello.txt'), { ...file('second.txt'), url: 'http://example.org/x' }, file('with space é.txt')]),
    refused('TypeFile', [file(''), { __type: 'File' }, 'text']),
  ]),

  scenario('Objects and arrays keep what is in them', [
    stored('TypeObject', [
      {},
      { a: null, b: [], c: {} },
      { when: date('2020-01-02T03:04:05.678Z'), who: pointer('_User', 'x'), where: geo(1, 2) },
      { deep: { deeper: { deepest: [1, { a: 'b' }] } } },
    ]),
    stored('TypeArray', [
      [],
      [[1], [[2]]],
      [null, true, 1.5, 'x', {}],
      [date('2020-01-02T03:04:05.678Z'), pointer('TypeArray', 'x'), geo(1, 2), bytes('AA=='), file('a.txt')],
    ]),
  ]),

  scenario('Booleans and mixtures of scalars', [
    stored('TypeBoolean', [true, false]),
    refused('TypeBoolean', ['true', 1, 0, {}, []]),
  ]),

  scenario('Unknown types', [
    refused('TypeUnknown', [
      { __type: 'Nonsense' },
      { __type: 'Object', className: 'TypeUnknown', objectId: 'x' },
      { __type: '' },
      { __type: 5 },
      { __type: null },
      { __type: 'Relation' },
      { __type: 'String', value: 'x' },
    ]),
    find('TypeUnknown'),
  ]),

  scenario('A relation written as a value', [
    create('TypeRelation', { v: addRelation(pointer('TypeRelationTarget', 'x')) }).as('o'),
    create('TypeRelation', { v: relation('TypeRelationTarget'), name: 'r' }),
    get('/classes/TypeRelation/{{o.objectId}}'),
    put('/classes/TypeRelation/{{o.objectId}}', { v: relation('TypeRelationTarget') }),
    put('/classes/TypeRelation/{{o.objectId}}', { v: relation('TypeRelationElse') }),
    put('/classes/TypeRelation/{{o.objectId}}', { v: 'text' }),
  ]),
];
