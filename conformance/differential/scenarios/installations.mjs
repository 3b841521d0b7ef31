// Installations, which clients write and only the master key lists.

import { addUnique, create, del, find, get, post, put, remove, scenario, where } from '../scenario.mjs';

const DEVICE = 'AAAAAAAA-0000-4000-8000-000000000001';

export default [
  scenario('An installation of one’s own', [
    post('/installations', { installationId: DEVICE, deviceType: 'web', parseVersion: 'js8.6.0' }).as('i'),
    get('/installations/{{i.objectId}}'),
    put('/installations/{{i.objectId}}', { channels: ['news'], badge: 3 }),
    get('/installations/{{i.objectId}}').named('after the change'),
    post('/installations', { installationId: DEVICE, deviceType: 'web', timeZone: 'Europe/Rome' }).named('the same id again'),
    get('/installations/{{i.objectId}}').named('after the merge'),
    get('/installations'),
    find('_Installation'),
    where('_Installation', { installationId: DEVICE.toLowerCase() }).master(),
    del('/installations/{{i.objectId}}'),
    del('/installations/{{i.objectId}}').master(),
    put('/installations/{{i.objectId}}', { badge: 1 }),
    put('/installations/{{i.objectId}}', { deviceToken: 'x' }),
  ]),

  scenario('Installations that lack something or change too much', [
    post('/installations', {}),
    post('/installations', { deviceType: 'ios' }),
    post('/installations', { installationId: 'only-the-id' }),
    post('/installations', { deviceToken: 'only-the-token' }),
    post('/installations', { deviceToken: 'inst-token', deviceType: 'ios' }).as('t'),
    post('/installations', { installationId: 'inst-device-2', deviceType: 'android' }).as('i'),
    put('/installations/{{i.objectId}}', { installationId: 'inst-other' }),
    put('/installations/{{i.objectId}}', { deviceType: 'ios' }),
    put('/installations/{{t.objectId}}', { deviceToken: 'inst-token-2' }),
    put('/installations/{{i.objectId}}', { deviceToken: 'inst-token-3' }),
    post('/installations', { deviceType: 'web' }).with({ 'X-Parse-Installation-Id': 'inst-header' }),
    create('_Installation', { installationId: 'inst-class', deviceType: 'web', custom: { a: 1 } }),
    post('/installations', { installationId: 'inst-bad', deviceType: 'web', badge: 'text' }),
  ]),

  scenario('A token that moves to another row', [
    post('/installations', { installationId: 'inst-move-1', deviceToken: 'inst-moving', deviceType: 'android' }).as('one'),
    post('/installations', { installationId: 'inst-move-2', deviceType: 'android' }).as('two'),
    put('/installations/{{two.objectId}}', { objectId: '{{two.objectId}}', deviceToken: 'inst-moving' }),
    where('_Installation', { deviceToken: 'inst-moving' }, { keys: 'installationId' })
      .master()
      .until(({ results }) => results.length === 1),
    post('/installations', { installationId: 'inst-move-3', deviceType: 'android' }).as('three'),
    put('/installations/{{three.objectId}}', { deviceToken: 'inst-moving' }),
    where('_Installation', { deviceToken: 'inst-moving' }, { keys: 'installationId' }).master().named('a row named by the address alone'),
    post('/installations', { installationId: 'inst-last-1', deviceToken: 'inst-last', deviceType: 'android' }),
    post('/installations', { installationId: 'inst-last-2', deviceToken: 'inst-last', deviceType: 'android' }),
    where('_Installation', { deviceToken: 'inst-last' }, { keys: 'installationId' })
      .master()
      .until(({ results }) => results.length === 1),
    post('/installations', { deviceToken: 'inst-alone', deviceType: 'android' }),
    post('/installations', { installationId: 'inst-owner', deviceToken: 'inst-alone', deviceType: 'android' }),
    where('_Installation', { deviceToken: 'inst-alone' }, { keys: 'installationId' }).master(),
    put('/installations/{{two.objectId}}', { channels: addUnique('a') }),
    put('/installations/{{two.objectId}}', { channels: addUnique('a', 'b') }),
    put('/installations/{{two.objectId}}', { channels: remove('a') }),
  ]),

  scenario('A token of 64 characters is lower-cased', [
    post('/installations', { deviceToken: 'ABCDEF01'.repeat(8), deviceType: 'ios' }).as('i'),
    get('/installations/{{i.objectId}}'),
    post('/installations', { deviceToken: 'ABCDEF01'.repeat(8), deviceType: 'ios', badge: 1 }).named('the same token again'),
  ]),
];
