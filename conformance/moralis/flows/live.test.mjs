// Subscriptions as the old apps make them.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { KEYS } from '../../harness/configurations.mjs';
import { Follower, told } from '../../harness/live.mjs';
import { asOperator, fresh, openPage } from '../stage/page-world.mjs';

const { Moralis, window, frames } = await openPage();
const Issue = Moralis.Object.extend('Issue');

// The page would go on for ever.
after(async () => {
  await Moralis.LiveQuery.close();
  window.close();
  setImmediate(() => process.exit());
});

async function follow(query) {
  return new Follower(await query.subscribe());
}

const signUp = name => Moralis.User.signUp(fresh(name), 'a plain long phrase', {});

test('a subscription hears all five events', async () => {
  const status = fresh('live');
  const follower = await follow(new Moralis.Query('Issue').equalTo('status', status));
  const issue = await new Issue().save({ status, title: 'made' });
  assert.equal((await follower.next('create', issue)).object.get('title'), 'made');
  await issue.save({ title: 'changed' });
  await follower.next('update', issue);
  await issue.save({ status: 'elsewhere' });
  await follower.next('leave', issue);
  await issue.save({ status });
  await follower.next('enter', issue);
  await issue.destroy();
  await follower.next('delete', issue);
});

test('it says what it has always said when it connects', () => {
  const { installationId, ...frame } = frames[0];
  assert.match(installationId, /^[0-9a-f-]{36}$/);
  assert.deepEqual(frame, { op: 'connect', applicationId: KEYS.appId });
});

test('select sends fields, and the others do not arrive', async () => {
  const status = fresh('fields');
  const follower = await follow(new Moralis.Query('Issue').equalTo('status', status).select('title'));
  assert.deepEqual(frames.at(-1).query, { className: 'Issue', where: { status }, fields: ['title'] });
  // Through the operator, because the client would show what it has saved itself.
  await asOperator('POST', 'classes/Issue', { status, title: 'shown', body: 'kept' });
  const { object } = await follower.next('create');
  assert.deepEqual([object.get('title'), object.get('body')], ['shown', undefined]);
});

test('a person hears of private objects by the session, until the log-out', async () => {
  const status = fresh('private');
  const user = await signUp('live');
  const follower = await follow(new Moralis.Query('Issue').equalTo('status', status));
  assert.equal(frames.at(-1).sessionToken, user.getSessionToken());
  const stranger = { status, ACL: {} };
  const mine = { status, ACL: { [user.id]: { read: true } } };
  await asOperator('POST', 'classes/Issue', stranger);
  const { body } = await asOperator('POST', 'classes/Issue', mine);
  await follower.next('create', { id: body.objectId });
  await Moralis.User.logOut();
  assert.equal(await follower.error(), 'Invalid session token');
});

test('unsubscribing is confirmed and ends the events', async () => {
  const status = fresh('unsubscribe');
  const [one, two] = [
    await follow(new Moralis.Query('Issue').equalTo('status', status)),
    await follow(new Moralis.Query('Issue').equalTo('status', status)),
  ];
  const closed = told(one.subscription, 'close');
  await one.subscription.unsubscribe();
  await closed;
  await two.next('create', await new Issue().save({ status }));
  assert.equal(one.waiting, 0);
});

test('LiveQuery says when it opens and closes', async () => {
  const client = await Moralis.CoreManager.getLiveQueryController().getDefaultLiveQueryClient();
  const closed = told(Moralis.LiveQuery, 'close');
  await Moralis.LiveQuery.close();
  await closed;
  assert.equal(client.state, 'disconnected');
});
