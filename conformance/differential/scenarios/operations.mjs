// Field operations: what they answer and what they leave behind.

import {
  add,
  addUnique,
  create,
  get,
  increment,
  op,
  pointer,
  put,
  remove,
  scenario,
  unset,
} from '../scenario.mjs';

/** Applies each change to the kept object and reads the object after every one. */
function changes(className, list) {
  return list.flatMap((change, index) => [
    put(`/classes/${className}/{{o.objectId}}`, change),
    get(`/classes/${className}/{{o.objectId}}`).named(`read after change ${index + 1}`),
  ]);
}

export default [
  scenario('Increment answers with the number it leaves', [
    create('OpInc', { n: increment(5), plain: 1 }).as('o'),
    get('/classes/OpInc/{{o.objectId}}'),
    ...changes('OpInc', [
      { n: increment(1) },
      { n: increment(-10) },
      { n: increment(0.5) },
      { n: increment(0) },
      { fresh: increment(3) },
      { plain: increment(2), n: increment(1) },
      { n: null },
      { n: increment(4) },
    ]),
  ]),

  scenario('Increments that make no sense', [
    create('OpIncBad', { n: 1, t: 'text', list: [1], yes: true }).as('o'),
    put('/classes/OpIncBad/{{o.objectId}}', { t: increment(1) }),
    put('/classes/OpIncBad/{{o.objectId}}', { list: increment(1) }),
    put('/classes/OpIncBad/{{o.objectId}}', { yes: increment(1) }),
    put('/classes/OpIncBad/{{o.objectId}}', { n: increment('1') }),
    put('/classes/OpIncBad/{{o.objectId}}', { n: increment(null) }),
    put('/classes/OpIncBad/{{o.objectId}}', { n: op('Increment') }),
    create('OpIncBad', { n: increment('1') }),
    create('OpIncBad', { n: op('Increment') }),
    put('/classes/OpIncBad/missing', { n: increment(1) }),
    get('/classes/OpIncBad/{{o.objectId}}'),
  ]),

  scenario('Add appends and keeps duplicates and order', [
    create('OpAdd', { made: add(1, 2, 2), a: [1, 2, 3], b: [1, 1], c: [1], d: [1] }).as('o'),
    get('/classes/OpAdd/{{o.objectId}}'),
    put('/classes/OpAdd/{{o.objectId}}', { a: add(3, 1) }),
    put('/classes/OpAdd/{{o.objectId}}', { b: add() }),
    put('/classes/OpAdd/{{o.objectId}}', { c: add(2) }),
    put('/classes/OpAdd/{{o.objectId}}', { d: add({ __type: 'Date', iso: '2020-01-01T00:00:00.000Z' }) }),
    put('/classes/OpAdd/{{o.objectId}}', { fresh: add('a', { b: 1 }, [2], null) }),
    get('/classes/OpAdd/{{o.objectId}}').named('read at the end'),
  ]),

  scenario('AddUnique appends what is not there', [
    create('OpUnique', { made: addUnique(1, 2, 2), a: [1, 2], b: [1], c: [{ a: 1 }] }).as('o'),
    get('/classes/OpUnique/{{o.objectId}}'),
    put('/classes/OpUnique/{{o.objectId}}', { a: addUnique(2, 3) }),
    put('/classes/OpUnique/{{o.objectId}}', { b: addUnique(1) }),
    put('/classes/OpUnique/{{o.objectId}}', { c: addUnique({ a: 1 }, { a: 2 }) }),
    put('/classes/OpUnique/{{o.objectId}}', { fresh: addUnique('a', 'a', 'b') }),
    put('/classes/OpUnique/{{o.objectId}}', { people: addUnique(pointer('_User', 'user-1')) }),
    put('/classes/OpUnique/{{o.objectId}}', {
      people: addUnique(pointer('_User', 'user-1'), pointer('_User', 'another')),
    }),
    get('/classes/OpUnique/{{o.objectId}}').named('read at the end'),
    put('/classes/OpUnique/{{o.objectId}}', { maps: [{ a: 1, b: 2 }] }),
    put('/classes/OpUnique/{{o.objectId}}', { maps: addUnique({ b: 2, a: 1 }) }),
  ]),

  scenario('Remove takes away every occurrence', [
    create('OpRemove', { list: [1, 2, 1, 3], gone: remove(1) }).as('o'),
    get('/classes/OpRemove/{{o.objectId}}'),
    ...changes('OpRemove', [
      { list: remove(1) },
      { list: remove(9) },
      { list: remove(2, 3) },
      { fresh: remove(1) },
      { things: [{ a: 1 }, { b: 2 }] },
      { things: remove({ b: 2 }) },
    ]),
  ]),

  scenario('List operations on what is not a list', [
    create('OpListBad', { n: 1, t: 'text', map: {} }).as('o'),
    ...[add, addUnique, remove].flatMap(make => [
      put('/classes/OpListBad/{{o.objectId}}', { n: make(1) }),
      put('/classes/OpListBad/{{o.objectId}}', { map: make(1) }),
    ]),
    ...['Add', 'AddUnique', 'Remove'].flatMap(name => [
      put('/classes/OpListBad/{{o.objectId}}', { list: op(name, { objects: 'x' }) }),
      put('/classes/OpListBad/{{o.objectId}}', { list: op(name) }),
      create('OpListBad', { list: op(name, { objects: 'x' }) }),
      create('OpListBad', { list: op(name) }),
    ]),
    get('/classes/OpListBad/{{o.objectId}}'),
  ]),

  scenario('Delete removes a field', [
    create('OpDelete', { a: 1, b: 2, gone: unset }).as('o'),
    get('/classes/OpDelete/{{o.objectId}}'),
    ...changes('OpDelete', [{ a: unset }, { a: unset }, { b: unset, c: 3 }]),
    put('/classes/OpDelete/{{o.objectId}}', { never: unset }),
    get('/classes/OpDelete/{{o.objectId}}').named('read after deleting an unknown field'),
    put('/classes/OpDelete/{{o.objectId}}', { objectId: unset }),
    put('/classes/OpDelete/{{o.objectId}}', { createdAt: unset }),
    get('/classes/OpDelete/{{o.objectId}}').named('read after deleting fields the server owns'),
  ]),

  scenario('SetOnInsert and unknown operations', [
    create('OpOther', { name: 'plain' }).as('o'),
    create('OpOther', { a: op('SetOnInsert', { amount: 5 }) }),
    put('/classes/OpOther/{{o.objectId}}', { a: op('SetOnInsert', { amount: 6 }) }),
    create('OpOther', { b: op('Nonsense') }),
    put('/classes/OpOther/{{o.objectId}}', { b: op('Nonsense') }),
    create('OpOther', { e: op('') }),
    create('OpOther', { b: { __op: 7 } }),
    create('OpOther', { b: op('Batch', { ops: [] }) }),
    put('/classes/OpOther/{{o.objectId}}', { c: { deep: increment(1) } }),
    get('/classes/OpOther/{{o.objectId}}').named('read at the end'),
  ]),

  scenario('Several operations in one update are all answered', [
    create('OpMany', { n: 1, list: ['a'], words: ['x'], gone: 1, same: 's' }).as('o'),
    put('/classes/OpMany/{{o.objectId}}', {
      n: increment(1),
      list: add('b'),
      words: remove('x'),
      gone: unset,
      same: 'other',
      fresh: addUnique('q'),
    }),
    get('/classes/OpMany/{{o.objectId}}'),
  ]),

  scenario('Dotted keys change part of an object', [
    create('OpDot', { map: { a: 1, b: { c: 2 } } }).as('o'),
    ...changes('OpDot', [
      { 'map.a': 5 },
      { 'map.new': 'text' },
      { 'map.a': increment(3) },
      { 'map.counter': increment(2) },
      { 'map.new': unset },
      { 'map.flag': true, 'map.list': [1, 2], 'map.inner': { x: 1 } },
      { 'fresh.a': 1 },
      { 'map.none': null },
    ]),
  ]),

  scenario('Dotted keys of three parts', [
    create('OpDotDeep', { map: { b: { c: 2, d: 3 } } }).as('o'),
    ...changes('OpDotDeep', [{ 'map.b.c': 7 }]),
  ]),

  scenario('Increments at a dotted key of three parts', [
    create('OpDotDeepInc', { map: { b: { c: 2, d: 3 } } }).as('o'),
    ...changes('OpDotDeepInc', [{ 'map.b.c': increment(5) }]),
  ]),

  scenario('Dotted keys into arrays', [
    create('OpDotArray', { list: [1, 2, 3] }).as('o'),
    put('/classes/OpDotArray/{{o.objectId}}', { 'list.0': 7 }),
    get('/classes/OpDotArray/{{o.objectId}}'),
  ]),

  scenario('Dotted keys where they do not belong', [
    create('OpDotBad', { t: 'text', map: { a: 1 } }).as('o'),
    put('/classes/OpDotBad/{{o.objectId}}', { 't.a': 1 }),
    put('/classes/OpDotBad/{{o.objectId}}', { 'authData.x': 1 }),
    put('/classes/OpDotBad/{{o.objectId}}', { '.a': 1 }),
    put('/classes/OpDotBad/{{o.objectId}}', { 'map.a': add(1) }),
    create('OpDotBad', { 'map.a': 1 }),
    get('/classes/OpDotBad/{{o.objectId}}'),
  ]),
];
