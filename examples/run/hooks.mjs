// A function and a trigger behind signed webhooks; `conformance/sdk/hooks/example.test.mjs` tries more of it.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { APPLICATION_ID, MASTER_KEY, send, withServer } from './server.mjs';

const WEBHOOK_KEY = 'the-webhook-key';
const SETTINGS = { TOUCHSTONE_WEBHOOK_KEY: WEBHOOK_KEY, TOUCHSTONE_OUTGOING_ALLOWED_NETWORKS: '127.0.0.0/8' };

export const run = () =>
  withServer({ name: 'hooks', settings: SETTINGS }, async ({ url }) => {
    const env = { ...process.env, SERVER_URL: url, APPLICATION_ID, MASTER_KEY, WEBHOOK_KEY, PORT: '0' };
    const program = spawn(process.execPath, [join(import.meta.dirname, '../hooks/server.mjs')], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const [said] = await once(program.stdout, 'data');
      assert.equal(said.toString().trim(), 'ready');
      const hello = await send(url, 'POST', '/functions/hello', { name: 'Ada' });
      assert.deepEqual(hello, { status: 200, body: { result: 'Hello Ada' } });
      const refused = await send(url, 'POST', '/classes/Note', { text: 'untitled' });
      assert.equal(refused.body.error, 'a note needs a title');
    } finally {
      program.kill();
    }
  });
