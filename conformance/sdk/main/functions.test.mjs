import assert from 'node:assert/strict';
import { connect, fresh } from '../../harness/connect.mjs';
import { refused } from '../../harness/expectations.mjs';

const { Parse, it, person } = connect(import.meta.dirname);

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

it('undefined and null are distinguished', async () => {
  assert.equal(await Parse.Cloud.run('nothing'), undefined);
  assert.equal(await Parse.Cloud.run('nullResult'), null);
});

it('a thrown text is code 141 with that text', async () => {
  await refused(Parse.Cloud.run('fail'), 141, 'it failed');
});

it('a thrown Parse error keeps its code and words', async () => {
  await refused(Parse.Cloud.run('failWithCode', { code: 4711, message: 'as I say' }), 4711, 'as I say');
});

it('a function knows its caller', async () => {
  const ada = await person();
  assert.deepEqual(
    await Parse.Cloud.run('whoami', {}, { ...ada.as, installationId: ada.installation }),
    { user: ada.id, master: false, installationId: ada.installation }
  );
});

it('a context of the client reaches the function', async () => {
  assert.deepEqual(await Parse.Cloud.run('contextEcho', {}, { context: { trace: 'abc', n: 1 } }), {
    trace: 'abc',
    n: 1,
  });
});

it('a function counts every row with the master key', {
  differs: 'Parse Server on PostgreSQL counts by the planner\'s estimate',
}, async () => {
  const Thing = fresh();
  await new Parse.Object(Thing).setACL(new Parse.ACL()).save(null, { useMasterKey: true });
  assert.equal(await Parse.Cloud.run('asMaster', { className: Thing }), 1);
});
