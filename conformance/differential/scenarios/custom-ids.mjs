// Ids that clients choose, limits that the server sets, and classes that only the master makes.

import { create, del, find, get, pointer, post, put, rows, scenario, where } from '../scenario.mjs';

const strict = { configuration: 'strict' };
const keyed = step => step.with({ 'X-Parse-REST-API-Key': 'key-of-rest' });
const keyedAll = steps => steps.flat(Infinity).map(step => (step.caller ? step : keyed(step)));

const makeClass = className => post(`/schemas/${className}`, { className, fields: { name: { type: 'String' } } }).master();

export default [
  scenario(
    'Ids that clients choose',
    keyedAll([
      makeClass('OwnId'),
      create('OwnId', { objectId: 'chosen', name: 'a' }),
      create('OwnId', { objectId: 'chosen', name: 'again' }),
      get('/classes/OwnId/chosen'),
      create('OwnId', { name: 'without' }),
      create('OwnId', { objectId: '', name: 'empty' }),
      create('OwnId', { objectId: null, name: 'null' }),
      create('OwnId', { objectId: 5, name: 'number' }),
      create('OwnId', { objectId: { a: 1 }, name: 'object' }),
      create('OwnId', { objectId: 'with space/slash', name: 'odd' }),
      create('OwnId', { id: 'other', name: 'id' }),
      put('/classes/OwnId/chosen', { name: 'changed' }),
      put('/classes/OwnId/not-there', { name: 'upsert?' }),
      put('/classes/OwnId/chosen', { objectId: 'renamed' }),
      where('OwnId', { objectId: { $in: ['chosen', 'renamed'] } }),
      del('/classes/OwnId/chosen'),
      post('/users', { objectId: 'own-user', username: 'own-user', password: 'secret' }),
      post('/users', { objectId: 'role:x', username: 'own-role', password: 'secret' }),
      post('/users', { objectId: 'own-user', username: 'own-twice', password: 'secret' }),
      create('OwnId', { objectId: `long-${'x'.repeat(100)}` }),
      get(`/classes/OwnId/long-${'x'.repeat(100)}`),
    ]),
    strict
  ),

  scenario(
    'Classes only the master may make',
    keyedAll([
      create('NotMadeYet', { a: 1 }),
      find('NotMadeYet'),
      get('/classes/NotMadeYet/x'),
      put('/classes/NotMadeYet/x', { a: 1 }),
      del('/classes/NotMadeYet/x'),
      where('_Role', { p: { $inQuery: { className: 'NotMadeYet', where: {} } } }),
      create('NotMadeYet', { a: 1 }).master(),
      find('NotMadeYet'),
      create('NotMadeYet', { b: 2 }).named('the class is there and takes new fields'),
      create('NotMadeEither', { p: pointer('NotMadeYet', 'x') }),
      find('_Installation'),
      find('_Product'),
    ]),
    strict
  ),

  scenario(
    'Limits of the server',
    keyedAll([
      makeClass('Limited'),
      rows('Limited', ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(name => ({ name }))),
      ...[{}, { limit: 2 }, { limit: 5 }, { limit: 6 }, { limit: 1000 }, { limit: 0 }, { limit: 0, count: 1 }].map(query =>
        find('Limited', { order: 'name', keys: 'name', ...query })
      ),
      find('Limited', { order: 'name', keys: 'name', limit: 1000 }).master(),
      find('Limited', { order: 'name', keys: 'name', skip: 4 }),
    ]),
    strict
  ),
];
