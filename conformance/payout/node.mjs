// anvil as a chain that nobody else knows.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createTestClient, http, publicActions, walletActions } from 'viem';
import { foundry } from 'viem/chains';
import { freePort } from '../harness/free-port.mjs';

const require = createRequire(import.meta.url);
const READY_WITHIN_MS = 20_000;

const program = () => join(require.resolve('@foundry-rs/anvil-linux-amd64/package.json'), '..', 'bin', 'anvil');

/** Starts it; `stop` ends it. */
export async function startChain() {
  const port = await freePort();
  const child = spawn(program(), ['--host', '127.0.0.1', '--port', `${port}`, '--silent'], { stdio: 'ignore' });
  const ended = once(child, 'close');
  const transport = http(`http://127.0.0.1:${port}`, { retryCount: 0 });
  const client = createTestClient({ mode: 'anvil', chain: foundry, pollingInterval: 50, transport })
    .extend(publicActions)
    .extend(walletActions);
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!(await client.getBlockNumber().then(() => true, () => false))) {
    if (Date.now() > deadline || child.exitCode !== null) throw new Error('anvil did not start');
    await pause(50);
  }
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  return { client, stop };
}
