// Logging in, out and in a user’s place.

import { get, pointer, post, put, request, scenario, signUp, where } from '../scenario.mjs';

const WRONG = [
  {},
  { username: 'login-ann' },
  { password: 'secret' },
  { username: 'login-ann', password: 'wrong' },
  { username: 'login-ann', password: '' },
  { username: 'login-missing', password: 'secret' },
  { username: 'LOGIN-ANN', password: 'secret' },
  { username: 5, password: 'secret' },
  { username: 'login-ann', password: 5 },
  { username: { $ne: '' }, password: 'secret' },
  { username: 'login-ann', password: { $ne: '' } },
  { username: '', password: 'secret' },
  { email: 'missing@example.org', password: 'secret' },
  { email: 5, password: 'secret' },
  { username: 'login-ann', email: 'other@example.org', password: 'secret' },
];

const RIGHT = [
  { username: 'login-ann', password: 'secret' },
  { email: 'ann@login.example.org', password: 'secret' },
  { username: 'ann@login.example.org', password: 'secret' },
  { username: 'login-ann', email: 'ann@login.example.org', password: 'secret' },
];

export default [
  scenario('Logging in', [
    signUp('login-ann', { email: 'ann@login.example.org', age: 3, tags: ['a'] }),
    RIGHT.map(body => post('/login', body)),
    RIGHT.map(body => get('/login', body)),
    WRONG.map(body => post('/login', body)),
    get('/login', { username: 'login-ann', password: 'wrong' }),
    get('/login'),
    post('/login', { username: 'login-ann', password: 'secret' })
      .with({ 'X-Parse-Session-Token': 'r:nonsense' })
      .named('a bad token does not matter'),
    post('/login?username=login-ann&password=secret', {}),
    post('/login', { username: 'login-ann', password: 'secret', extra: 1 }),
    request('PUT', '/login', { username: 'login-ann', password: 'secret' }),
  ]),

  scenario('Verifying a password', [
    signUp('login-bob', { email: 'bob@login.example.org' }).as('bob'),
    post('/verifyPassword', { username: 'login-bob', password: 'secret' }),
    get('/verifyPassword', { username: 'login-bob', password: 'secret' }),
    get('/verifyPassword', { email: 'bob@login.example.org', password: 'secret' }),
    post('/verifyPassword', { username: 'login-bob', password: 'wrong' }),
    post('/verifyPassword', { username: 'login-bob' }),
    post('/verifyPassword', { password: 'secret' }),
    post('/verifyPassword', { username: 'login-missing', password: 'secret' }),
    post('/verifyPassword', {}),
    where('_Session', { user: pointer('_User', '{{bob.objectId}}') }, { count: 1, limit: 0 }).master(),
  ]),

  scenario('Logging out', [
    signUp('login-cat').as('cat'),
    post('/logout', {}).by('cat'),
    get('/users/me').by('cat'),
    post('/logout', {}).by('cat').named('a second time'),
    post('/logout', {}),
    post('/logout', {}).with({ 'X-Parse-Session-Token': 'r:nonsense' }),
    post('/logout'),
    post('/login', { username: 'login-cat', password: 'secret' }).as('one'),
    post('/login', { username: 'login-cat', password: 'secret' }).as('other'),
    post('/logout', {}).by('one'),
    get('/users/me').by('other').named('the other session stays'),
  ]),

  scenario('In place of a user', [
    signUp('login-dan', { email: 'dan@login.example.org' }).as('dan'),
    post('/loginAs', { userId: '{{dan.objectId}}' }).master().as('as'),
    get('/users/me').by('as'),
    get('/sessions/me').by('as'),
    post('/loginAs?userId={{dan.objectId}}', {}).master(),
    post('/loginAs', { userId: 'missing' }).master(),
    post('/loginAs', { userId: '' }).master(),
    post('/loginAs', {}).master(),
    post('/loginAs', { userId: null }).master(),
    post('/loginAs', { userId: '{{dan.objectId}}' }),
    post('/loginAs', { userId: '{{dan.objectId}}' }).by('dan'),
    post('/loginAs', { userId: '{{dan.objectId}}' }).readOnlyMaster(),
  ]),

  scenario('Who am I', [
    signUp('login-eve').as('eve'),
    get('/users/me').by('eve'),
    get('/users/me'),
    get('/users/me').with({ 'X-Parse-Session-Token': 'r:nonsense' }),
    get('/users/me').master(),
    get('/users/me', { keys: 'username' }).by('eve'),
    get('/users/me', { include: 'x' }).by('eve'),
    get('/users/me').by('eve').with({ 'X-Parse-Session-Token': 'no prefix' }),
    post('/users/me', { _method: 'GET' }).by('eve'),
  ]),

  scenario('A bad token spoils every request but those of the master', [
    ...[get('/classes/LoginAnything'), post('/classes/LoginAnything', { a: 1 }), get('/users'), post('/functions/hello', {})].map(
      step => step.with({ 'X-Parse-Session-Token': 'r:00000000000000000000000000000000' })
    ),
    get('/classes/LoginAnything').master().with({ 'X-Parse-Session-Token': 'r:00000000000000000000000000000000' }),
    get('/health').with({ 'X-Parse-Session-Token': 'r:00000000000000000000000000000000' }),
  ]),

  scenario('Users whom a rule keeps out', [
    signUp('login-fay').as('fay'),
    put('/users/{{fay.objectId}}', { banned: true }).by('fay'),
    post('/login', { username: 'login-fay', password: 'secret' }),
    signUp('forbidden'),
    put('/users/{{fay.objectId}}', { username: 'forbidden' }).by('fay'),
    post('/loginAs', { userId: '{{fay.objectId}}' }).master(),
  ]),

  scenario('Challenges', [
    signUp('login-gus'),
    ...[
      {},
      { challengeData: 'x' },
      { challengeData: { proof: {} }, username: 'login-gus' },
      { challengeData: { proof: {} }, username: 'login-gus', password: 'wrong' },
      { challengeData: { proof: {} }, username: 'login-gus', password: 'secret' },
    ].map(body => post('/challenge', body)),
  ]),
];
