import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { connect, fresh } from '../../harness/connect.mjs';
import { answered, failedWith, refused, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send, person } = connect(import.meta.dirname);

it('a function answers', async () => {
  assert.equal(await Parse.Cloud.run('hello'), 'Hello world');
});

it('the answer is wrapped in a result', async () => {
  answered(await send('POST', '/functions/hello', { body: {} }), 200, { result: 'Hello world' });
});

it('a function gets its parameters', async () => {
  const params = { text: 'a', number: 1.5, yes: true, none: null, list: [1, 'b'], object: { deep: { er: 1 } } };
  assert.deepEqual(await Parse.Cloud.run('echo', params), params);
});

it('a date goes in and comes out as a date', async () => {
  const when = new Date('2020-02-02T02:02:02.002Z');
  const { when: back } = await Parse.Cloud.run('echo', { when });
  assert.equal(new Date(back.iso ?? back).getTime(), when.getTime());
});

it('a geo point goes in and comes out as a geo point', async () => {
  const { at } = await Parse.Cloud.run('echo', { at: new Parse.GeoPoint(1, 2) });
  assert.deepEqual([at.latitude, at.longitude], [1, 2]);
});

it('a function that returns nothing answers with an empty object', async () => {
  answered(await send('POST', '/functions/nothing', { body: {} }), 200, {});
  assert.equal(await Parse.Cloud.run('nothing'), undefined);
});

it('a function that returns null answers null', async () => {
  answered(await send('POST', '/functions/nullResult', { body: {} }), 200, { result: null });
  assert.equal(await Parse.Cloud.run('nullResult'), null);
});

it('a thrown text is code 141 with that text', async () => {
  answered(await send('POST', '/functions/fail', { body: {} }), 400, { code: 141, error: 'it failed' });
  await refused(Parse.Cloud.run('fail'), 141, 'it failed');
});

it('a thrown Parse error keeps its code and words', async () => {
  await refused(Parse.Cloud.run('failWithCode', { code: 4711, message: 'as I say' }), 4711, 'as I say');
});

it('a thrown not-found is status 404 like any other', async () => {
  const answer = await send('POST', '/functions/failWithCode', { body: { code: 101, message: 'nowhere' } });
  answered(answer, 404, { code: 101, error: 'nowhere' });
});

it('a function nobody defined is refused', async () => {
  failedWith(await send('POST', '/functions/noSuchOne', { body: {} }), 400, 141, 'Invalid function: "noSuchOne"');
});

it('a function knows its caller', async () => {
  const ada = await person();
  assert.deepEqual(
    await Parse.Cloud.run('whoami', {}, { ...ada.as, installationId: ada.installation }),
    { user: ada.id, master: false, installationId: ada.installation }
  );
});

it('a function called by nobody knows nobody', async () => {
  const { user, master } = await Parse.Cloud.run('whoami');
  assert.deepEqual([user, master], [null, false]);
});

it('a function knows the master', async () => {
  const { user, master } = await Parse.Cloud.run('whoami', {}, { useMasterKey: true });
  assert.deepEqual([user, master], [null, true]);
});

it('a function sees the installation of a header', async () => {
  const installation = randomUUID();
  const { result } = succeeded(await send('POST', '/functions/whoami', { body: {}, installation }));
  assert.equal(result.installationId, installation);
});

it('a context of the client reaches the function', async () => {
  assert.deepEqual(await Parse.Cloud.run('contextEcho', {}, { context: { trace: 'abc', n: 1 } }), {
    trace: 'abc',
    n: 1,
  });
});

it('a context in the header reaches the function', async () => {
  const headers = { 'X-Parse-Cloud-Context': '{"trace":"abc"}' };
  answered(await send('POST', '/functions/contextEcho', { body: {}, headers }), 200, { result: { trace: 'abc' } });
});

it('a context that is no object is refused', async () => {
  for (const context of ['[1]', '7', 'not json']) {
    answered(
      await send('POST', '/functions/contextEcho', { body: {}, headers: { 'X-Parse-Cloud-Context': context } }),
      400,
      { code: 107, error: 'Invalid object for context.' }
    );
  }
});

it('a function counts every row with the master key', {
  differs: 'Parse Server on PostgreSQL counts by the planner\'s estimate',
}, async () => {
  const Thing = fresh();
  await new Parse.Object(Thing).setACL(new Parse.ACL()).save(null, { useMasterKey: true });
  assert.equal(await Parse.Cloud.run('asMaster', { className: Thing }), 1);
});

it('parameters in the address win over the body, as texts', async () => {
  const answer = await send('POST', '/functions/echo?b=2&c=x', { body: { a: 1, b: 1 } });
  answered(answer, 200, { result: { a: 1, b: '2', c: 'x' } });
});
