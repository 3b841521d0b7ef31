// Users that everyone may see, sessions without an end, and no anonymous users.

import { find, get, post, put, scenario, signUp, where } from '../scenario.mjs';

const strict = { configuration: 'strict' };
const keyedAll = steps =>
  steps.flat(Infinity).map(step => step.with({ 'X-Parse-REST-API-Key': 'key-of-rest' }));

export default [
  scenario(
    'Users that all users may see',
    keyedAll([
      signUp('pub-ann', { email: 'pub@example.org' }).as('ann'),
      signUp('pub-bob').as('bob'),
      get('/users/{{ann.objectId}}'),
      get('/users/{{ann.objectId}}').by('bob'),
      get('/users/me').by('ann'),
      where('_User', { username: 'pub-ann' }),
      put('/users/{{ann.objectId}}', { nick: 'x' }).by('bob'),
      find('_User', { where: { username: 'pub-ann' }, keys: 'email' }).by('ann'),
    ]),
    strict
  ),

  scenario(
    'Sessions that never end survive a new password',
    keyedAll([
      signUp('pub-cat').as('cat'),
      get('/sessions/me').by('cat'),
      put('/users/{{cat.objectId}}', { password: 'changed' }).by('cat').as('fresh'),
      get('/users/me').by('cat').named('the former token'),
      get('/users/me').by('fresh'),
      put('/users/{{cat.objectId}}', { password: 'by master' }).master(),
      get('/users/me').by('fresh').named('after the master’s change'),
    ]),
    strict
  ),

  scenario(
    'Anonymous users are refused',
    keyedAll([
      post('/users', { authData: { anonymous: { id: 'anon-strict' } } }),
      post('/users', { authData: { proof: { id: 'strict', token: 'token-for-strict' } } }),
    ]),
    strict
  ),
];
