import assert from 'node:assert/strict';
import { MASTER, connect, fresh } from '../../harness/connect.mjs';
import { failedWith, refused } from '../../harness/expectations.mjs';

const { Parse, it, send, person } = connect(import.meta.dirname);

it('a client cannot make a class by writing to it', async () => {
  await refused(new Parse.Object(fresh()).save({ n: 1 }), 119, 'Permission denied');
});

it('a signed-in user cannot either', async () => {
  const ada = await person();
  await refused(new Parse.Object(fresh()).save({ n: 1 }, ada.as), 119, 'Permission denied');
});

it('a client cannot read a class nobody made', async () => {
  failedWith(await send('GET', `/classes/${fresh()}`), 400, 119, 'Permission denied');
});

it('the master key makes a class by writing to it', async () => {
  const saved = await new Parse.Object(fresh()).save({ n: 1 }, MASTER);
  assert.equal((await new Parse.Query(saved.className).get(saved.id)).get('n'), 1);
});

it('a client writes to a class that was made', async () => {
  const { className } = await new Parse.Object(fresh()).save({ n: 1 }, MASTER);
  await new Parse.Object(className).save({ n: 2 });
  assert.equal(await new Parse.Query(className).count(), 2);
});

it('a client adds a field to a class that was made', async () => {
  const { className } = await new Parse.Object(fresh()).save({ n: 1 }, MASTER);
  await new Parse.Object(className).save({ extra: 'field' });
  assert.equal((await new Parse.Schema(className).get()).fields.extra.type, 'String');
});

it('system classes are open', async () => {
  const ada = await person();
  assert.equal((await new Parse.Query(Parse.User).find(ada.as)).length, 1);
  assert.ok(Array.isArray(await new Parse.Query(Parse.Role).find(ada.as)));
});
