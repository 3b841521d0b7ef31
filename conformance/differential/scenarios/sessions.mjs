// Sessions as objects.

import { create, del, find, get, pointer, post, put, scenario, signUp, where } from '../scenario.mjs';

const user = name => pointer('_User', `{{${name}.objectId}}`);
const login = username => post('/login', { username, password: 'secret' });

export default [
  scenario('One’s own sessions', [
    signUp('ses-ann').with({ 'X-Parse-Installation-Id': 'phone' }).as('ann'),
    get('/sessions/me').by('ann').as('mine'),
    login('ses-ann').with({ 'X-Parse-Installation-Id': 'laptop' }).as('second'),
    get('/sessions/me').by('second'),
    get('/sessions').by('ann'),
    get('/sessions', { where: { installationId: 'laptop' } }).by('ann'),
    get('/sessions/{{mine.objectId}}').by('ann'),
    find('_Session', { order: 'createdAt' }).by('ann'),
    where('_Session', { user: user('ann') }, { order: 'createdAt' }).master(),
    get('/sessions'),
    get('/sessions/{{mine.objectId}}'),
    get('/sessions/me'),
    get('/sessions/me').with({ 'X-Parse-Session-Token': 'r:nonsense' }),
    signUp('ses-bob').as('bob'),
    get('/sessions/{{mine.objectId}}').by('bob'),
    get('/sessions', { where: { user: user('ann') } }).by('bob'),
    get('/sessions', { count: 1, limit: 0 }).by('ann'),
  ]),

  scenario('Changing a session', [
    signUp('ses-cat').as('cat'),
    get('/sessions/me').by('cat').as('mine'),
    put('/sessions/{{mine.objectId}}', { note: 'custom' }).by('cat'),
    get('/sessions/me').by('cat').named('with a field of one’s own'),
    put('/sessions/{{mine.objectId}}', { user: pointer('_User', 'x') }).by('cat'),
    put('/sessions/{{mine.objectId}}', { installationId: 'x' }).by('cat'),
    put('/sessions/{{mine.objectId}}', { sessionToken: 'x' }).by('cat'),
    put('/sessions/{{mine.objectId}}', { expiresAt: { __type: 'Date', iso: '2090-01-01T00:00:00.000Z' } }).by('cat'),
    put('/sessions/{{mine.objectId}}', { createdWith: {} }).by('cat'),
    put('/sessions/{{mine.objectId}}', { ACL: {} }).by('cat'),
    put('/sessions/{{mine.objectId}}', { note: 'x' }),
    signUp('ses-dan').as('dan'),
    put('/sessions/{{mine.objectId}}', { note: 'x' }).by('dan'),
    put('/sessions/missing', { note: 'x' }).by('dan'),
  ]),

  scenario('A session that has expired', [
    signUp('ses-joe').as('joe'),
    where('_Session', { user: user('joe') }).master().as('found'),
    put('/sessions/{{found.results.0.objectId}}', { expiresAt: { __type: 'Date', iso: '2001-01-01T00:00:00.000Z' } }).master(),
    get('/users/me').by('joe'),
  ]),

  scenario('Making sessions', [
    signUp('ses-eve').with({ 'X-Parse-Installation-Id': 'phone' }).as('eve'),
    post('/sessions', {}).by('eve').as('fresh'),
    get('/users/me').by('fresh'),
    post('/sessions', { note: 'n', user: pointer('_User', 'x'), sessionToken: 'r:mine', createdWith: { a: 1 } }).by('eve'),
    post('/sessions', { objectId: 'mine', expiresAt: { __type: 'Date', iso: '2090-01-01T00:00:00.000Z' } }).by('eve'),
    post('/sessions', { ACL: {} }).by('eve'),
    post('/sessions', {}),
    post('/sessions', { user: user('eve'), sessionToken: 'r:chosen' }).master(),
    create('_Session', { note: 'by class' }).by('eve'),
  ]),

  scenario('Deleting sessions', [
    signUp('ses-fay').with({ 'X-Parse-Installation-Id': 'phone' }).as('fay'),
    login('ses-fay').with({ 'X-Parse-Installation-Id': 'laptop' }).as('second'),
    get('/sessions/me').by('second').as('other'),
    signUp('ses-gus').as('gus'),
    del('/sessions/{{other.objectId}}').by('gus'),
    del('/sessions/{{other.objectId}}'),
    del('/sessions/{{other.objectId}}').by('fay'),
    get('/users/me').by('second'),
    get('/sessions').by('fay'),
    del('/sessions/missing').by('fay'),
    del('/sessions/missing').master(),
  ]),

  scenario('A second log-in from the same installation ends the first', [
    signUp('ses-hal').with({ 'X-Parse-Installation-Id': 'phone' }).as('hal'),
    login('ses-hal').with({ 'X-Parse-Installation-Id': 'phone' }).as('second'),
    where('_Session', { user: user('hal') })
      .master()
      .until(body => body.results.length === 1),
    get('/users/me').by('hal').named('the first token'),
    get('/users/me').by('second'),
    login('ses-hal').named('without an installation'),
    login('ses-hal').named('without an installation, again'),
    where('_Session', { user: user('hal') }, { count: 1, limit: 0 })
      .master()
      .named('count them'),
  ]),

  scenario('Upgrading a token', [
    signUp('ses-ida').as('ida'),
    post('/upgradeToRevocableSession', {}).by('ida'),
    post('/upgradeToRevocableSession', {}),
    post('/upgradeToRevocableSession', {}).with({ 'X-Parse-Session-Token': 'legacy' }),
    post('/upgradeToRevocableSession', {}).with({ 'X-Parse-Session-Token': 'r:nonsense' }),
  ]),
];
