import assert from 'node:assert/strict';
import { connect } from '../../harness/connect.mjs';
import { succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send } = connect(import.meta.dirname);

async function stored(where) {
  const answer = await send('GET', '/installations', { key: 'master', query: { where } });
  return succeeded(answer).results;
}

it('the SDK registers its installation', async () => {
  const installation = await Parse.Installation.currentInstallation();
  installation.set('channels', ['news']);
  await installation.save();
  const [row] = await stored({ installationId: installation.installationId });
  assert.equal(row.deviceType, 'web');
  assert.deepEqual(row.channels, ['news']);
});
