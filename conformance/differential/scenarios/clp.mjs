// Class-level permissions.

import { create, del, find, get, pointer, post, put, scenario, signUp, where } from '../scenario.mjs';

const closed = (className, classLevelPermissions, fields) =>
  post(`/schemas/${className}`, { className, fields, classLevelPermissions }).master();

/** Every operation on the kept object, as the given caller. */
function everything(className, caller) {
  const as = step => (caller === 'master' ? step.master() : caller ? step.by(caller) : step);
  return [
    as(find(className, { keys: 'name' })),
    as(get(`/classes/${className}/{{o.objectId}}`)),
    as(where(className, { objectId: '{{o.objectId}}' }, { keys: 'name' })),
    as(find(className, { count: 1, limit: 0, where: { name: { $exists: true } } })),
    as(create(className, { name: `by ${caller ?? 'anonymous'}` })),
    as(put(`/classes/${className}/{{o.objectId}}`, { name: 'changed' })),
    as(put(`/classes/${className}/{{o.objectId}}`, { [`field${caller ?? 'anonymous'}`]: 1 })),
  ];
}

export default [
  scenario('A class closed to all callers', [
    signUp('clp-ann').as('ann'),
    closed('ClpClosed', { find: {}, get: {}, create: {}, update: {}, delete: {}, count: {}, addField: {} }, { name: { type: 'String' } }),
    create('ClpClosed', { name: 'a' }).master().as('o'),
    everything('ClpClosed'),
    everything('ClpClosed', 'ann'),
    everything('ClpClosed', 'master'),
    del('/classes/ClpClosed/{{o.objectId}}').by('ann'),
    del('/classes/ClpClosed/{{o.objectId}}').master(),
  ]),

  scenario('A class that needs a signed-in user', [
    signUp('clp-bob').as('bob'),
    closed(
      'ClpAuth',
      Object.fromEntries(
        ['find', 'get', 'count', 'create', 'update', 'delete', 'addField'].map(name => [name, { requiresAuthentication: true }])
      ),
      { name: { type: 'String' } }
    ),
    create('ClpAuth', { name: 'a' }).master().as('o'),
    everything('ClpAuth'),
    everything('ClpAuth', 'bob'),
    del('/classes/ClpAuth/{{o.objectId}}'),
    del('/classes/ClpAuth/{{o.objectId}}').by('bob'),
  ]),

  scenario('A class open to one user and one role', [
    signUp('clp-cat').as('cat'),
    signUp('clp-dan').as('dan'),
    signUp('clp-eve').as('eve'),
    post('/roles', {
      name: 'ClpReaders',
      ACL: {},
      users: { __op: 'AddRelation', objects: [pointer('_User', '{{dan.objectId}}')] },
    }).master(),
    closed(
      'ClpSome',
      { find: { '{{cat.objectId}}': true, 'role:ClpReaders': true }, get: { 'role:ClpReaders': true }, create: { '{{cat.objectId}}': true } },
      { name: { type: 'String' } }
    ),
    create('ClpSome', { name: 'a' }).master().as('o'),
    everything('ClpSome', 'cat'),
    everything('ClpSome', 'dan'),
    everything('ClpSome', 'eve'),
    everything('ClpSome'),
  ]),

  scenario('Only what is named is allowed', [
    closed('ClpFindOnly', { find: { '*': true } }, { name: { type: 'String' } }),
    create('ClpFindOnly', { name: 'a' }).master().as('o'),
    everything('ClpFindOnly'),
    get('/schemas/ClpFindOnly').master(),
  ]),

  scenario('A get is a find for exactly one id', [
    closed('ClpGetOnly', { get: { '*': true } }, { name: { type: 'String' } }),
    create('ClpGetOnly', { name: 'a' }).master().as('o'),
    get('/classes/ClpGetOnly/{{o.objectId}}'),
    where('ClpGetOnly', { objectId: '{{o.objectId}}' }),
    where('ClpGetOnly', { objectId: '{{o.objectId}}', name: 'a' }),
    where('ClpGetOnly', { objectId: { $in: ['{{o.objectId}}'] } }),
    where('ClpGetOnly', { objectId: { $eq: '{{o.objectId}}' } }),
    find('ClpGetOnly'),
  ]),

  scenario('New fields need a permission of their own', [
    closed(
      'ClpField',
      { find: { '*': true }, get: { '*': true }, create: { '*': true }, update: { '*': true }, delete: { '*': true }, addField: {} },
      { name: { type: 'String' } }
    ),
    create('ClpField', { name: 'a' }).as('o'),
    create('ClpField', { name: 'a', fresh: 1 }),
    put('/classes/ClpField/{{o.objectId}}', { fresh: 1 }),
    put('/classes/ClpField/{{o.objectId}}', { name: 'b' }),
    put('/classes/ClpField/{{o.objectId}}', { name: { __op: 'Delete' } }),
    put('/classes/ClpField/{{o.objectId}}', { fresh: 1 }).master(),
    put('/classes/ClpField/{{o.objectId}}', { fresh: 2 }).named('once the field is there'),
  ]),

  scenario('A class gives its objects an ACL', [
    signUp('clp-fay').as('fay'),
    closed(
      'ClpDefaultAcl',
      {
        ...Object.fromEntries(
          ['find', 'get', 'count', 'create', 'update', 'delete', 'addField'].map(name => [name, { '*': true }])
        ),
        ACL: { '*': { read: true }, currentUser: { read: true, write: true } },
      },
      { name: { type: 'String' } }
    ),
    create('ClpDefaultAcl', { name: 'by fay' }).by('fay').as('o'),
    get('/classes/ClpDefaultAcl/{{o.objectId}}'),
    put('/classes/ClpDefaultAcl/{{o.objectId}}', { name: 'x' }),
    put('/classes/ClpDefaultAcl/{{o.objectId}}', { name: 'x' }).by('fay'),
    create('ClpDefaultAcl', { name: 'by anonymous' }),
    create('ClpDefaultAcl', { name: 'own acl', ACL: { '*': { read: true, write: true } } }).as('p'),
    get('/classes/ClpDefaultAcl/{{p.objectId}}'),
    create('ClpDefaultAcl', { name: 'by master' }).master(),
  ]),

  scenario('Includes and sub-queries meet the permissions of their class', [
    closed('ClpTarget', { find: {}, get: {} }, { name: { type: 'String' } }),
    create('ClpTarget', { name: 't' }).master().as('t'),
    create('ClpPointing', { name: 'a', p: pointer('ClpTarget', '{{t.objectId}}') }),
    find('ClpPointing'),
    find('ClpPointing', { include: 'p' }),
    where('ClpPointing', { p: { $inQuery: { className: 'ClpTarget', where: { name: 't' } } } }),
    where('ClpPointing', { p: { $inQuery: { className: 'ClpTarget', where: { name: 't' } } } }).master(),
  ]),

  scenario('Those who may only count', [
    closed('ClpCount', { find: {}, get: {}, count: { '*': true } }, { name: { type: 'String' } }),
    create('ClpCount', { name: 'a' }).master(),
    find('ClpCount', { count: 1, limit: 0 }),
    find('ClpCount', { limit: 0 }),
    find('ClpCount', { count: 1 }),
    find('ClpCount', { count: 1, limit: 1 }),
    where('ClpCount', { name: 'a' }, { count: 1, limit: 0 }),
    where('ClpCount', { name: 'b' }, { count: 1, limit: 0 }),
    closed('ClpNoCount', { find: { '*': true }, count: {} }, { name: { type: 'String' } }),
    find('ClpNoCount', { count: 1, limit: 0 }),
    find('ClpNoCount', { limit: 0 }),
  ]),

  scenario('Permissions are taken away', [
    closed('ClpReset', { find: {}, get: {} }, { name: { type: 'String' } }),
    find('ClpReset'),
    put('/schemas/ClpReset', { fields: { more: { type: 'String' } } }).master(),
    find('ClpReset').named('they stay where nothing is said of them'),
    put('/schemas/ClpReset', { classLevelPermissions: null }).master(),
    get('/schemas/ClpReset').master(),
    find('ClpReset').named('after null'),
  ]),

  scenario('Permissions written wrongly', [
    ...[
      { nonsense: {} },
      { find: 'x' },
      { find: [] },
      { find: { '*': false } },
      { find: { '*': 'x' } },
      { find: { 'bad id': true } },
      { find: { requiresAuthentication: false } },
      { readUserFields: 'x' },
      { readUserFields: ['nothing'] },
      { writeUserFields: ['name'] },
      { get: { pointerFields: 'x' } },
      { get: { pointerFields: ['nothing'] } },
      { create: { pointerFields: ['name'] } },
      { protectedFields: 'x' },
      { protectedFields: { '*': 'x' } },
      { protectedFields: { '*': ['nothing'] } },
      { protectedFields: { '*': ['objectId'] } },
      { protectedFields: { 'bad key': ['name'] } },
      { ACL: 'x' },
      { ACL: { '*': 'x' } },
      { ACL: { '*': { fly: true } } },
      { ACL: { '*': { read: 'x' } } },
    ].map((permissions, index) =>
      closed(`ClpBad${index}`, permissions, { name: { type: 'String' } })
    ),
    get('/schemas/ClpBad0').master(),
  ]),
];
