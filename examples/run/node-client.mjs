// The client prints what its README says it prints.
import assert from 'node:assert/strict';
import { copied, finish } from './program.mjs';
import { APPLICATION_ID, withServer } from './server.mjs';

export const run = () =>
  withServer({ name: 'node-client', settings: { TOUCHSTONE_LIVE_QUERY_CLASS_NAMES: 'Note' } }, async ({ url, folder }) => {
    const cwd = copied('node-client', folder, 'conformance');
    const printed = await finish(process.execPath, ['main.mjs'], { cwd, env: { SERVER_URL: url, APPLICATION_ID } });
    const lines = printed.trim().split('\n');
    assert.match(lines.shift(), /^signed up ada-\w+$/);
    assert.deepEqual(lines, ['page 3', 'seen by ada: 1, by a stranger: 0', 'told live: hello']);
  });
