// The script of the example recomputes season files, whole ones and forged ones, that the tests of `crates/feedback/payout` make.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { finish } from './program.mjs';

const ROOT = join(import.meta.dirname, '../..');
const VERIFY = join(import.meta.dirname, '../verify-season/verify.py');

export const run = async () => {
  await assert.rejects(finish('python3', [VERIFY, '-'], { input: 'this is not a season\n' }), /ended with/);
  const tests = ['test', '-p', 'payout', '--test', 'payout', '--locked', 'season_file'];
  const said = await finish('cargo', tests, { cwd: ROOT, within: 600_000 });
  assert.match(said, /test result: ok\. [1-9]\d* passed/);
};
