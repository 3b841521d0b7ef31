import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { MASTER, connect } from '../../harness/connect.mjs';
import { answered, eventually, failedWith, refused, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send, person } = connect(import.meta.dirname);

const fresh = () => `g${Math.random().toString(36).slice(2)}`;

async function register(fields) {
  const body = { installationId: randomUUID(), deviceToken: fresh(), deviceType: 'ios', ...fields };
  succeeded(await send('POST', '/installations', { body }), 201);
  return body.deviceToken;
}

const toGroup = group => new Parse.Query(Parse.Installation).equalTo('group', group);

async function finished(id) {
  const isOver = status => ['succeeded', 'failed'].includes(status.get('status')) && status;
  return eventually(async () => isOver(await Parse.Push.getPushStatus(id, MASTER)), 'the push');
}

async function sent(mark) {
  return eventually(async () => {
    const list = await Parse.Cloud.run('sentPushes', { mark });
    return list.length && list;
  }, 'the sending');
}

it('a push reaches those a query finds, and its status says so', async () => {
  const group = fresh();
  const tokens = [await register({ group }), await register({ group, deviceType: 'android' })];
  await register({ group: 'another' });
  const id = await Parse.Push.send({ where: toGroup(group), data: { alert: 'hello', mark: group } }, MASTER);
  assert.equal(typeof id, 'string');
  const status = await finished(id);
  assert.equal(status.get('status'), 'succeeded');
  assert.equal(status.get('numSent'), 2);
  assert.deepEqual(status.get('sentPerType'), { ios: 1, android: 1 });
  const [{ data, tokens: told }] = await sent(group);
  assert.equal(data.alert, 'hello');
  assert.deepEqual(told.sort(), tokens.sort());
});

it('a push reaches the subscribers of a channel', async () => {
  const channel = fresh();
  const token = await register({ channels: [channel, 'other'] });
  await register({ channels: ['other'] });
  await Parse.Push.send({ channels: [channel], data: { alert: 'news', mark: channel } }, MASTER);
  const [{ tokens }] = await sent(channel);
  assert.deepEqual(tokens, [token]);
});

it('a badge grows on the installation and in the message', async () => {
  const group = fresh();
  await register({ group, badge: 4 });
  await Parse.Push.send({ where: toGroup(group), data: { badge: 'Increment', mark: group } }, MASTER);
  const [{ data }] = await sent(group);
  assert.equal(data.badge, 5);
  const row = await toGroup(group).first(MASTER);
  assert.equal(row.get('badge'), 5);
});

it('each language gets its own words', async () => {
  const group = fresh();
  await register({ group, localeIdentifier: 'fr-FR' });
  await register({ group, localeIdentifier: 'en-US' });
  const data = { alert: 'hello', 'alert-fr': 'bonjour', mark: group };
  await Parse.Push.send({ where: toGroup(group), data }, MASTER);
  const words = await eventually(async () => {
    const list = await Parse.Cloud.run('sentPushes', { mark: group });
    return list.length === 2 && list.map(({ data: { alert } }) => alert);
  }, 'both messages');
  assert.deepEqual(words.sort(), ['bonjour', 'hello']);
});

it('what cannot be delivered is counted', async () => {
  const group = fresh();
  await register({ group, deviceToken: `dead${fresh()}` });
  await register({ group });
  const id = await Parse.Push.send({ where: toGroup(group), data: { alert: 'x' } }, MASTER);
  const status = await finished(id);
  assert.equal(status.get('numSent'), 1);
  assert.equal(status.get('numFailed'), 1);
  assert.deepEqual(status.get('failedPerType'), { ios: 1 });
});

it('a push for later waits', async () => {
  const id = await Parse.Push.send(
    { where: toGroup(fresh()), data: { alert: 'x' }, push_time: new Date('2099-01-01T00:00:00.000Z') },
    MASTER
  );
  const status = await Parse.Push.getPushStatus(id, MASTER);
  assert.equal(status.get('status'), 'scheduled');
  assert.equal(status.get('pushTime'), '2099-01-01T00:00:00.000Z');
});

it('a push for soon is sent when its time comes', { differs: 'Parse Server leaves scheduled pushes to others' }, async () => {
  const group = fresh();
  await register({ group });
  const soon = new Date(Date.now() + 300);
  const id = await Parse.Push.send({ where: toGroup(group), data: { alert: 'x' }, push_time: soon }, MASTER);
  assert.equal((await finished(id)).get('numSent'), 1);
});

it('a push without a target, or with two, is refused', async () => {
  await refused(Parse.Push.send({ data: {} }, MASTER), 115);
  const both = { where: toGroup('x'), channels: ['x'], data: {} };
  await refused(Parse.Push.send(both, MASTER), 115, 'Channels and query can not be set at the same time.');
});

it('nobody pushes without the master key', async () => {
  const ada = await person();
  const body = { where: {}, data: {} };
  answered(await send('POST', '/push', { body }), 403, { error: 'Permission denied' });
  answered(await send('POST', '/push', { body, token: ada.token }), 403, { error: 'Permission denied' });
  failedWith(await send('POST', '/push', { body, key: 'readOnly' }), 400, 119, 'Permission denied');
});

it('the status of a push is for the master key alone', async () => {
  const id = await Parse.Push.send({ where: toGroup(fresh()), data: { alert: 'x' } }, MASTER);
  failedWith(await send('GET', `/classes/_PushStatus/${id}`), 400, 119, 'Permission denied');
});

it('an audience is kept, shown with its query, and counts its use', async () => {
  const group = fresh();
  await register({ group });
  const body = { name: group, query: JSON.stringify({ group }) };
  const { objectId } = succeeded(await send('POST', '/push_audiences', { key: 'master', body }), 201);
  const shown = succeeded(await send('GET', `/push_audiences/${objectId}`, { key: 'master' }));
  assert.deepEqual(shown.query, { group });
  const push = { where: { group }, data: { alert: 'x' }, audience_id: objectId };
  succeeded(await send('POST', '/push', { key: 'master', body: push }));
  await eventually(async () => {
    const answer = await send('GET', `/push_audiences/${objectId}`, { key: 'master' });
    return answer.body.timesUsed === 1 && answer.body.lastUsed;
  }, 'the use');
  answered(await send('GET', '/push_audiences'), 403, { error: 'Permission denied' });
  answered(await send('DELETE', `/push_audiences/${objectId}`, { key: 'master' }), 200, {});
});
