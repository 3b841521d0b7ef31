import assert from 'node:assert/strict';
import { connect, fresh } from '../../harness/connect.mjs';
import { refused, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send } = connect(import.meta.dirname);

const create = (className, body) => ({ method: 'POST', path: `/parse/classes/${className}`, body });

it('a batch runs its requests in order', {
  differs: 'Parse Server runs them at the same time',
}, async () => {
  const Thing = fresh();
  const answers = succeeded(await send('POST', '/batch', { body: { requests: [create(Thing, { f: 1 }), create(Thing, { f: 'text' })] } }));
  assert.ok(answers[0].success);
  assert.equal(answers[1].error.code, 111);
});

it('saveAll in a transaction saves all', async () => {
  const Thing = fresh();
  await new Parse.Object(Thing).save({ n: 0 });
  await Parse.Object.saveAll([1, 2, 3].map(n => new Parse.Object(Thing, { n })), { transaction: true });
  assert.equal(await new Parse.Query(Thing).count(), 4);
});

it('saveAll in a transaction saves none when one is refused', {
  differs: 'Parse Server answers 500, which the SDK retries',
}, async () => {
  const Thing = fresh();
  await new Parse.Object(Thing).save({ n: 0 });
  const objects = [1, 'two', 3].map(n => new Parse.Object(Thing, { n }));
  // The SDK hands the one failure of the batch to each of its objects.
  const failures = await Parse.Object.saveAll(objects, { transaction: true }).catch(errors => errors);
  const message = `schema mismatch for ${Thing}.n; expected Number but got String`;
  assert.deepEqual(failures.map(failure => failure.message), [message, message, message]);
  assert.equal(await new Parse.Query(Thing).count(), 1);
});

it('saveAll reports which object was refused', async () => {
  const Thing = fresh();
  await new Parse.Object(Thing).save({ n: 0 });
  const objects = [1, 'two'].map(n => new Parse.Object(Thing, { n }));
  await refused(Parse.Object.saveAll(objects), 111);
  assert.equal(await new Parse.Query(Thing).count(), 2);
});
