import assert from 'node:assert/strict';
import { connect, fresh } from '../../harness/connect.mjs';

const { Parse, it } = connect(import.meta.dirname);

it('a before-save rule changes what is stored and tells the client', async () => {
  const saved = await new Parse.Object('Guarded').save({ name: fresh('n') });
  assert.equal(saved.get('stamp'), 'checked');
  assert.equal((await new Parse.Query('Guarded').get(saved.id)).get('stamp'), 'checked');
});

it('the SDK unsets a field the before-save rule unset', async () => {
  const saved = await new Parse.Object('Guarded').save({ name: fresh('n'), drop: 'this' });
  assert.equal(saved.has('drop'), false);
  assert.equal((await new Parse.Query('Guarded').get(saved.id)).has('drop'), false);
});

it('a before-save rule sees the object as it was', async () => {
  const saved = await new Parse.Object('Guarded').save({ name: 'first' });
  await saved.save({ name: 'second' });
  assert.equal(saved.get('previous'), 'first');
  assert.equal((await new Parse.Query('Guarded').get(saved.id)).get('previous'), 'first');
});

it('rules run for each object of a batch', async () => {
  const objects = [1, 2].map(n => new Parse.Object('Guarded', { n, name: fresh('n') }));
  await Parse.Object.saveAll(objects);
  assert.deepEqual(objects.map(object => object.get('stamp')), ['checked', 'checked']);
});
