// The program is a server: its function counts, its trigger signs and refuses.
import assert from 'node:assert/strict';
import { EMBED, send, withServer } from './server.mjs';

export const run = () =>
  withServer({ name: 'embed', file: EMBED }, async ({ url }) => {
    const made = await send(url, 'POST', '/classes/Entry', { text: 'hello' });
    assert.equal(made.status, 201);
    const entry = await send(url, 'GET', `/classes/Entry/${made.body.objectId}`);
    assert.equal(entry.body.author, 'a stranger');
    const refused = await send(url, 'POST', '/classes/Entry', { text: ' ' });
    assert.deepEqual(refused.body, { code: 142, error: 'An entry needs a text.' });
    const count = await send(url, 'POST', '/functions/entryCount', {});
    assert.deepEqual(count.body, { result: 1 });
  });
