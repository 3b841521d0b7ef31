import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { MASTER, connect } from '../../harness/connect.mjs';
import { failedWith, refused, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send } = connect(import.meta.dirname);

const deviceToken = () => randomBytes(32).toString('hex');

function register(body, options) {
  return send('POST', '/installations', { body, ...options });
}

async function stored(where) {
  const answer = await send('GET', '/installations', { key: 'master', query: { where } });
  return succeeded(answer).results;
}

it('the SDK registers its installation', async () => {
  const installation = await Parse.Installation.currentInstallation();
  installation.set('channels', ['news']);
  await installation.save();
  const [row] = await stored({ installationId: installation.installationId });
  assert.equal(row.deviceType, 'web');
  assert.deepEqual(row.channels, ['news']);
});

it('an installation is created by its id', async () => {
  const answer = await register({ installationId: randomUUID(), deviceType: 'ios' });
  assert.deepEqual(Object.keys(succeeded(answer, 201)).sort(), ['createdAt', 'objectId']);
});

it('an installation is created by its device token', async () => {
  succeeded(await register({ deviceToken: deviceToken(), deviceType: 'ios' }), 201);
});

it('an installation without any id is refused', async () => {
  failedWith(
    await register({ deviceType: 'ios' }),
    400,
    135,
    'at least one ID field (deviceToken, installationId) must be specified in this operation'
  );
});

it('an installation without a device type is refused', async () => {
  failedWith(
    await register({ installationId: randomUUID() }),
    400,
    135,
    'deviceType must be specified in this operation'
  );
});

it('the installation id of the request serves as the id', async () => {
  const installation = randomUUID();
  succeeded(await register({ deviceType: 'android' }, { installation }), 201);
});

it('a long device token and an installation id are stored in lower case', async () => {
  const token = deviceToken().toUpperCase();
  const installationId = randomUUID().toUpperCase();
  succeeded(await register({ deviceToken: token, installationId, deviceType: 'ios' }), 201);
  const [row] = await stored({ installationId: installationId.toLowerCase() });
  assert.equal(row.deviceToken, token.toLowerCase());
});

it('a second registration of one id updates the first and answers 200', async () => {
  const installationId = randomUUID();
  succeeded(await register({ installationId, deviceType: 'ios', badge: 1 }), 201);
  const answer = await register({ installationId, deviceType: 'ios', badge: 2 });
  assert.equal(answer.status, 200, answer.text);
  assert.ok(answer.body.updatedAt);
  const rows = await stored({ installationId });
  assert.deepEqual(rows.map(({ badge }) => badge), [2]);
});

it('a device token moves to the installation that registers it last', async () => {
  const token = deviceToken();
  const [one, two] = [randomUUID(), randomUUID()];
  succeeded(await register({ installationId: one, deviceToken: token, deviceType: 'ios' }), 201);
  succeeded(await register({ installationId: two, deviceToken: token, deviceType: 'ios' }), 201);
  assert.deepEqual((await stored({ deviceToken: token })).map(row => row.installationId), [two]);
});

it('a registration with an id takes over a row that has the token alone', async () => {
  const token = deviceToken();
  const installationId = randomUUID();
  succeeded(await register({ deviceToken: token, deviceType: 'ios' }), 201);
  assert.equal((await register({ deviceToken: token, installationId, deviceType: 'ios' })).status, 200);
  assert.deepEqual((await stored({ deviceToken: token })).map(row => row.installationId), [installationId]);
});

it('the installation id cannot be changed', async () => {
  const { objectId } = succeeded(await register({ installationId: randomUUID(), deviceType: 'ios' }), 201);
  failedWith(
    await send('PUT', `/installations/${objectId}`, { body: { installationId: randomUUID() } }),
    400,
    136,
    'installationId may not be changed in this operation'
  );
});

it('the device type cannot be changed', async () => {
  const { objectId } = succeeded(await register({ installationId: randomUUID(), deviceType: 'ios' }), 201);
  failedWith(
    await send('PUT', `/installations/${objectId}`, { body: { deviceType: 'android' } }),
    400,
    136,
    'deviceType may not be changed in this operation'
  );
});

it('an update of other fields is a plain update', async () => {
  const installationId = randomUUID();
  const { objectId } = succeeded(await register({ installationId, deviceType: 'ios' }), 201);
  succeeded(await send('PUT', `/installations/${objectId}`, { body: { channels: ['a'], custom: 1 } }));
  const [row] = await stored({ installationId });
  assert.deepEqual([row.channels, row.custom], [['a'], 1]);
});

it('channels are added and removed by operations', async () => {
  const installationId = randomUUID();
  const { objectId } = succeeded(await register({ installationId, deviceType: 'ios', channels: ['a'] }), 201);
  const path = `/installations/${objectId}`;
  succeeded(await send('PUT', path, { body: { channels: { __op: 'AddUnique', objects: ['b'] } } }));
  succeeded(await send('PUT', path, { body: { channels: { __op: 'Remove', objects: ['a'] } } }));
  assert.deepEqual((await stored({ installationId }))[0].channels, ['b']);
});

it('an installation that does not exist cannot be updated', async () => {
  const answer = await send('PUT', '/installations/nosuchid00', { body: { deviceToken: deviceToken() } });
  failedWith(answer, 404, 101, 'Object not found for update.');
});

it('a client gets an installation by its id', async () => {
  const { objectId } = succeeded(await register({ installationId: randomUUID(), deviceType: 'ios' }), 201);
  assert.equal(succeeded(await send('GET', `/installations/${objectId}`)).deviceType, 'ios');
});

it('a client cannot list installations', async () => {
  failedWith(await send('GET', '/installations'), 400, 119, 'Permission denied');
  await refused(new Parse.Query(Parse.Installation).find(), 119);
});

it('a client cannot delete an installation', async () => {
  const { objectId } = succeeded(await register({ installationId: randomUUID(), deviceType: 'ios' }), 201);
  failedWith(await send('DELETE', `/installations/${objectId}`), 400, 119, 'Permission denied');
});

it('the master key lists and deletes installations', async () => {
  const installationId = randomUUID();
  succeeded(await register({ installationId, deviceType: 'ios' }), 201);
  const [found] = await new Parse.Query(Parse.Installation).equalTo('installationId', installationId).find(MASTER);
  await found.destroy(MASTER);
  assert.deepEqual(await stored({ installationId }), []);
});
