// limit, skip, order, count, and the parameters of a find.

import { create, find, post, rows, scenario, where } from '../scenario.mjs';

const LETTERS = ['c', 'a', 'e', 'b', 'd'];

export default [
  scenario('Limit, skip and order', [
    rows('PageLetters', LETTERS.map((name, index) => ({ name, n: index, group: index % 2 }))),
    ...[
      { order: 'name' },
      { order: '-name' },
      { order: 'group,-name' },
      { order: '-group,name' },
      { order: ' name ' },
      { order: 'group, name' },
      { order: 'name', limit: 2 },
      { order: 'name', limit: 2, skip: 2 },
      { order: 'name', skip: 3 },
      { order: 'name', skip: 99 },
      { order: 'name', limit: 0 },
      { order: 'name', limit: 99999 },
      { order: 'createdAt' },
      { order: '-createdAt' },
      { order: '_created_at' },
      { order: '-_updated_at' },
      { order: 'unknown,name' },
      { order: 'name,name' },
      { order: 'name', limit: '2' },
      { order: 'name', limit: 2.5 },
      { order: 'name', limit: 'x' },
      { order: 'name', limit: -1 },
      { order: 'name', skip: -1 },
      { order: 'name', skip: 'x' },
    ].map(query => find('PageLetters', { ...query, keys: 'name' })),
    find('PageLetters', { order: '' }),
  ]),

  scenario('Orders that are wrong', [
    create('PageOrderBad', { name: 'a' }),
    ...['_bad', '-_bad', 'a-b', '1a', '$foo', 'a"b', '-', ',', 'authData.x.id', '_hashed_password', 'ACL', 'name desc'].map(
      order => find('PageOrderBad', { order, keys: 'name' })
    ),
    find('PageOrderBad', { order: ['name'], keys: 'name' }),
    find('PageOrderBad', { order: 5, keys: 'name' }),
  ]),

  scenario('Absent values in an order', [
    rows('PageNulls', [{ name: 'a', n: 2 }, { name: 'b' }, { name: 'c', n: 1 }, { name: 'd' }]),
    find('PageNulls', { order: 'n,name', keys: 'name' }),
    find('PageNulls', { order: '-n,name', keys: 'name' }),
  ]),

  scenario('Orders by every type', [
    rows('PageTypes', [
      { name: 'a', s: 'B', b: true, l: [2], o: { a: 2 }, p: { __type: 'Pointer', className: 'PageTypes', objectId: 'y' } },
      { name: 'b', s: 'a', b: false, l: [1, 5], o: { a: 1 }, p: { __type: 'Pointer', className: 'PageTypes', objectId: 'x' } },
      { name: 'c', s: 'A', b: true, l: [1], o: { a: 1, b: 1 }, p: { __type: 'Pointer', className: 'PageTypes', objectId: 'z' } },
      { name: 'd', s: 'é', b: false, l: [], o: {} },
    ]),
    ...['s', '-s', 'b,name', '-b,name', 'l', '-l', 'o', 'p', '-p'].map(order =>
      find('PageTypes', { order, keys: 'name' })
    ),
  ]),

  scenario('Counting', [
    rows('PageCount', LETTERS.map(name => ({ name }))),
    find('PageCount', { count: 1, limit: 0 }),
    find('PageCount', { count: 1, limit: 2, order: 'name', keys: 'name' }),
    where('PageCount', { name: { $gt: 'b' } }, { count: 1, limit: 0 }),
    where('PageCount', { name: 'missing' }, { count: 1, limit: 0 }),
    find('PageCount', { count: 0, limit: 1, order: 'name', keys: 'name' }),
    find('PageCount', { count: true, limit: 0 }),
    find('PageCount', { count: 'x', limit: 0 }),
    where('PageCount', { name: { $exists: true } }, { count: 1, limit: 0 }).master(),
    find('PageCount', { count: 1, limit: 0 }).master(),
    where('PageCount', {}, { count: 1, limit: 0, skip: 2 }),
  ]),

  scenario('Parameters a find does not know', [
    create('PageParams', { name: 'a' }),
    ...[
      { nonsense: 1 },
      { Where: {} },
      { sort: 'name' },
      { comment: 'why not' },
      { readPreference: 'SECONDARY' },
      { includeReadPreference: 'SECONDARY', subqueryReadPreference: 'SECONDARY' },
      { hint: '_id_' },
      { explain: true },
      { explain: 'queryPlanner' },
      { where: 'not json' },
      { where: '{"a":' },
      { where: '"text"' },
      { where: '[]' },
      { where: '5' },
      { where: 'null' },
      { where: '' },
    ].map(query => find('PageParams', query)),
    find('PageParams', { explain: true })
      .master()
      .only(body => Object.keys(body.results[0])),
  ]),

  scenario('A find as the SDK sends it', [
    rows('PageTunnel', LETTERS.map(name => ({ name }))),
    post('/classes/PageTunnel', { _method: 'GET', where: { name: { $gt: 'b' } }, order: 'name', limit: 2 }),
    post('/classes/PageTunnel', { _method: 'GET', where: { name: { $gt: 'b' } }, count: 1, limit: 0 }),
    post('/classes/PageTunnel', { _method: 'GET', where: '{"name":"a"}' }),
    post('/classes/PageTunnel?limit=1&order=name', { _method: 'GET', limit: 3 }),
    post('/classes/PageTunnel', { _method: 'GET', nonsense: 1 }),
    post('/classes/PageTunnel', { _method: 'GET' }).only(body => body.results.length),
    post('/classes/PageTunnel', { _method: 'get', order: 'name', limit: 1 }),
  ]),
];
