import assert from 'node:assert/strict';
import { connect, fresh } from '../../harness/connect.mjs';

const { Parse, it } = connect(import.meta.dirname);
Parse.allowCustomObjectId = true;

it('a client chooses the id of a new object', async () => {
  const object = new Parse.Object(fresh(), { name: 'kettle' });
  object.id = 'my-own-id';
  await object.save();
  const found = await new Parse.Query(object.className).get('my-own-id');
  assert.equal(found.get('name'), 'kettle');
});

it('a pointer to a chosen id is included', async () => {
  const kid = new Parse.Object(fresh('Kid'), { name: 'Tom' });
  kid.id = 'tom';
  await kid.save();
  const parent = await new Parse.Object(fresh()).save({ kid });
  assert.equal((await new Parse.Query(parent.className).include('kid').get(parent.id)).get('kid').get('name'), 'Tom');
});
