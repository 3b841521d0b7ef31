// Several requests in one.

import { create, find, increment, post, put, scenario, signUp } from '../scenario.mjs';

const sub = (method, path, body) => ({ method, path: `/parse${path}`, body });
const batch = (requests, more = {}) => post('/batch', { requests, ...more });

export default [
  scenario('Creates, updates and deletes', [
    create('BatchThing', { name: 'first', n: 1 }).as('o'),
    batch([
      sub('PUT', '/classes/BatchThing/{{o.objectId}}', { n: increment(4) }),
      sub('POST', '/classes/BatchOther', { name: 'second' }),
      sub('PUT', '/classes/BatchThing/missing', { n: 1 }),
      sub('POST', '/classes/BatchThird', { 'bad-name': 1 }),
    ]),
    batch([sub('GET', '/classes/BatchThing/{{o.objectId}}'), sub('GET', '/classes/BatchThing', { where: { name: 'first' } })]),
    batch([sub('DELETE', '/classes/BatchThing/{{o.objectId}}'), sub('DELETE', '/classes/BatchThing/missing')]),
    find('BatchThing'),
    find('BatchOther'),
  ]),

  scenario('Functions, users and log-ins', [
    batch([
      sub('POST', '/functions/hello'),
      sub('POST', '/functions/echo', { a: 1 }),
      sub('POST', '/functions/missing'),
      sub('POST', '/functions/fail'),
    ]),
    batch([sub('POST', '/users', { username: 'batch-user', password: 'secret' })]),
    batch([
      sub('POST', '/login', { username: 'batch-user', password: 'secret' }),
      sub('POST', '/login', { username: 'batch-user', password: 'wrong' }),
      sub('GET', '/users/me'),
    ]),
    signUp('batch-owner').as('u'),
    batch([sub('GET', '/users/me'), sub('POST', '/functions/whoami')]).by('u'),
    batch([sub('GET', '/schemas/BatchNowhere'), sub('POST', '/functions/whoami')]).master(),
  ]),

  scenario('Batches written wrongly', [
    batch([]),
    post('/batch', {}),
    post('/batch', { requests: 'x' }),
    post('/batch', { requests: {} }),
    batch([{}]),
    batch([{ method: 'GET' }]),
    batch([{ method: 'GET', path: 5 }]),
    batch([{ method: 'GET', path: '/classes/BatchPaths' }]),
    batch([{ method: 'GET', path: '/other/classes/BatchPaths' }]),
    batch([sub('GET', '/nope')]),
    batch([sub('get', '/classes/BatchPaths')]),
    batch([sub('PATCH', '/classes/BatchPaths')]),
    batch([sub('POST', '/batch', { requests: [] })]),
    batch([sub('POST', '/classes/BatchPaths', { name: 'ran' }), sub('GET', '/nope')]),
    batch([null]),
    batch([sub('GET', '/health')]),
  ]),

  scenario('A transaction does all or nothing', [
    create('BatchTx', { name: 'a', n: 1 }).as('a'),
    create('BatchTx', { name: 'b', n: 1 }).as('b'),
    batch(
      [
        sub('PUT', '/classes/BatchTx/{{a.objectId}}', { n: increment(1) }),
        sub('PUT', '/classes/BatchTx/{{b.objectId}}', { n: increment(1) }),
      ],
      { transaction: true }
    ),
    batch([sub('POST', '/classes/BatchTx', { name: 'c' }), sub('POST', '/classes/BatchTx', { name: 'd' })], {
      transaction: true,
    }),
    find('BatchTx', { order: 'name' }),
    batch([sub('PUT', '/classes/BatchTx/{{a.objectId}}', { n: 9 }), sub('DELETE', '/classes/BatchTx/{{b.objectId}}')], {
      transaction: true,
    }),
    find('BatchTx', { order: 'name' }).named('after an update and a delete'),
  ]),

  scenario('A failed transaction leaves nothing', [
    create('BatchTxFail', { name: 'a', n: 1 }).as('a'),
    batch(
      [
        sub('PUT', '/classes/BatchTxFail/{{a.objectId}}', { n: increment(1) }),
        sub('PUT', '/classes/BatchTxFail/missing', { n: 2 }),
      ],
      { transaction: true }
    ),
    find('BatchTxFail', { order: 'name' }),
    batch([sub('POST', '/classes/BatchTxFail', { name: 'b' }), sub('POST', '/classes/BatchTxFail', { n: 'text' })], {
      transaction: true,
    }),
    find('BatchTxFail', { order: 'name' }).named('rows after a refused create'),
  ]),

  scenario('Requests run in the order they came', [
    create('BatchOrder', { n: 0 }).as('o'),
    batch([1, 2, 3].map(amount => sub('PUT', '/classes/BatchOrder/{{o.objectId}}', { n: increment(amount) }))).only(
      body => body.length
    ),
    find('BatchOrder'),
    put('/classes/BatchOrder/{{o.objectId}}', { n: 1 }),
  ]),
];
