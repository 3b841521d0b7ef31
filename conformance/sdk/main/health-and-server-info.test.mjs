import assert from 'node:assert/strict';
import { connect } from '../../harness/connect.mjs';
import { answered, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send } = connect(import.meta.dirname);

it('the SDK finds the server healthy', async () => {
  assert.deepEqual(await Parse.getServerHealth(), { status: 'ok' });
});

it('health needs no application id', async () => {
  answered(await send('GET', '/health', { app: null }), 200, { status: 'ok' });
});

it('health answers any method', async () => {
  for (const method of ['POST', 'PUT', 'DELETE']) {
    answered(await send(method, '/health', { app: null }), 200, { status: 'ok' });
  }
});

it('server info describes the features a dashboard asks about', async () => {
  const { features } = succeeded(await send('GET', '/serverInfo', { key: 'master' }));
  assert.deepEqual(features.schemas, {
    addField: true,
    removeField: true,
    addClass: true,
    removeClass: true,
    clearAllDataFromClass: true,
    exportClass: false,
    editClassLevelPermissions: true,
    editPointerPermissions: true,
  });
  assert.deepEqual(features.globalConfig, { create: true, read: true, update: true, delete: true });
  assert.deepEqual(features.hooks, { create: true, read: true, update: true, delete: true });
  assert.equal(features.cloudCode.jobs, true);
  assert.deepEqual(features.logs, { level: true, size: true, order: true, until: true, from: true });
  assert.equal(typeof features.push.immediatePush, 'boolean');
  assert.equal(features.push.pushAudiences, true);
  assert.equal(typeof features.settings.securityCheck, 'boolean');
});

it('server info names a Parse Server version that dashboards accept', async () => {
  const { parseServerVersion } = succeeded(await send('GET', '/serverInfo', { key: 'master' }));
  assert.match(parseServerVersion, /^\d+\.\d+\.\d+/);
  assert.ok(Number(parseServerVersion.split('.')[0]) >= 9);
});

it('the read-only master key may read server info', async () => {
  succeeded(await send('GET', '/serverInfo', { key: 'readOnly' }));
});

it('server info without a master key is refused', async () => {
  answered(await send('GET', '/serverInfo'), 403, { error: 'Permission denied' });
});
