// Webhooks by the SDK's own calls, with a listener of the case's own.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before } from 'node:test';
import { connect, fresh } from '../../harness/connect.mjs';
import { refused } from '../../harness/expectations.mjs';

const { Parse, it } = connect(import.meta.dirname);
const heard = new Map();
const answers = new Map();
let listener;

before(async () => {
  listener = createServer(async (request, response) => {
    heard.set(request.url, JSON.parse(Buffer.concat(await request.toArray()).toString()));
    response.end(JSON.stringify(answers.get(request.url) ?? {}));
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
});

after(() => listener.close());

const at = path => `http://127.0.0.1:${listener.address().port}${path}`;

it('a function is registered, listed, changed and removed', async () => {
  const name = fresh('hooked');
  assert.deepEqual(await Parse.Hooks.createFunction(name, at('/a')), { functionName: name, url: at('/a') });
  assert.deepEqual(await Parse.Hooks.getFunction(name), { functionName: name, url: at('/a') });
  assert.ok((await Parse.Hooks.getFunctions()).some(hook => hook.functionName === name));
  await Parse.Hooks.updateFunction(name, at('/b'));
  assert.equal((await Parse.Hooks.getFunction(name)).url, at('/b'));
  await refused(Parse.Hooks.createFunction(name, at('/a')), 143, `function name: ${name} already exists`);
  await Parse.Hooks.removeFunction(name);
  await refused(Parse.Hooks.getFunction(name), 143, `no function named: ${name} is defined`);
});

it('a trigger is registered, listed, changed and removed', async () => {
  const name = fresh('Hooked');
  await Parse.Hooks.createTrigger(name, 'beforeSave', at('/a'));
  const [trigger] = (await Parse.Hooks.getTriggers()).filter(hook => hook.className === name);
  assert.deepEqual(trigger, { className: name, triggerName: 'beforeSave', url: at('/a') });
  await Parse.Hooks.updateTrigger(name, 'beforeSave', at('/b'));
  assert.equal((await Parse.Hooks.getTrigger(name, 'beforeSave')).url, at('/b'));
  await Parse.Hooks.removeTrigger(name, 'beforeSave');
  await refused(Parse.Hooks.getTrigger(name, 'beforeSave'), 143, `class ${name} does not exist`);
});

it('a function elsewhere answers, and its errors arrive', async () => {
  const name = fresh('called');
  await Parse.Hooks.createFunction(name, at(`/${name}`));
  answers.set(`/${name}`, { success: { sum: 3 } });
  assert.deepEqual(await Parse.Cloud.run(name, { a: 1, b: 2 }), { sum: 3 });
  assert.deepEqual(heard.get(`/${name}`).params, { a: 1, b: 2 });
  assert.equal(heard.get(`/${name}`).functionName, name);
  answers.set(`/${name}`, { error: 'no sum today' });
  await refused(Parse.Cloud.run(name), 141, 'no sum today');
  answers.set(`/${name}`, {});
  assert.equal(await Parse.Cloud.run(name), undefined);
});

it('a beforeSave elsewhere sees the object and decides what is saved', async () => {
  const name = fresh('Saved');
  await Parse.Hooks.createTrigger(name, 'beforeSave', at(`/${name}`));
  answers.set(`/${name}`, { success: { title: 'changed', more: 1 } });
  const saved = await new Parse.Object(name).save({ title: 'sent' });
  assert.deepEqual([saved.get('title'), saved.get('more')], ['changed', 1]);
  const { object, triggerName, master } = heard.get(`/${name}`);
  assert.deepEqual({ object, triggerName, master }, {
    object: { title: 'sent', className: name },
    triggerName: 'beforeSave',
    master: false,
  });
  answers.set(`/${name}`, { error: 'closed' });
  await refused(new Parse.Object(name).save({ title: 'again' }), 141, 'closed');
});

it('the SDK saves with ids of its own', async () => {
  Parse.CoreManager.set('IDEMPOTENCY', true);
  try {
    const saved = await new Parse.Object(fresh('Own')).save({ n: 1 });
    assert.ok(saved.id);
  } finally {
    Parse.CoreManager.set('IDEMPOTENCY', false);
  }
});
