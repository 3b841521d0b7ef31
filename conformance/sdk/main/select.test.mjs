import assert from 'node:assert/strict';
import { connect, fresh } from '../../harness/connect.mjs';

const { Parse, it } = connect(import.meta.dirname);

async function stored() {
  const kid = await new Parse.Object(fresh('Kid')).save({ name: 'Tom', age: 7 });
  const saved = await new Parse.Object(fresh()).save({ a: 1, b: 2, kid });
  return () => new Parse.Query(saved.className);
}

it('the SDK sees only the selected fields', async () => {
  const query = await stored();
  const found = await query().select('a').first();
  assert.equal(found.get('a'), 1);
  assert.equal(found.has('b'), false);
});

it('a partly fetched object can be fetched whole', async () => {
  const query = await stored();
  const found = await query().select('a').first();
  await found.fetch();
  assert.equal(found.get('b'), 2);
});

it('select with a dotted key works through the SDK', async () => {
  const query = await stored();
  const found = await query().select('kid.name').first();
  assert.equal(found.get('kid').get('name'), 'Tom');
  assert.equal(found.get('kid').has('age'), false);
  assert.equal(found.has('a'), false);
});

it('the standard fields cannot be excluded', async () => {
  const query = await stored();
  const found = await query().exclude('objectId', 'createdAt', 'a').first();
  assert.ok(found.id);
  assert.ok(found.createdAt);
  assert.equal(found.has('a'), false);
});
