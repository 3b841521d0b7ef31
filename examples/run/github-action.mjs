// The script of the workflow's step, as the workflow has it, with what GitHub would put into its environment.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADMINISTRATOR, openProgramme, signedIn } from '../../conformance/harness/programme.mjs';
import { finish } from './program.mjs';
import { send, withServer } from './server.mjs';

const WORKFLOW = join(import.meta.dirname, '../github-action/announce-build.yml');

/** What stands below `run: |`, without its indentation. */
function script() {
  const lines = readFileSync(WORKFLOW, 'utf8').split('\n');
  const start = lines.findIndex(line => line.trim() === 'run: |');
  const indent = lines[start].indexOf('run:') + 2;
  const block = lines.slice(start + 1).filter(line => line.trim() === '' || line.startsWith(' '.repeat(indent)));
  return block.map(line => line.slice(indent)).join('\n');
}

/** The harness calls functions by a wire of this form. */
const wire = url => async (method, path, { token, body }) => {
  const answer = await send(url, method, path, body, token ? { 'X-Parse-Session-Token': token } : {});
  return { ...answer, text: JSON.stringify(answer.body) };
};

export const run = () =>
  withServer({ name: 'github-action', settings: { TOUCHSTONE_PROFILE: 'product' }, administrator: true }, async ({ url, app }) => {
    const call = await signedIn(wire(url), ADMINISTRATOR);
    await openProgramme(call);
    const { secret } = await call('apiKeyCreate', { name: 'CI', scopes: ['builds'] });
    const env = { TOUCHSTONE_URL: app, TOUCHSTONE_KEY: secret, VERSION: '0.5.0', COMMIT: 'a1b2c3d', NOTES: 'Nothing to fix.', RELEASE: '17' };
    for (const time of ['first', 'repeated']) {
      const said = JSON.parse(await finish('bash', ['-euo', 'pipefail', '-c', script()], { env }));
      assert.ok(said, `the ${time} run was answered with nothing`);
    }
    const { rows } = await call('builds');
    assert.equal(rows.filter(({ version }) => version === '0.5.0').length, 1);
  });
