// Creating, reading, updating and deleting single objects.

import { create, date, del, find, get, post, put, request, rows, scenario, where } from '../scenario.mjs';

export default [
  scenario('A created object answers with its id and time, and reads back whole', [
    create('ObjPlain', {
      name: 'one',
      n: 1,
      yes: true,
      list: [1, 'two', null],
      map: { a: { b: 2 } },
    }).as('o'),
    get('/classes/ObjPlain/{{o.objectId}}'),
    find('ObjPlain'),
    put('/classes/ObjPlain/{{o.objectId}}', { n: 2 }),
    get('/classes/ObjPlain/{{o.objectId}}').named('read after the update'),
    del('/classes/ObjPlain/{{o.objectId}}'),
    get('/classes/ObjPlain/{{o.objectId}}').named('read after the deletion'),
    del('/classes/ObjPlain/{{o.objectId}}').named('delete a second time'),
    put('/classes/ObjPlain/{{o.objectId}}', { n: 3 }).named('update after the deletion'),
  ]),

  scenario('Bodies that are empty, missing or not an object', [
    create('ObjEmpty', {}).as('o'),
    get('/classes/ObjEmpty/{{o.objectId}}'),
    post('/classes/ObjEmpty').named('POST without a body'),
    put('/classes/ObjEmpty/{{o.objectId}}', {}),
    get('/classes/ObjEmpty/{{o.objectId}}').named('an empty update changes updatedAt'),
    request('PUT', '/classes/ObjEmpty/{{o.objectId}}').named('PUT without a body'),
    post('/classes/ObjEmpty', []).named('POST an empty array'),
    post('/classes/ObjEmpty', [1, 2]).named('POST an array'),
    post('/classes/ObjEmpty', '"text"').named('POST a JSON string').only(withoutParsersWords),
    post('/classes/ObjEmpty', '12').named('POST a JSON number').only(withoutParsersWords),
    post('/classes/ObjEmpty', 'null').named('POST a JSON null').only(withoutParsersWords),
    post('/classes/ObjEmpty', '{"a":').named('POST broken JSON').only(withoutParsersWords),
  ]),

  scenario('Ids in the body of a create are refused', [
    create('ObjWithId', { objectId: 'mine' }),
    create('ObjWithId', { id: 'mine' }),
    create('ObjWithId', { objectId: null }),
    create('ObjWithId', { objectId: '' }),
    create('ObjWithId', { objectId: 7 }),
    find('ObjWithId'),
  ]),

  scenario('An objectId in the body of an update', [
    create('ObjRename', { name: 'before' }).as('o'),
    put('/classes/ObjRename/{{o.objectId}}', { objectId: 'renamed', name: 'after' }),
    get('/classes/ObjRename/{{o.objectId}}'),
    get('/classes/ObjRename/renamed'),
    put('/classes/ObjRename/{{o.objectId}}', { id: 'other' }),
  ]),

  scenario('Times in the body', [
    create('ObjTimes', { createdAt: date('2001-02-03T04:05:06.789Z'), name: 'dates' }).as('o'),
    get('/classes/ObjTimes/{{o.objectId}}'),
    create('ObjTimes', { createdAt: '2001-02-03T04:05:06.789Z' }),
    create('ObjTimes', { updatedAt: '2001-02-03T04:05:06.789Z' }),
    put('/classes/ObjTimes/{{o.objectId}}', { createdAt: date('2001-02-03T04:05:06.789Z') }),
    put('/classes/ObjTimes/{{o.objectId}}', { updatedAt: '2001-02-03T04:05:06.789Z' }),
    get('/classes/ObjTimes/{{o.objectId}}').named('the times are still the server’s'),
  ]),

  scenario('The maintenance key may set the times of a new object', [
    create('ObjOld', {
      name: 'old',
      createdAt: date('2001-02-03T04:05:06.789Z'),
      updatedAt: date('2002-02-03T04:05:06.789Z'),
    })
      .maintenance()
      .as('o'),
    get('/classes/ObjOld/{{o.objectId}}'),
    create('ObjOld', { createdAt: date('2003-02-03T04:05:06.789Z') }).maintenance().as('p'),
    get('/classes/ObjOld/{{p.objectId}}'),
    create('ObjOld', {
      createdAt: date('2003-02-03T04:05:06.789Z'),
      updatedAt: date('2002-02-03T04:05:06.789Z'),
    }).maintenance(),
  ]),

  scenario('Classes without objects', [
    find('ObjNowhere'),
    where('ObjNowhere', { a: 1 }, { count: 1 }),
    get('/classes/ObjNowhere/nothing'),
    put('/classes/ObjNowhereToo/nothing', { a: 1 }),
    del('/classes/ObjNowhereThree/nothing'),
  ]),

  scenario('Null is the same as nothing', [
    create('ObjNull', { a: null, b: 'set', c: { deep: null }, d: [null, 1] }).as('o'),
    get('/classes/ObjNull/{{o.objectId}}'),
    put('/classes/ObjNull/{{o.objectId}}', { b: null }),
    get('/classes/ObjNull/{{o.objectId}}').named('read after setting null'),
    create('ObjNull', { a: 1 }).named('the field that was null takes any type'),
    put('/classes/ObjNull/{{o.objectId}}', { never: null }),
    get('/classes/ObjNull/{{o.objectId}}').named('read after null on an unknown field'),
    where('ObjNull', { b: { $exists: true } }, { count: 1, limit: 0 }),
    where('ObjNull', { b: { $exists: false } }, { count: 1, limit: 0 }),
  ]),

  scenario('Texts of every kind come back unchanged', [
    create('ObjText', { t: '' }).as('empty'),
    get('/classes/ObjText/{{empty.objectId}}'),
    create('ObjText', { t: 'Grüße, 世界 🌍 \u200d \\ " \' \n\t' }).as('wide'),
    get('/classes/ObjText/{{wide.objectId}}'),
    create('ObjText', { t: '$1 %s :name ; -- drop' }).as('sql'),
    get('/classes/ObjText/{{sql.objectId}}'),
    create('ObjText', { t: 'x'.repeat(20000) }).named('a text of twenty thousand characters').as('long'),
    get('/classes/ObjText/{{long.objectId}}').only(body => body.t.length),
    create('ObjText', { t: 'zero\u0000byte' }).named('a text with the character U+0000'),
    create('ObjText', { t: '\ud800' }).named('a text with half a surrogate pair'),
    create('ObjText', { t: '{"__type":"Date"}' }).as('json'),
    get('/classes/ObjText/{{json.objectId}}'),
    create('ObjText', { t: '2020-01-01T00:00:00.000Z' }).as('iso'),
    get('/classes/ObjText/{{iso.objectId}}'),
  ]),

  scenario('Numbers of every kind come back unchanged', [
    ...[0, -1, 0.1, 1e21, 1e-7, 1.7976931348623157e308, 5e-324, 9007199254740993, -0.5, 123456789.123].flatMap(
      (n, index) => [
        create('ObjNumber', { n }).as(`n${index}`),
        get(`/classes/ObjNumber/{{n${index}.objectId}}`),
      ]
    ),
    post('/classes/ObjNumber', '{"n":1e400}').named('POST a number beyond double precision'),
    post('/classes/ObjNumber', '{"n":-0}').named('POST minus zero').as('zero'),
    get('/classes/ObjNumber/{{zero.objectId}}'),
  ]),

  scenario('Field names that are not allowed', [
    ...['_a', '1a', 'a-b', 'a b', 'a.b', 'a$b', '$a', '', 'length', 'className', 'é', '_rperm', '_id'].map(name =>
      create('ObjNames', { [name]: 1 })
    ),
    ...['select', 'order', 'A', 'a', 'a_1', 'user', 'table', 'id2', 'objectid'].map(name =>
      create('ObjNames', { [name]: 1 })
    ),
    find('ObjNames', { keys: 'select,order,A,a,a_1,user,table,id2,objectid' }),
  ]),

  scenario('Field names that are not allowed, in an update', [
    create('ObjNamesToo', { a: 1 }).as('o'),
    ...['_a', '1a', 'a-b', '$a', '', 'length', 'className', '_rperm', '_hashed_password'].map(name =>
      put('/classes/ObjNamesToo/{{o.objectId}}', { [name]: 1 })
    ),
  ]),

  scenario('Keys inside objects that are not allowed', [
    create('ObjKeys', { map: { $a: 1 } }),
    create('ObjKeys', { map: { 'a.b': 1 } }),
    create('ObjKeys', { map: { deep: { deeper: { $x: 1 } } } }),
    create('ObjKeys', { list: [{ $a: 1 }] }),
    create('ObjKeys', { map: { 'a b': 1, '1': 2, '': 3, é: 4 } }).as('o'),
    get('/classes/ObjKeys/{{o.objectId}}'),
    put('/classes/ObjKeys/{{o.objectId}}', { map: { $a: 1 } }),
  ]),

  scenario('Prohibited keywords are refused anywhere in a write', [
    post('/classes/ObjProto', '{"constructor":1}'),
    post('/classes/ObjProto', '{"map":{"constructor":1}}'),
    post('/classes/ObjProto', '{"map":{"__proto__":{"a":1}}}'),
    post('/classes/ObjProto', '{"list":[{"deep":{"constructor":"x"}}]}'),
    post('/classes/ObjProto', '{"map":{"_bsontype":"Code"}}'),
    post('/classes/ObjProto', '{"map":{"_bsontype":"Other"}}'),
  ]),

  scenario('Reading one object takes only its own parameters', [
    create('ObjParams', { a: 1, b: 2 }).as('o'),
    get('/classes/ObjParams/{{o.objectId}}', { keys: 'a' }),
    get('/classes/ObjParams/{{o.objectId}}', { excludeKeys: 'a' }),
    get('/classes/ObjParams/{{o.objectId}}', { where: { a: 1 } }),
    get('/classes/ObjParams/{{o.objectId}}', { limit: 1 }),
    get('/classes/ObjParams/{{o.objectId}}', { nonsense: 1 }),
    get('/classes/ObjParams/{{o.objectId}}', { readPreference: 'SECONDARY' }),
    get('/classes/ObjParams/{{o.objectId}}', { include: 'b' }),
  ]),

  scenario('Methods and paths that objects do not have', [
    request('PATCH', '/classes/ObjPaths', { a: 1 }),
    post('/classes/ObjPaths/someid', { a: 1 }),
    put('/classes/ObjPaths', { a: 1 }),
    del('/classes/ObjPaths'),
    get('/classes'),
    get('/classes/ObjPaths/a/b'),
  ]),

  scenario('A class reports the fields of all its objects only where they are set', [
    ...rows('ObjSparse', [{ name: 'a', x: 1 }, { name: 'b', y: 2 }, { name: 'c' }]),
    find('ObjSparse', { order: 'name' }),
  ]),
];

/** The text of a JSON error is the parser's own, and changes with the version of Node. */
function withoutParsersWords({ error, ...rest }) {
  return { ...rest, error: typeof error };
}
