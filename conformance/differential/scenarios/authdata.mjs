// Signing up and in with the proof of a provider.

import { get, post, put, scenario, signUp, where } from '../scenario.mjs';

const proof = (id, more = {}) => ({ proof: { id, token: `token-for-${id}`, ...more } });
const second = id => ({ second: { id, token: `second-for-${id}` } });

export default [
  scenario('The first time signs up, the next time logs in', [
    post('/users', { authData: proof('p1') }).as('u'),
    get('/users/me').by('u'),
    get('/sessions/me').by('u'),
    post('/users', { authData: proof('p1') }).as('again'),
    get('/sessions/me').by('again'),
    post('/users', { authData: proof('p1', { extra: 'field' }) }),
    get('/users/me').by('again').named('what is stored after a log-in with more'),
    post('/users', { authData: proof('p2'), username: 'auth-named', nick: 'n' }).as('named'),
    get('/users/me').by('named'),
    get('/users/{{u.objectId}}'),
    get('/users/{{u.objectId}}').master(),
    where('_User', { 'authData.proof.id': 'p1' }).master(),
    where('_User', { 'authData.proof.id': 'p1' }),
    put('/users/{{u.objectId}}', { ACL: { '*': { read: true } } }).by('again'),
    get('/users/{{u.objectId}}').named('a public user as others see it'),
    put('/users/{{named.objectId}}', { banned: true }).master(),
    post('/users', { authData: proof('p2') }).named('a user whom a rule keeps out'),
  ]),

  scenario('Proofs that fail', [
    post('/users', { authData: { proof: { id: 'bad', token: 'wrong' } } }),
    post('/users', { authData: { proof: { id: 'bad' } } }),
    post('/users', { authData: { proof: { token: 'token-for-bad' } } }),
    post('/users', { authData: { proof: {} } }),
    post('/users', { authData: { proof: 'text' } }),
    post('/users', { authData: { proof: null } }),
    post('/users', { authData: { proof: { id: 5, token: 'token-for-5' } } }),
    post('/users', { authData: { unknown: { id: 'x' } } }),
    post('/users', { authData: { facebook: { id: 'x', access_token: 'y' } } }),
    post('/users', { authData: 'text' }),
    post('/users', { authData: [] }),
    post('/users', { authData: { ...proof('p3'), second: { id: 'p3', token: 'wrong' } } }),
    post('/users', { username: 'auth-bad', password: 'secret', authData: { proof: { id: 'bad', token: 'wrong' } } }),
    where('_User', { username: 'auth-bad' }).master(),
    post('/users', { authData: { proof: { id: { $ne: '' }, token: 't' } } }),
  ]),

  scenario('Linking and unlinking', [
    signUp('auth-ann').as('ann'),
    put('/users/{{ann.objectId}}', { authData: proof('p10') }).by('ann'),
    get('/users/me').by('ann'),
    post('/users', { authData: proof('p10') }).named('log in with what was linked'),
    put('/users/{{ann.objectId}}', { authData: second('s10') }).by('ann'),
    get('/users/me').by('ann').named('with two providers'),
    put('/users/{{ann.objectId}}', { authData: proof('p10') }).by('ann').named('link the same again'),
    put('/users/{{ann.objectId}}', { authData: { proof: { id: 'p10', token: 'wrong' } } }).by('ann'),
    put('/users/{{ann.objectId}}', { authData: { proof: { id: 'p10' } } }).by('ann'),
    put('/users/{{ann.objectId}}', { authData: { proof: null } }).by('ann'),
    get('/users/me').by('ann').named('with the second provider only'),
    put('/users/{{ann.objectId}}', { authData: { second: null } }).by('ann'),
    get('/users/me').by('ann').named('with none'),
    put('/users/{{ann.objectId}}', { authData: { proof: null } }).by('ann').named('unlink what is not linked'),
    put('/users/{{ann.objectId}}', { authData: { unknown: { id: 'x' } } }).by('ann'),
    put('/users/{{ann.objectId}}', { authData: proof('p11') }),
    put('/users/{{ann.objectId}}', { authData: proof('p11') }).master(),
    get('/users/{{ann.objectId}}').master(),
  ]),

  scenario('A proof belongs to one user only', [
    post('/users', { authData: proof('p20') }),
    signUp('auth-bob').as('bob'),
    put('/users/{{bob.objectId}}', { authData: proof('p20') }).by('bob'),
    post('/users', { username: 'auth-cat', password: 'secret', authData: proof('p20') }),
    post('/users', { authData: second('s20') }),
    post('/users', { authData: { ...proof('p20'), ...second('s20') } }),
    post('/users', { authData: { ...proof('p21'), ...second('s21') } }).as('both'),
    get('/users/me').by('both'),
    post('/users', { authData: second('s21') }),
  ]),

  scenario('Anonymous users', [
    post('/users', { authData: { anonymous: { id: 'anon-1' } } }).as('u'),
    get('/users/me').by('u'),
    get('/sessions/me').by('u'),
    post('/users', { authData: { anonymous: { id: 'anon-1' } } }).as('again'),
    put('/users/{{u.objectId}}', {
      username: 'auth-was-anonymous',
      password: 'secret',
      authData: { anonymous: null },
    })
      .by('again')
      .as('named'),
    get('/users/me').by('named'),
    post('/login', { username: 'auth-was-anonymous', password: 'secret' }),
    post('/users', { authData: { anonymous: {} } }),
    post('/users', { authData: { anonymous: { id: '' } } }),
    post('/users', { authData: { anonymous: { id: 'anon-1' } } }).named('the id of a user who has a name now'),
  ]),

  scenario('Logging in with a password and a proof', [
    signUp('auth-dan', { authData: proof('p30') }).as('dan'),
    get('/users/me').by('dan'),
    post('/login', { username: 'auth-dan', password: 'secret' }),
    post('/login', { username: 'auth-dan', password: 'secret', authData: proof('p30') }),
    post('/login', { username: 'auth-dan', password: 'secret', authData: { proof: { id: 'p30', token: 'wrong' } } }),
    post('/login', { username: 'auth-dan', password: 'secret', authData: second('s30') }),
    get('/users/me').by('dan').named('what is stored afterwards'),
  ]),
];
