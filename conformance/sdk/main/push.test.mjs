import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { MASTER, connect } from '../../harness/connect.mjs';
import { eventually, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send } = connect(import.meta.dirname);

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
