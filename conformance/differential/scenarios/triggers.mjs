// What rules around saving, deleting and finding do to answers and rows.

import { create, del, find, get, post, put, scenario, signUp, where } from '../scenario.mjs';

export default [
  scenario('A rule before saving refuses, sets and unsets', [
    create('Guarded', { name: 'guard one' }).as('o'),
    get('/classes/Guarded/{{o.objectId}}'),
    create('Guarded', { name: 'guard drop', drop: 'me' }).as('d'),
    get('/classes/Guarded/{{d.objectId}}'),
    create('Guarded', { name: 'guard forbid', forbid: true }),
    create('Guarded', { name: 'guard raw', rawThrow: true }),
    put('/classes/Guarded/{{o.objectId}}', { name: 'guard two' }),
    get('/classes/Guarded/{{o.objectId}}').named('the rule saw the former name'),
    put('/classes/Guarded/{{o.objectId}}', { n: { __op: 'Increment', amount: 2 } }),
    put('/classes/Guarded/{{o.objectId}}', { forbid: true }),
    put('/classes/Guarded/{{o.objectId}}', { rawThrow: true }),
    put('/classes/Guarded/{{o.objectId}}', {}),
    put('/classes/Guarded/missing', { name: 'x' }),
    create('Guarded', { name: 'guard stamp', stamp: 'mine' }).as('s'),
    get('/classes/Guarded/{{s.objectId}}'),
    create('Guarded', { name: 'guard master', forbid: true }).master(),
    put('/classes/Guarded/{{o.objectId}}', { name: { __op: 'Delete' } }),
    put('/classes/Guarded/{{o.objectId}}', { stamp: 5 }),
    where('Guarded', { $or: [{ forbid: true }, { rawThrow: true }] }).named('refused writes leave nothing'),
  ]),

  scenario('A rule before saving is not asked about what may not be saved', [
    signUp('trig-ann').as('ann'),
    create('Guarded', { name: 'guard closed', ACL: { '*': { read: true } } }).as('acl'),
    put('/classes/Guarded/{{acl.objectId}}', { forbid: true }).by('ann'),
    create('Guarded', { name: 'guard owned' }).as('o'),
    put('/schemas/Guarded', { classLevelPermissions: { find: { '*': true }, get: { '*': true }, delete: { '*': true } } }).master(),
    create('Guarded', { name: 'guard forbid', forbid: true }).by('ann'),
    put('/classes/Guarded/{{o.objectId}}', { forbid: true }).by('ann'),
    put('/classes/Guarded/{{o.objectId}}', { forbid: true }).master(),
    put('/schemas/Guarded', { classLevelPermissions: null }).master(),
    put('/classes/Guarded/{{o.objectId}}', { forbid: true }).by('ann').named('when it may be saved again'),
  ]),

  scenario('A rule before deleting refuses, one after deleting writes', [
    create('Guarded', { name: 'guard locked', locked: true }).as('l'),
    del('/classes/Guarded/{{l.objectId}}'),
    del('/classes/Guarded/{{l.objectId}}').master(),
    create('Guarded', { name: 'guard deleted' }).as('o'),
    del('/classes/Guarded/{{o.objectId}}'),
    where('JournalLog', { name: 'guard deleted' }, { keys: 'action,name' }).until(body => body.results.length === 1),
    del('/classes/Guarded/{{o.objectId}}').named('delete a second time'),
    del('/classes/Guarded/missing').master(),
  ]),

  scenario('A rule after saving writes on its own', [
    create('Journal', { name: 'journal one' }).as('o'),
    where('JournalLog', { name: 'journal one' }, { keys: 'action,name' }).until(body => body.results.length === 1),
    put('/classes/Journal/{{o.objectId}}', { n: 1 }),
    where('JournalLog', { name: 'journal one' }, { keys: 'action,name', order: 'createdAt' }).until(
      body => body.results.length === 2
    ),
  ]),

  scenario('A rule after saving changes the answer', [
    create('Custom', { name: 'a' }),
    find('Custom', { keys: 'name' }),
    create('Mutated', { name: 'a' }).as('o'),
    get('/classes/Mutated/{{o.objectId}}'),
    put('/classes/Mutated/{{o.objectId}}', { name: 'b' }),
    get('/classes/Mutated/{{o.objectId}}').named('the change of the rule is not stored'),
    put('/classes/Mutated/{{o.objectId}}', { n: { __op: 'Increment', amount: 1 } }),
  ]),

  scenario('A rule before finding narrows the question', [
    create('Filtered', { name: 'shown' }).as('s'),
    create('Filtered', { name: 'hidden', hidden: true }).as('h'),
    find('Filtered', { keys: 'name' }),
    find('Filtered', { keys: 'name' }).master(),
    get('/classes/Filtered/{{h.objectId}}'),
    get('/classes/Filtered/{{s.objectId}}'),
    find('Filtered', { count: 1, limit: 0 }),
    where('Filtered', { name: { $exists: true } }, { keys: 'name' }),
    create('TriggerPointing', { p: { __type: 'Pointer', className: 'Filtered', objectId: '{{h.objectId}}' } }),
    find('TriggerPointing', { include: 'p' }),
    where('TriggerPointing', { p: { $inQuery: { className: 'Filtered', where: {} } } }),
  ]),

  scenario('A rule after finding decorates', [
    create('Decorated', { name: 'a' }).as('o'),
    find('Decorated'),
    get('/classes/Decorated/{{o.objectId}}'),
    find('Decorated', { keys: 'name' }),
    find('Decorated', { count: 1 }),
    where('Decorated', { name: 'missing' }),
    create('TriggerDecorating', { p: { __type: 'Pointer', className: 'Decorated', objectId: '{{o.objectId}}' } }),
    find('TriggerDecorating', { include: 'p' }),
  ]),

  scenario('Rules around log-in and log-out', [
    post('/users', { username: 'trigger-ann', password: 'secret' }),
    post('/login', { username: 'trigger-ann', password: 'secret' }).as('ann'),
    where('LoginLog', { name: 'trigger-ann' }, { keys: 'action,name' }).until(body => body.results.length === 1),
    post('/login', { username: 'trigger-ann', password: 'wrong' }),
    where('LoginLog', { name: 'trigger-ann' }, { count: 1, limit: 0 }),
    post('/logout', {}).by('ann'),
    where('LoginLog', { action: 'logout' }, { keys: 'action', limit: 1 }).until(body => body.results.length === 1),
  ]),

  scenario('Rules run for every request of a batch', [
    post('/batch', {
      requests: [
        { method: 'POST', path: '/parse/classes/Guarded', body: { name: 'guard batch' } },
        { method: 'POST', path: '/parse/classes/Guarded', body: { name: 'guard batch', forbid: true } },
        { method: 'POST', path: '/parse/classes/Mutated', body: { name: 'mutated batch' } },
      ],
    }),
  ]),
];
