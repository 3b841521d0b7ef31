// The example of the repository, run as its README says, and called by the real SDK.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before } from 'node:test';
import { KEYS } from '../../harness/configurations.mjs';
import { connect } from '../../harness/connect.mjs';
import { refused } from '../../harness/expectations.mjs';

const { Parse, it, url } = connect(import.meta.dirname);
const PROGRAM = join(import.meta.dirname, '../../../examples/hooks/server.mjs');
const lines = [];
let program;

before(async () => {
  program = spawn(process.execPath, [PROGRAM], {
    env: {
      ...process.env,
      SERVER_URL: url,
      APPLICATION_ID: KEYS.appId,
      MASTER_KEY: KEYS.masterKey,
      WEBHOOK_KEY: 'the-webhook-key',
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = createInterface({ input: program.stdout });
  output.on('line', line => lines.push(line));
  await Promise.race([once(output, 'line'), once(program, 'exit').then(() => assert.fail('it ended'))]);
  assert.equal(lines[0], 'ready');
});

after(() => program.kill());

it('a function of the program answers', async () => {
  assert.equal(await Parse.Cloud.run('hello', { name: 'Ada' }), 'Hello Ada');
});

it('its beforeSave completes what is saved', async () => {
  const note = await new Parse.Object('Note').save({ title: 'On Analytical Engines' });
  assert.equal(note.get('slug'), 'on-analytical-engines');
  const stored = await new Parse.Query('Note').get(note.id);
  assert.equal(stored.get('slug'), 'on-analytical-engines');
});

it('its beforeSave refuses', async () => {
  await refused(new Parse.Object('Note').save({ text: 'untitled' }), 141, 'a note needs a title');
});

it('its afterSave hears of what was saved', async () => {
  const note = await new Parse.Object('Note').save({ title: 'Heard' });
  const deadline = Date.now() + 10_000;
  while (!lines.includes(`saved ${note.id}`)) {
    assert.ok(Date.now() < deadline, 'it was not told');
    await new Promise(resolve => setTimeout(resolve, 10));
  }
});

it('the program answers no unsigned call', async () => {
  const [{ url: address }] = (await Parse.Hooks.getFunctions()).filter(hook => hook.functionName === 'hello');
  const answer = await fetch(address, { method: 'POST', body: '{"params":{}}' });
  assert.equal(answer.status, 403);
});
