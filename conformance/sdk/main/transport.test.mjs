import assert from 'node:assert/strict';
import { connect, fresh } from '../../harness/connect.mjs';
import { answered, succeeded } from '../../harness/expectations.mjs';
import { KEYS } from '../../harness/configurations.mjs';

const { Parse, it, send, person } = connect(import.meta.dirname);

it('an object saved by the SDK is read back by the SDK', async () => {
  const Thing = fresh();
  const saved = await new Parse.Object(Thing).save({ name: 'kettle', weight: 1.5 });
  const found = await new Parse.Query(Thing).get(saved.id);
  assert.equal(found.get('name'), 'kettle');
  assert.equal(found.get('weight'), 1.5);
});

it('a maintenance key in the body counts like the header', {
  differs: 'Parse Server 9.10 takes the key the SDK sends for a query parameter',
}, async () => {
  const ada = await person();
  const query = new Parse.Query(Parse.User).equalTo('objectId', ada.id);
  Parse.CoreManager.set('MAINTENANCE_KEY', KEYS.maintenanceKey);
  const found = await query.find({ useMaintenanceKey: true, json: true });
  assert.equal(found.length, 1);
});

it('a body larger than twenty megabytes is refused', async () => {
  const answer = await send('POST', `/classes/${fresh()}`, { body: { text: 'x'.repeat(21 * 1024 * 1024) } });
  answered(answer, 413, { error: 'request entity too large' });
});

it('a request that comes again with its id is done once', { differs: 'Parse Server has this switched off' }, async () => {
  const Thing = fresh();
  for (let time = 0; time < 2; time += 1) {
    succeeded(
      await send('POST', `/classes/${Thing}`, { body: {}, headers: { 'X-Parse-Request-Id': 'the-same' } }),
      201
    );
  }
  assert.equal(await new Parse.Query(Thing).count(), 1);
});

it('the SDK finds the server healthy', async () => {
  assert.deepEqual(await Parse.getServerHealth(), { status: 'ok' });
});
