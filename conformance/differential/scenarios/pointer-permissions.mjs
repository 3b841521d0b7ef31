// Permissions that follow a pointer from the object to the caller.

import { create, del, find, get, pointer, post, put, scenario, signUp, where } from '../scenario.mjs';

const user = name => pointer('_User', `{{${name}.objectId}}`);
const FIELDS = {
  name: { type: 'String' },
  owner: { type: 'Pointer', targetClass: '_User' },
  team: { type: 'Array' },
};

const everything = (className, caller) => {
  const as = step => (caller ? step.by(caller) : step);
  return [
    as(find(className, { keys: 'name', order: 'name' })),
    as(get(`/classes/${className}/{{o.objectId}}`, { keys: 'name' })),
    as(find(className, { where: { name: { $exists: true } }, count: 1, limit: 0 })),
    as(put(`/classes/${className}/{{o.objectId}}`, { name: `by ${caller ?? 'anonymous'}` })),
    as(create(className, { name: 'new', owner: pointer('_User', 'x') })),
  ];
};

export default [
  scenario('Readers and writers named by the class', [
    signUp('ptr-ann').as('ann'),
    signUp('ptr-bob').as('bob'),
    post('/schemas/PtrUserFields', {
      className: 'PtrUserFields',
      fields: FIELDS,
      classLevelPermissions: { readUserFields: ['owner'], writeUserFields: ['owner'] },
    }).master(),
    create('PtrUserFields', { name: 'a', owner: user('ann') }).master().as('o'),
    create('PtrUserFields', { name: 'b', owner: user('bob') }).master(),
    everything('PtrUserFields', 'ann'),
    everything('PtrUserFields', 'bob'),
    everything('PtrUserFields'),
    del('/classes/PtrUserFields/{{o.objectId}}').by('bob'),
    del('/classes/PtrUserFields/{{o.objectId}}').by('ann'),
  ]),

  scenario('Pointer fields of single operations, a pointer and a list', [
    signUp('ptr-cat').as('cat'),
    signUp('ptr-dan').as('dan'),
    signUp('ptr-eve').as('eve'),
    post('/schemas/PtrFields', {
      className: 'PtrFields',
      fields: FIELDS,
      classLevelPermissions: {
        get: { pointerFields: ['owner', 'team'] },
        find: { pointerFields: ['team'] },
        count: { pointerFields: ['team'] },
        update: { pointerFields: ['owner'] },
        delete: { pointerFields: ['owner'] },
        create: { '*': true },
        addField: { '*': true },
      },
    }).master(),
    create('PtrFields', { name: 'a', owner: user('cat'), team: [user('dan')] }).master().as('o'),
    everything('PtrFields', 'cat'),
    everything('PtrFields', 'dan'),
    everything('PtrFields', 'eve'),
    everything('PtrFields'),
    where('PtrFields', { objectId: '{{o.objectId}}' }, { keys: 'name' }).by('cat'),
    del('/classes/PtrFields/{{o.objectId}}').by('dan'),
    del('/classes/PtrFields/{{o.objectId}}').by('cat'),
  ]),

  scenario('Pointer fields beside other permissions', [
    signUp('ptr-fay').as('fay'),
    signUp('ptr-gus').as('gus'),
    ['*', '{{gus.objectId}}'].map((caller, index) => [
      post(`/schemas/PtrBeside${index}`, {
        className: `PtrBeside${index}`,
        fields: FIELDS,
        classLevelPermissions: { find: { [caller]: true, pointerFields: ['owner'] } },
      }).master(),
      create(`PtrBeside${index}`, { name: 'a', owner: user('fay') }).master(),
      create(`PtrBeside${index}`, { name: 'b', owner: user('fay'), ACL: {} }).master(),
      create(`PtrBeside${index}`, { name: 'c' }).master(),
      ['fay', 'gus'].map(name => [
        find(`PtrBeside${index}`, { keys: 'name', order: 'name' }).by(name),
        find(`PtrBeside${index}`, { where: { name: { $gt: 'a' } }, keys: 'name', order: 'name' }).by(name),
      ]),
    ]),
  ]),
];
