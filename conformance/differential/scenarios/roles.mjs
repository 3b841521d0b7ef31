// Roles, their members and their inheritance.

import { addRelation, create, del, find, get, pointer, post, put, removeRelation, scenario, signUp, where } from '../scenario.mjs';

const user = name => pointer('_User', `{{${name}.objectId}}`);
const role = name => pointer('_Role', `{{${name}.objectId}}`);
const OPEN = { '*': { read: true, write: true } };

export default [
  scenario('Members of a role may what the role may', [
    signUp('role-ann').as('ann'),
    signUp('role-bob').as('bob'),
    post('/roles', { name: 'Editors', ACL: OPEN, users: addRelation(user('ann')) }).as('editors'),
    get('/roles/{{editors.objectId}}'),
    create('RoleDoc', { name: 'doc', ACL: { 'role:Editors': { read: true, write: true } } }).master().as('doc'),
    get('/classes/RoleDoc/{{doc.objectId}}').by('ann'),
    get('/classes/RoleDoc/{{doc.objectId}}').by('bob'),
    get('/classes/RoleDoc/{{doc.objectId}}'),
    put('/classes/RoleDoc/{{doc.objectId}}', { n: 1 }).by('ann'),
    put('/classes/RoleDoc/{{doc.objectId}}', { n: 2 }).by('bob'),
    put('/roles/{{editors.objectId}}', { users: addRelation(user('bob')) }),
    get('/classes/RoleDoc/{{doc.objectId}}').by('bob').named('after joining the role'),
    put('/roles/{{editors.objectId}}', { users: removeRelation(user('ann')) }),
    get('/classes/RoleDoc/{{doc.objectId}}').by('ann').named('after leaving the role'),
    where('_User', { $relatedTo: { object: role('editors'), key: 'users' } }).master(),
    where('_Role', { users: user('bob') }, { keys: 'name' }),
    where('_Role', { name: 'Editors' }),
  ]),

  scenario('A role in another role receives its rights', [
    signUp('role-cat').as('cat'),
    post('/roles', { name: 'Base', ACL: OPEN }).as('base'),
    post('/roles', { name: 'Middle', ACL: OPEN }).as('middle'),
    post('/roles', { name: 'Top', ACL: OPEN, users: addRelation(user('cat')) }).as('top'),
    put('/roles/{{base.objectId}}', { roles: addRelation(role('middle')) }),
    put('/roles/{{middle.objectId}}', { roles: addRelation(role('top')) }),
    create('RoleChain', { name: 'base', ACL: { 'role:Base': { read: true } } }).master().as('o'),
    create('RoleChain', { name: 'top', ACL: { 'role:Top': { read: true } } }).master().as('p'),
    find('RoleChain', { order: 'name', keys: 'name' }).by('cat'),
    put('/roles/{{top.objectId}}', { roles: addRelation(role('base')) }),
    find('RoleChain', { order: 'name', keys: 'name' }).by('cat').named('with a circle of roles'),
    find('RoleChain', { order: 'name', keys: 'name' }),
    signUp('role-eve').as('eve'),
    post('/roles', { name: 'Inner', ACL: OPEN }).as('inner'),
    post('/roles', { name: 'Outer', ACL: OPEN, users: addRelation(user('eve')), roles: addRelation(role('inner')) }),
    create('RoleChain', { name: 'inner', ACL: { 'role:Inner': { read: true } } }).master(),
    find('RoleChain', { order: 'name', keys: 'name' }).by('eve').named('a role has no rights of those inside it'),
  ]),

  scenario('Roles written wrongly', [
    post('/roles', { name: 'NoAcl' }),
    post('/roles', { ACL: OPEN }),
    post('/roles', { name: '', ACL: OPEN }),
    post('/roles', { name: 5, ACL: OPEN }),
    post('/roles', { name: 'odd name !', ACL: OPEN }).as('odd'),
    post('/roles', { name: 'Twice', ACL: OPEN }),
    post('/roles', { name: 'Twice', ACL: OPEN }).named('the same name again'),
    post('/roles', { name: 'WrongUsers', ACL: OPEN, users: addRelation(pointer('Other', 'x')) }),
    put('/roles/{{odd.objectId}}', { name: 'Renamed' }),
    get('/roles/{{odd.objectId}}'),
    put('/roles/{{odd.objectId}}', { name: 'Twice' }),
    put('/roles/missing', { name: 'x' }),
    del('/roles/{{odd.objectId}}'),
    get('/roles/{{odd.objectId}}').named('after deleting it'),
  ]),

  scenario('Roles obey their own ACL', [
    signUp('role-dan').as('dan'),
    post('/roles', { name: 'Closed', ACL: { '*': { read: true } } }).as('closed'),
    put('/roles/{{closed.objectId}}', { users: addRelation(user('dan')) }).by('dan'),
    put('/roles/{{closed.objectId}}', { users: addRelation(user('dan')) }).master(),
    del('/roles/{{closed.objectId}}').by('dan'),
    get('/classes/_Role/{{closed.objectId}}').by('dan'),
    find('_Role', { where: { name: 'Closed' }, keys: 'name' }),
    post('/classes/_Role', { name: 'ByClass', ACL: OPEN }),
  ]),
];
