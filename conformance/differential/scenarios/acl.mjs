// Who may read and write one object.

import { create, del, find, get, put, scenario, signUp, unset, where } from '../scenario.mjs';

const own = name => `{{${name}.objectId}}`;
const both = { read: true, write: true };

export default [
  scenario('Objects of one user', [
    signUp('acl-ann').as('ann'),
    signUp('acl-bob').as('bob'),
    create('AclOwned', { name: 'private', ACL: { [own('ann')]: both } }).by('ann').as('o'),
    get('/classes/AclOwned/{{o.objectId}}').by('ann'),
    get('/classes/AclOwned/{{o.objectId}}').by('bob'),
    get('/classes/AclOwned/{{o.objectId}}'),
    get('/classes/AclOwned/{{o.objectId}}').master(),
    find('AclOwned').by('ann'),
    find('AclOwned').by('bob'),
    find('AclOwned'),
    where('AclOwned', { name: 'private' }, { count: 1, limit: 0 }).by('ann'),
    where('AclOwned', { name: 'private' }, { count: 1, limit: 0 }).by('bob'),
    put('/classes/AclOwned/{{o.objectId}}', { n: 1 }).by('bob'),
    put('/classes/AclOwned/{{o.objectId}}', { n: 1 }),
    put('/classes/AclOwned/{{o.objectId}}', { n: 1 }).by('ann'),
    del('/classes/AclOwned/{{o.objectId}}').by('bob'),
    del('/classes/AclOwned/{{o.objectId}}'),
    del('/classes/AclOwned/{{o.objectId}}').by('ann'),
  ]),

  scenario('Reading and writing are independent', [
    signUp('acl-cat').as('cat'),
    create('AclHalf', { name: 'readable', ACL: { '*': { read: true } } }).as('r'),
    get('/classes/AclHalf/{{r.objectId}}'),
    put('/classes/AclHalf/{{r.objectId}}', { n: 1 }),
    del('/classes/AclHalf/{{r.objectId}}'),
    create('AclHalf', { name: 'writable', ACL: { '*': { write: true } } }).as('w'),
    get('/classes/AclHalf/{{w.objectId}}'),
    put('/classes/AclHalf/{{w.objectId}}', { n: 1 }),
    get('/classes/AclHalf/{{w.objectId}}').master(),
    create('AclHalf', { name: 'mixed', ACL: { '*': { read: true }, [own('cat')]: { write: true } } }).as('m'),
    get('/classes/AclHalf/{{m.objectId}}').by('cat'),
    put('/classes/AclHalf/{{m.objectId}}', { n: 2 }).by('cat'),
    put('/classes/AclHalf/{{m.objectId}}', { n: 3 }),
    find('AclHalf', { order: 'name' }),
    find('AclHalf', { order: 'name' }).master(),
  ]),

  scenario('No ACL, an empty ACL, and taking it away', [
    create('AclNone', { name: 'open' }).as('open'),
    get('/classes/AclNone/{{open.objectId}}'),
    create('AclNone', { name: 'closed', ACL: {} }).as('closed'),
    get('/classes/AclNone/{{closed.objectId}}'),
    get('/classes/AclNone/{{closed.objectId}}').master(),
    put('/classes/AclNone/{{closed.objectId}}', { ACL: { '*': both } }).master(),
    get('/classes/AclNone/{{closed.objectId}}').named('opened again'),
    put('/classes/AclNone/{{closed.objectId}}', { ACL: null }),
    get('/classes/AclNone/{{closed.objectId}}').named('after setting null'),
    put('/classes/AclNone/{{closed.objectId}}', { ACL: unset }),
    get('/classes/AclNone/{{closed.objectId}}').named('after the Delete operation'),
    get('/classes/AclNone/{{closed.objectId}}').master().named('after the Delete operation, with the master key'),
    create('AclNone', { name: 'null', ACL: null }).as('null'),
    get('/classes/AclNone/{{null.objectId}}'),
  ]),

  scenario('False is the same as nothing', [
    create('AclFalse', { name: 'a', ACL: { '*': { read: true, write: false }, missing: { read: false } } }).as('o'),
    get('/classes/AclFalse/{{o.objectId}}'),
    put('/classes/AclFalse/{{o.objectId}}', { name: 'b' }),
    create('AclFalse', { name: 'c', ACL: { '*': {} } }).as('p'),
    get('/classes/AclFalse/{{p.objectId}}').master(),
  ]),

  scenario('ACLs written wrongly', [
    create('AclBad', { name: 'a', ACL: 'text' }),
    create('AclBad', { name: 'b', ACL: 5 }),
    create('AclBad', { name: 'c', ACL: [] }),
    create('AclBad', { name: 'd', ACL: true }),
    create('AclBad', { name: 'e', ACL: { '*unresolved': both } }),
    create('AclBad', { name: 'f', ACL: { '*': 'read' } }),
    create('AclBad', { name: 'g', ACL: { '*': { read: 'yes' } } }),
    create('AclBad', { name: 'h', ACL: { '*': { fly: true } } }),
    where('AclBad', { name: { $in: ['f', 'g', 'h'] } }, { order: 'name' }).master(),
  ]),

  scenario('A user who may write may change the ACL', [
    signUp('acl-dan').as('dan'),
    signUp('acl-eve').as('eve'),
    create('AclGive', { name: 'a', ACL: { [own('dan')]: both } }).by('dan').as('o'),
    put('/classes/AclGive/{{o.objectId}}', { ACL: { [own('eve')]: both } }).by('dan'),
    get('/classes/AclGive/{{o.objectId}}').by('dan'),
    get('/classes/AclGive/{{o.objectId}}').by('eve'),
    put('/classes/AclGive/{{o.objectId}}', { ACL: { [own('dan')]: both } }).by('dan').named('the former owner takes it back'),
  ]),
];
