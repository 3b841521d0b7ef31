// Refusals in their long form.

import { create, del, find, get, pointer, post, put, scenario, signUp, where } from '../scenario.mjs';

const talkative = { configuration: 'talkative' };
const OPERATIONS = ['find', 'get', 'count', 'create', 'update', 'delete', 'addField'];
const closed = (className, rule, more = {}) =>
  post(`/schemas/${className}`, {
    className,
    fields: { name: { type: 'String' }, secret: { type: 'String' }, rel: { type: 'Relation', targetClass: '_User' } },
    classLevelPermissions: { ...Object.fromEntries(OPERATIONS.map(name => [name, rule])), ...more },
  }).master();

export default [
  scenario(
    'Class-level permissions',
    [
      closed('LongClosed', {}),
      create('LongClosed', { name: 'a' }).master().as('o'),
      find('LongClosed'),
      get('/classes/LongClosed/{{o.objectId}}'),
      find('LongClosed', { count: 1, limit: 0 }),
      create('LongClosed', { name: 'b' }),
      put('/classes/LongClosed/{{o.objectId}}', { name: 'c' }),
      del('/classes/LongClosed/{{o.objectId}}'),
      closed('LongAuth', { requiresAuthentication: true }),
      find('LongAuth'),
      create('LongAuth', { name: 'a' }),
      closed('LongField', { '*': true }, { addField: {} }),
      create('LongField', { fresh: 1 }),
      closed('LongFindOnly', {}, { find: { '*': true } }),
      find('LongFindOnly', { count: 1, limit: 0 }),
    ],
    talkative
  ),

  scenario(
    'Classes and routes of the master',
    [
      find('_JobStatus'),
      create('_PushStatus', { a: 1 }),
      put('/classes/_Hooks/x', { a: 1 }),
      del('/classes/_GlobalConfig/x'),
      find('_Installation'),
      del('/installations/x'),
      find('_Join:users:_Role'),
      get('/schemas'),
      get('/serverInfo'),
      get('/aggregate/LongNowhere'),
      post('/loginAs', { userId: 'x' }),
      create('LongReadOnly', { a: 1 }).readOnlyMaster(),
      put('/classes/LongReadOnly/x', { a: 1 }).readOnlyMaster(),
      del('/classes/LongReadOnly/x').readOnlyMaster(),
      post('/schemas/LongReadOnlyToo', {}).readOnlyMaster(),
      del('/purge/LongReadOnlyToo').readOnlyMaster(),
      post('/loginAs', { userId: 'x' }).readOnlyMaster(),
    ],
    talkative
  ),

  scenario(
    'Protected fields and logical constraints',
    [
      closed('LongProtected', { '*': true }, { protectedFields: { '*': ['secret', 'rel'] } }),
      create('LongProtected', { name: 'a', secret: 's' }).as('o'),
      where('LongProtected', { secret: 's' }),
      where('LongProtected', { 'secret.x': 's' }),
      find('LongProtected', { order: 'secret' }),
      find('LongProtected', { order: '-name,secret' }),
      where('LongProtected', { $or: {} }),
      where('LongProtected', { $and: 'x' }),
      where('LongProtected', { $nor: {} }),
      where('_User', { $relatedTo: { object: pointer('LongProtected', '{{o.objectId}}'), key: 'rel' } }),
    ],
    talkative
  ),

  scenario(
    'Users and sessions',
    [
      signUp('long-ann').as('ann'),
      signUp('long-bob').as('bob'),
      put('/users/{{ann.objectId}}', { nick: 'x' }).by('bob'),
      put('/users/{{ann.objectId}}', { nick: 'x' }),
      del('/users/{{ann.objectId}}').by('bob'),
      del('/users/{{ann.objectId}}'),
      put('/users/{{ann.objectId}}', { emailVerified: true }).by('ann'),
      get('/users/me'),
      get('/sessions'),
      get('/sessions/me').by('ann').as('session'),
      del('/sessions/{{session.objectId}}').by('bob'),
      del('/sessions/{{session.objectId}}'),
      put('/sessions/{{session.objectId}}', { a: 1 }),
      get('/users/{{ann.objectId}}').by('bob'),
    ],
    talkative
  ),

  scenario(
    'Fields that the settings hide, beside those that always are',
    [
      signUp('long-dan', { email: 'long-dan@example.org', phone: '1', street: 'x', town: 'y', ACL: { '*': { read: true } } }).as('dan'),
      signUp('long-eve').as('eve'),
      get('/users/{{dan.objectId}}').by('eve'),
      get('/users/{{dan.objectId}}').by('dan'),
      where('_User', { email: 'long-dan@example.org' }).by('eve'),
      where('_User', { street: 'x' }).by('eve'),
      where('_User', { town: 'y' }, { keys: 'email,phone,street,town' }).by('eve'),
    ],
    talkative
  ),

  scenario(
    'Ids of another length and shorter sessions',
    [
      create('LongIds', { name: 'a' }).as('o'),
      get('/classes/LongIds/{{o.objectId}}').only(body => body.objectId.length),
      signUp('long-cat').as('cat'),
      get('/sessions/me').by('cat'),
    ],
    talkative
  ),

  scenario(
    'Errors of the database',
    [
      create('LongDatabase', { s: 'a', n: 1 }),
      where('LongDatabase', { s: { $regex: '(' } }),
      where('LongDatabase', { n: 'text' }),
      find('LongDatabase', { limit: -1 }),
      where('LongDatabase', { n: { $foo: 1 } }),
    ],
    talkative
  ),
];
