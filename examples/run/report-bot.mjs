import assert from 'node:assert/strict';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ADMINISTRATOR, openProgramme, signedIn } from '../../conformance/harness/programme.mjs';
import { copied, finish } from './program.mjs';
import { APPLICATION_ID, wire, withServer } from './server.mjs';

const PACKAGES = join(import.meta.dirname, '../../packages');
const ERROR = 'execution reverted: Too little received';

/** The packages as `npm install` would put them there. */
async function install(place) {
  const scope = join(place, 'node_modules/@touchstone');
  mkdirSync(scope, { recursive: true });
  await finish('npm', ['run', '--silent', 'build'], { cwd: join(PACKAGES, 'client') });
  cpSync(join(PACKAGES, 'client'), join(scope, 'client'), { recursive: true });
  symlinkSync(join(PACKAGES, 'node_modules/viem'), join(place, 'node_modules/viem'));
}

export const run = () =>
  withServer({ name: 'report-bot', settings: { TOUCHSTONE_PROFILE: 'product' }, administrator: true }, async ({ url, app, folder }) => {
    const administrator = await signedIn(wire(url), ADMINISTRATOR);
    await openProgramme(administrator);
    const { code } = await administrator('invitationCreate', { label: 'bot', maxUses: 1, startTrust: 0 });
    const { generatePrivateKey } = createRequire(join(PACKAGES, 'package.json'))('viem/accounts');
    const place = copied('report-bot', folder);
    await install(place);
    const env = { SERVER: url, APP: APPLICATION_ID, ORIGIN: app, INVITATION: code, PRIVATE_KEY: generatePrivateKey() };
    const [explained, reported] = (await finish('node', ['main.mjs', ERROR], { cwd: place, env })).split('\n');
    assert.equal(explained, 'The swap could not meet your slippage limit.');
    const [, number] = reported.match(/^reported #(\d+)$/) ?? [];
    const { issue } = await administrator('issueGet', { number: Number(number) });
    assert.equal(issue.title, `Swap fails: ${ERROR}`);
    assert.equal(issue.evidenceCount, 1);
  });
