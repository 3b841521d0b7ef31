// Starts anvil, a local chain.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './free-port.mjs';

const READY_WITHIN_MS = 20_000;

const PING = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}' };

/** Starts the anvil that `require` of a suite finds. `stop` ends it. */
export async function startAnvil(require, flags = []) {
  const program = join(require.resolve('@foundry-rs/anvil-linux-amd64/package.json'), '..', 'bin', 'anvil');
  const port = await freePort();
  // Thousands of blocks are gigabytes of states, and a killed anvil leaves them behind.
  const states = await mkdtemp(join(tmpdir(), 'anvil-states-'));
  const child = spawn(program, ['--host', '127.0.0.1', '--port', `${port}`, '--silent', '--cache-path', states, ...flags], { stdio: 'ignore' });
  const ended = once(child, 'close');
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!(await fetch(url, PING).then(({ ok }) => ok, () => false))) {
    if (Date.now() > deadline || child.exitCode !== null) throw new Error('anvil did not start');
    await pause(50);
  }
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
    await rm(states, { recursive: true });
  };
  return { url, stop };
}
