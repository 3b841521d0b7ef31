import assert from 'node:assert/strict';
import { connect } from '../../harness/connect.mjs';
import { failedWith, succeeded } from '../../harness/expectations.mjs';

const { it, send, person } = connect(import.meta.dirname);

for (const className of ['_JobStatus', '_PushStatus', '_Hooks', '_GlobalConfig', '_JobSchedule', '_Audience', '_Idempotency']) {
  it(`${className} belongs to the master key`, async () => {
    const ada = await person();
    failedWith(await send('GET', `/classes/${className}`), 400, 119, 'Permission denied');
    failedWith(await send('GET', `/classes/${className}`, { token: ada.token }), 400, 119, 'Permission denied');
    failedWith(await send('POST', `/classes/${className}`, { body: {} }), 400, 119, 'Permission denied');
  });
}

it('join tables belong to the master key', async () => {
  failedWith(await send('GET', '/classes/_Join:users:_Role'), 400, 119, 'Permission denied');
});

it('the master key lists job states', async () => {
  const answer = await send('GET', '/classes/_JobStatus', { key: 'master' });
  assert.ok(Array.isArray(succeeded(answer).results));
});

it('the schema table is no class', async () => {
  const answer = await send('GET', '/classes/_SCHEMA');
  assert.deepEqual(answer.body?.results ?? [], []);
});

it('a product needs its columns', async () => {
  failedWith(await send('POST', '/classes/_Product', { body: {} }), 400, 111, / is required\.$/);
});

it('an event of the client is accepted', async () => {
  for (const name of ['AppOpened', 'whatever']) {
    assert.deepEqual(succeeded(await send('POST', `/events/${name}`, { body: {} })), {});
  }
});
