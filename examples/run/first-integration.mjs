// The program of the tutorial, literally, run by its own command.
import assert from 'node:assert/strict';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ADMINISTRATOR, openProgramme, signedIn } from '../../conformance/harness/programme.mjs';
import { finish } from './program.mjs';
import { APPLICATION_ID, wire, withServer } from './server.mjs';

const ROOT = join(import.meta.dirname, '../..');
// The packages of the app, one of which is viem.
const PACKAGES = join(ROOT, 'web');
const TUTORIAL = readFileSync(join(ROOT, 'docs/tutorials/first-integration.md'), 'utf8');
const MOST_REQUESTS = 5;

/** The block of the tutorial whose opening line ends so. */
function block(opening) {
  const [, text] = TUTORIAL.split(`\`\`\`${opening}\n`);
  assert.ok(text, `the tutorial has no block ${opening}`);
  return text.split('```')[0];
}

/** Prints the status of every request of a program. */
const COUNTING = `const real = globalThis.fetch;
globalThis.fetch = async (...request) => {
  const answer = await real(...request);
  console.error(answer.status);
  return answer;
};
`;

export const run = () =>
  withServer({ name: 'first-integration', settings: { TOUCHSTONE_PROFILE: 'product' }, administrator: true }, async ({ url, app, folder }) => {
    const administrator = await signedIn(wire(url), ADMINISTRATOR);
    await openProgramme(administrator);
    const { code } = await administrator('invitationCreate', { label: 'dapp', maxUses: 1, startTrust: 0 });
    const { generatePrivateKey } = createRequire(join(PACKAGES, 'package.json'))('viem/accounts');
    symlinkSync(join(PACKAGES, 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'report.mjs'), block('js report.mjs'));
    writeFileSync(join(folder, 'counting.mjs'), COUNTING);
    const env = {
      SERVER: url,
      APP: APPLICATION_ID,
      ORIGIN: app,
      INVITATION: code,
      PRIVATE_KEY: generatePrivateKey(),
      NODE_OPTIONS: '--import ./counting.mjs',
    };
    const printed = await finish('bash', ['-euo', 'pipefail', '-c', `${block('sh run').trim()} 2> statuses`], { cwd: folder, env });
    assert.equal(printed, block('text'));
    const statuses = readFileSync(join(folder, 'statuses'), 'utf8').trim().split('\n').map(Number);
    assert.ok(statuses.length <= MOST_REQUESTS, `${statuses.length} requests`);
    assert.ok(statuses.every(status => status < 300), `refused: ${statuses}`);
  });
