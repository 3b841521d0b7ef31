import assert from 'node:assert/strict';
import { connect, fresh } from '../../harness/connect.mjs';
import { ISO_TIME, OBJECT_ID, failedWith, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send } = connect(import.meta.dirname);

it('an object gets an id of ten letters and digits', async () => {
  const saved = await new Parse.Object(fresh()).save();
  assert.match(saved.id, OBJECT_ID);
});

it('ids do not repeat', async () => {
  const Thing = fresh();
  const saved = await Parse.Object.saveAll(Array.from({ length: 40 }, () => new Parse.Object(Thing)));
  assert.equal(new Set(saved.map(({ id }) => id)).size, 40);
});

it('an objectId sent with a create is refused', async () => {
  const answer = await send('POST', `/classes/${fresh()}`, { body: { objectId: 'mine123456' } });
  failedWith(answer, 400, 105, 'objectId is an invalid field name.');
});

it('an id sent with a create is refused', async () => {
  const answer = await send('POST', `/classes/${fresh()}`, { body: { id: 'mine123456' } });
  failedWith(answer, 400, 105, 'id is an invalid field name.');
});

it('an objectId in an update is ignored', {
  differs: 'Parse Server on PostgreSQL renames the primary key',
}, async () => {
  const saved = await new Parse.Object(fresh()).save({ n: 1 });
  const answer = await send('PUT', `/classes/${saved.className}/${saved.id}`, {
    body: { objectId: 'otherid000', n: 2 },
  });
  succeeded(answer);
  const found = await new Parse.Query(saved.className).get(saved.id);
  assert.equal(found.get('n'), 2);
});

it('a new object was created and updated at the same moment', async () => {
  const saved = await new Parse.Object(fresh()).save();
  const body = succeeded(await send('GET', `/classes/${saved.className}/${saved.id}`));
  assert.match(body.createdAt, ISO_TIME);
  assert.equal(body.updatedAt, body.createdAt);
});

it('the SDK has the creation time at once', async () => {
  const before = Date.now();
  const saved = await new Parse.Object(fresh()).save();
  assert.ok(saved.createdAt instanceof Date);
  assert.ok(Math.abs(saved.createdAt.getTime() - before) < 60_000);
  assert.equal(saved.updatedAt.getTime(), saved.createdAt.getTime());
});

it('an update moves updatedAt and leaves createdAt', async () => {
  const saved = await new Parse.Object(fresh()).save();
  const { createdAt } = saved;
  await saved.save({ n: 1 });
  const found = await new Parse.Query(saved.className).get(saved.id);
  assert.equal(found.createdAt.getTime(), createdAt.getTime());
  assert.equal(found.updatedAt.getTime(), saved.updatedAt.getTime());
  assert.ok(found.updatedAt >= createdAt);
});

it('times a client sends on create are ignored', async () => {
  const long = { __type: 'Date', iso: '2001-01-01T00:00:00.000Z' };
  const answer = await send('POST', `/classes/${fresh()}`, { body: { createdAt: long, updatedAt: long } });
  assert.ok(Date.parse(succeeded(answer, 201).createdAt) > Date.parse('2020-01-01'));
});

it('times a client sends with an update are ignored', async () => {
  const saved = await new Parse.Object(fresh()).save();
  const long = { __type: 'Date', iso: '2001-01-01T00:00:00.000Z' };
  succeeded(
    await send('PUT', `/classes/${saved.className}/${saved.id}`, { body: { createdAt: long, updatedAt: long } })
  );
  const found = await new Parse.Query(saved.className).get(saved.id);
  assert.equal(found.createdAt.getTime(), saved.createdAt.getTime());
  assert.ok(found.updatedAt.getFullYear() > 2020);
});

it('a time sent as plain text fails the schema', async () => {
  const Thing = fresh();
  const answer = await send('POST', `/classes/${Thing}`, { body: { createdAt: '2001-01-01T00:00:00.000Z' } });
  failedWith(answer, 400, 111, `schema mismatch for ${Thing}.createdAt; expected Date but got String`);
});

it('objects are found by the time they were created', async () => {
  const Thing = fresh();
  const saved = await new Parse.Object(Thing).save();
  const later = new Parse.Query(Thing).greaterThan('createdAt', new Date(saved.createdAt.getTime() + 1));
  const same = new Parse.Query(Thing).equalTo('createdAt', saved.createdAt);
  assert.equal(await later.count(), 0);
  assert.equal((await same.first()).id, saved.id);
});
