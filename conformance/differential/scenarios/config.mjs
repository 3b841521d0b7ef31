// The parameters of the application.

import { add, addUnique, create, date, file, get, increment, pointer, put, remove, request, scenario, signUp, unset, where } from '../scenario.mjs';

const save = (params, masterKeyOnly) => put('/config', { params, masterKeyOnly });

export default [
  scenario('Parameters are read and written', [
    get('/config').named('before anything was saved'),
    save({ welcome: 'hello', secret: 'hidden', count: 1 }, { secret: true }).master(),
    get('/config'),
    get('/config').master(),
    get('/config').readOnlyMaster(),
    get('/config').maintenance(),
    signUp('cfg-ann').as('ann'),
    get('/config').by('ann'),
    save({ welcome: 'hi' }).master().named('the others stay'),
    get('/config').master().named('after one changed'),
    save({ secret: 'still hidden?' }).master().named('a flag that is not repeated falls'),
    get('/config').named('the secret is open now'),
    save({ count: unset }).master(),
    get('/config').master().named('after one was taken away'),
    save({ count: unset, neverThere: unset }).master(),
    get('/config').master().named('after what was not there was taken away'),
    put('/config', {}).master(),
    put('/config', { masterKeyOnly: { welcome: true } }).master(),
    get('/config').named('a flag alone does nothing'),
  ]),

  scenario('Parameters keep their encoding', [
    save({
      cfgDate: date('2026-01-02T03:04:05.678Z'),
      cfgPointer: pointer('_User', 'someone'),
      cfgFile: { ...file('a.txt'), url: 'https://files.example.org/a.txt' },
      cfgGeo: { __type: 'GeoPoint', latitude: 10, longitude: 20 },
      cfgObject: { a: [1, { b: null }], c: 1.5 },
      cfgArray: ['x', 2, false, null],
      cfgText: 'äöü ✓',
      cfgNull: null,
      cfgFalse: false,
    }).master(),
    get('/config'),
  ]),

  scenario('Operations on parameters', [
    save({ opList: [1, 2], opCount: 5 }).master(),
    save({ opList: add(2, 3) }).master(),
    get('/config').named('after Add').only(({ params }) => params.opList),
    save({ opUnique: [1, 2] }).master(),
    save({ opUnique: addUnique(2, 3) }).master(),
    get('/config').named('after AddUnique').only(({ params }) => params.opUnique),
    save({ opLess: [1, 2, 1] }).master(),
    save({ opLess: remove(1) }).master(),
    get('/config').named('after Remove').only(({ params }) => params.opLess),
    save({ opCount: increment(2) }).master(),
    get('/config').named('after Increment').only(({ params }) => params.opCount),
  ]),

  scenario('Who may change parameters, and which', [
    save({ welcome: 'x' }),
    signUp('cfg-bob').as('bob'),
    save({ welcome: 'x' }).by('bob'),
    save({ welcome: 'x' }).readOnlyMaster(),
    save({ welcome: 'x' }).maintenance(),
    request('POST', '/config', { params: { welcome: 'x' } }).master(),
    request('DELETE', '/config').master(),
    save({ constructor: 1 }).master(),
    save({ nested: { 'a.b': 1 } }).master(),
    save({ nested: { $a: 1 } }).master(),
    save({ nested: { constructor: 1 } }).master(),
  ]),

  scenario('Rules of parameters', [
    save({ forbiddenParam: 1 }).master(),
    save({ journaled: 'first' }).master(),
    where('JournalLog', { action: 'config' }, { keys: 'name', order: 'createdAt' }).only(({ results }) => results.map(({ name }) => name)),
    create('JournalLog', { action: 'config-done' }).only(body => Object.keys(body).sort()),
  ]),
];
