// Fields that some callers may not see or ask for.

import { addRelation, create, find, get, increment, pointer, post, put, scenario, signUp, where } from '../scenario.mjs';

const OPEN = Object.fromEntries(
  ['find', 'get', 'count', 'create', 'update', 'delete', 'addField'].map(name => [name, { '*': true }])
);
const user = name => pointer('_User', `{{${name}.objectId}}`);
const protecting = (className, protectedFields) =>
  post(`/schemas/${className}`, {
    className,
    fields: {
      name: { type: 'String' },
      secret: { type: 'String' },
      other: { type: 'String' },
      map: { type: 'Object' },
      owner: { type: 'Pointer', targetClass: '_User' },
      friends: { type: 'Array' },
      rel: { type: 'Relation', targetClass: '_User' },
    },
    classLevelPermissions: { ...OPEN, protectedFields },
  }).master();

const row = { name: 'a', secret: 's', other: 'o', map: { k: 1 } };

export default [
  scenario('Fields hidden from all users', [
    signUp('pro-ann').as('ann'),
    protecting('ProAll', { '*': ['secret', 'map'] }),
    create('ProAll', row).as('o'),
    get('/classes/ProAll/{{o.objectId}}'),
    get('/classes/ProAll/{{o.objectId}}').by('ann'),
    get('/classes/ProAll/{{o.objectId}}').master(),
    get('/classes/ProAll/{{o.objectId}}').maintenance(),
    find('ProAll'),
    find('ProAll', { keys: 'secret' }),
    find('ProAll', { order: 'secret' }),
    find('ProAll', { order: '-secret' }),
    find('ProAll', { order: 'map.k' }),
    where('ProAll', { secret: 's' }),
    where('ProAll', { secret: { $exists: true } }),
    where('ProAll', { 'map.k': 1 }),
    where('ProAll', { $or: [{ name: 'a' }, { secret: 's' }] }),
    where('ProAll', { $and: [{ $nor: [{ secret: 's' }] }] }),
    where('ProAll', { secret: 's' }).master(),
    put('/classes/ProAll/{{o.objectId}}', { secret: 'changed' }),
    get('/classes/ProAll/{{o.objectId}}').master().named('a hidden field can be written'),
    create('ProPointing', { name: 'p', p: pointer('ProAll', '{{o.objectId}}') }),
    find('ProPointing', { include: 'p' }),
    where('ProPointing', { p: { $inQuery: { className: 'ProAll', where: { secret: 's' } } } }),
    where('ProAll', { secret: 's' }, { count: 1, limit: 0 }),
    put('/classes/ProAll/{{o.objectId}}', { 'map.k': increment(1) }),
  ]),

  scenario('A field is hidden only if every group hides it', [
    signUp('pro-bob').as('bob'),
    signUp('pro-cat').as('cat'),
    post('/roles', {
      name: 'ProInsiders',
      ACL: {},
      users: { __op: 'AddRelation', objects: [user('cat')] },
    }).master(),
    protecting('ProGroups', { '*': ['secret', 'other'], authenticated: ['secret'], 'role:ProInsiders': [] }),
    create('ProGroups', row).as('o'),
    get('/classes/ProGroups/{{o.objectId}}'),
    get('/classes/ProGroups/{{o.objectId}}').by('bob'),
    get('/classes/ProGroups/{{o.objectId}}').by('cat'),
    where('ProGroups', { other: 'o' }),
    where('ProGroups', { other: 'o' }).by('bob'),
    where('ProGroups', { secret: 's' }).by('bob'),
    where('ProGroups', { secret: 's' }).by('cat'),
  ]),

  scenario('A user named by id, and the owners of an object', [
    signUp('pro-dan').as('dan'),
    signUp('pro-eve').as('eve'),
    protecting('ProOwner', { '*': ['secret', 'other'], 'userField:owner': ['other'], 'userField:friends': [] }),
    create('ProOwner', { ...row, name: 'mine', owner: user('dan') }),
    create('ProOwner', { ...row, name: 'theirs', owner: user('eve') }),
    create('ProOwner', { ...row, name: 'shared', friends: [user('dan'), user('eve')] }),
    find('ProOwner', { order: 'name' }).by('dan'),
    find('ProOwner', { order: 'name' }).by('eve'),
    find('ProOwner', { order: 'name' }),
    find('ProOwner', { order: 'name', keys: 'secret,other' }).by('dan'),
    protecting('ProUser', { '*': ['secret'], '{{dan.objectId}}': [] }),
    create('ProUser', row).as('o'),
    get('/classes/ProUser/{{o.objectId}}').by('dan'),
    get('/classes/ProUser/{{o.objectId}}').by('eve'),
  ]),

  scenario('A hidden relation', [
    protecting('ProRelation', { '*': ['rel'] }),
    create('ProRelation', row).as('o'),
    get('/classes/ProRelation/{{o.objectId}}'),
    where('_User', { $relatedTo: { object: pointer('ProRelation', '{{o.objectId}}'), key: 'rel' } }),
    where('_User', { $relatedTo: { object: pointer('ProRelation', '{{o.objectId}}'), key: 'rel' } }).master(),
  ]),

  scenario('E-mail addresses are hidden from others', [
    signUp('pro-fay', { email: 'fay@example.org', ACL: { '*': { read: true } } }).as('fay'),
    signUp('pro-gus').as('gus'),
    get('/users/{{fay.objectId}}'),
    get('/users/{{fay.objectId}}').by('gus'),
    get('/users/{{fay.objectId}}').by('fay'),
    get('/users/{{fay.objectId}}').master(),
    where('_User', { email: 'fay@example.org' }),
    where('_User', { email: 'fay@example.org' }).by('fay'),
    where('_User', { email: 'fay@example.org' }).master(),
    find('_User', { order: 'email' }),
    where('_User', { username: 'pro-fay' }, { order: 'username' }),
  ]),

  scenario(
    'Fields hidden by the settings of the server',
    [
      create('Hidden', { name: 'a', secret: 's' }).as('o'),
      get('/classes/Hidden/{{o.objectId}}'),
      get('/classes/Hidden/{{o.objectId}}').master(),
      where('Hidden', { secret: 's' }),
      find('Hidden', { order: 'secret' }),
      signUp('pro-hal', { email: 'hal@example.org', phone: '1', ACL: { '*': { read: true } } }).as('hal'),
      get('/users/{{hal.objectId}}'),
      get('/users/{{hal.objectId}}').by('hal'),
      where('_User', { phone: '1' }),
      where('_User', { email: 'hal@example.org' }),
      signUp('pro-ida').as('ida'),
      post('/roles', { name: 'HiddenReaders', ACL: {}, users: addRelation(user('ida')) }).master(),
      get('/classes/Hidden/{{o.objectId}}').by('ida'),
      create('Hidden', { name: 'b', secret: 's', owner: user('hal') }).as('owned'),
      get('/classes/Hidden/{{owned.objectId}}').by('hal'),
      get('/classes/Hidden/{{o.objectId}}').by('hal'),
    ],
    { configuration: 'talkative' }
  ),
];
