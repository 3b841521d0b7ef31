// What the master key, the read-only master key and the maintenance key open.

import { create, date, del, find, get, post, put, scenario, signUp, where } from '../scenario.mjs';

export default [
  scenario('The read-only master reads and does not write', [
    create('ReadOnly', { name: 'closed', ACL: {} }).master().as('o'),
    find('ReadOnly').readOnlyMaster(),
    get('/classes/ReadOnly/{{o.objectId}}').readOnlyMaster(),
    get('/schemas/ReadOnly').readOnlyMaster(),
    find('_Session', { limit: 0 }).readOnlyMaster(),
    create('ReadOnly', { name: 'x' }).readOnlyMaster(),
    put('/classes/ReadOnly/{{o.objectId}}', { name: 'x' }).readOnlyMaster(),
    del('/classes/ReadOnly/{{o.objectId}}').readOnlyMaster(),
    post('/users', { username: 'read-only-user', password: 'secret' }).readOnlyMaster(),
    post('/batch', { requests: [{ method: 'POST', path: '/parse/classes/ReadOnly', body: {} }] }).readOnlyMaster(),
    post('/functions/hello', {}).readOnlyMaster(),
    get('/aggregate/ReadOnly', { distinct: 'name' }).readOnlyMaster(),
    get('/serverInfo').readOnlyMaster().only(body => Object.keys(body).sort()),
  ]),

  scenario('A wrong master key is no master key', [
    get('/schemas').with({ 'X-Parse-Master-Key': 'wrong' }),
    create('WrongMaster', { name: 'a' }).with({ 'X-Parse-Master-Key': 'wrong' }).as('o'),
    get('/classes/WrongMaster/{{o.objectId}}').with({ 'X-Parse-Master-Key': 'wrong' }),
    get('/classes/WrongMaster/{{o.objectId}}').with({ 'X-Parse-Maintenance-Key': 'wrong' }),
    get('/serverInfo').with({ 'X-Parse-Master-Key': '' }),
  ]),

  scenario('The maintenance key sees inner columns and is no master', [
    signUp('maintained').as('u'),
    get('/users/{{u.objectId}}').maintenance().only(body => Object.keys(body).sort()),
    get('/schemas').maintenance(),
    create('Maintained', { name: 'closed', ACL: {} }).master().as('o'),
    find('Maintained').maintenance(),
    get('/classes/Maintained/{{o.objectId}}').maintenance(),
    put('/classes/Maintained/{{o.objectId}}', { createdAt: date('2001-01-01T00:00:00.000Z') }).maintenance(),
    put('/users/{{u.objectId}}', { _failed_login_count: 2 }).maintenance(),
    where('_User', { _failed_login_count: 2 }, { keys: 'username' }).maintenance(),
    get('/serverInfo').maintenance(),
  ]),

  scenario('Classes only the master may touch', [
    ...['_JobStatus', '_PushStatus', '_Hooks', '_GlobalConfig', '_JobSchedule', '_Audience', '_Idempotency', '_GraphQLConfig'].flatMap(
      name => [
        find(name),
        get(`/classes/${name}/x`),
        create(name, { a: 1 }),
        put(`/classes/${name}/x`, { a: 1 }),
        del(`/classes/${name}/x`),
        // What they hold depends on the other scenarios.
        find(name, { limit: 0 }).master(),
      ]
    ),
    find('_Join:users:_Role'),
    find('_Join:users:_Role', { limit: 0 }).master(),
    find('_SCHEMA'),
    find('_SCHEMA').master().only(body => body.results.length > 0),
    find('_Product'),
    create('_Product', { title: 'x' }),
  ]),

  scenario('Server information', [
    get('/serverInfo').master().only(withoutVersion),
    get('/serverInfo'),
  ]),
];

function withoutVersion({ parseServerVersion, ...rest }) {
  return { ...rest, version: /^\d+\.\d+\.\d+$/.test(parseServerVersion) };
}
