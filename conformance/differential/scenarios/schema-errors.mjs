// Types of fields are inferred from the first write and hold for every later one.

import {
  add,
  addRelation,
  bytes,
  create,
  date,
  del,
  file,
  find,
  geo,
  get,
  increment,
  pointer,
  polygon,
  post,
  put,
  relation,
  scenario,
} from '../scenario.mjs';

const VALUES = {
  text: 'text',
  number: 1,
  yes: true,
  date: date('2020-01-02T03:04:05.678Z'),
  map: { a: 1 },
  list: [1],
  pointer: pointer('MismatchTarget', 'x'),
  relation: relation('MismatchTarget'),
  geo: geo(1, 2),
  polygon: polygon([0, 0], [0, 1], [1, 1]),
  bytes: bytes('AA=='),
  file: file('a.txt'),
};

export default [
  scenario('A value of another type than the field is refused, for every pair of types', [
    create('Mismatch', { ...VALUES, relation: addRelation(pointer('MismatchTarget', 'x')) }).as('o'),
    Object.entries(VALUES).flatMap(([field]) =>
      Object.entries(VALUES)
        .filter(([other]) => other !== field)
        .map(([, value]) => put('/classes/Mismatch/{{o.objectId}}', { [field]: value }))
    ),
    find('Mismatch'),
    get('/schemas/Mismatch').master(),
  ]),

  scenario('A refused create leaves neither object nor field', [
    create('SchemaHalf', { n: 1 }),
    create('SchemaHalf', { n: 'text', fresh: true }),
    create('SchemaHalf', { fresh: 'any type' }),
    find('SchemaHalf', { order: 'createdAt' }),
  ]),

  scenario('Operations infer types too', [
    create('SchemaOps', { n: increment(1), list: add(1) }),
    create('SchemaOps', { n: 'text' }),
    create('SchemaOps', { list: 'text' }),
    create('SchemaOps', { list: increment(1) }),
    create('SchemaOps', { n: add(1) }),
    create('SchemaOps', { n: 'text' }).master(),
    get('/schemas/SchemaOps').master(),
  ]),

  scenario('Class names that are not allowed', [
    ...['_Nonsense', '1Abc', 'Ab-c', 'Ab%20c', 'Ab.c', '%C3%84b', '_Join:a:B', '_SCHEMA', 'A%22b'].flatMap(name => [
      post(`/classes/${name}`, { a: 1 }),
      find(name),
      del(`/classes/${name}/x`),
    ]),
    put('/classes/1Abc/x', { a: 1 }),
  ]),

  scenario('Two geo points', [
    create('SchemaGeo', { a: geo(1, 2), b: geo(3, 4) }),
    create('SchemaGeo', { a: geo(1, 2) }),
    create('SchemaGeo', { a: geo(1, 2), b: geo(3, 4) }).named('two points, of which one is known'),
    create('SchemaGeo', { b: geo(3, 4) }),
  ]),

  scenario('Required fields and default values', [
    post('/schemas/SchemaRules', {
      className: 'SchemaRules',
      fields: {
        must: { type: 'String', required: true },
        filled: { type: 'Number', defaultValue: 5 },
        both: { type: 'String', required: true, defaultValue: 'default' },
        list: { type: 'Array', defaultValue: [1] },
      },
    }).master(),
    create('SchemaRules', {}),
    create('SchemaRules', { must: null }),
    create('SchemaRules', { must: '' }),
    create('SchemaRules', { must: 'x' }).as('o'),
    create('SchemaRules', { must: 'x', filled: 7, both: 'y', list: [2] }),
    create('SchemaRules', { must: 'x', filled: null }),
    put('/classes/SchemaRules/{{o.objectId}}', { filled: 8 }),
    put('/classes/SchemaRules/{{o.objectId}}', { must: null }),
    put('/classes/SchemaRules/{{o.objectId}}', { must: '' }),
    put('/classes/SchemaRules/{{o.objectId}}', { must: { __op: 'Delete' } }),
    put('/classes/SchemaRules/{{o.objectId}}', { filled: { __op: 'Delete' } }),
    find('SchemaRules', { order: 'createdAt' }),
  ]),
];
