// A server that speaks S3, for one bucket of backups.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { CACHE } from '../harness/built.mjs';
import { freePort } from '../harness/free-port.mjs';

const PROGRAM = join(CACHE, 'cargo-tools/bin/s3s-fs');
const KEY = 'key-of-the-backups';

async function answers(port) {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    // It rejects where nothing listens yet.
    const isThere = await once(socket, 'connect').then(() => true, () => false);
    socket.destroy();
    if (isThere) return;
    if (Date.now() > deadline) throw new Error('the server of the bucket does not answer');
    await new Promise(resolve => setTimeout(resolve, 50));
  }
}

/** Starts it on a folder; the bucket is `backups`. */
export async function openBucket(folder) {
  if (!existsSync(PROGRAM)) throw new Error(`${PROGRAM} is missing: run scripts/setup bucket`);
  mkdirSync(join(folder, 'backups'), { recursive: true });
  const port = await freePort();
  const args = ['--host', '127.0.0.1', '--port', String(port), '--access-key', KEY, '--secret-key', KEY, folder];
  const child = spawn(PROGRAM, args, { stdio: 'ignore' });
  await answers(port).catch(error => {
    child.kill();
    throw error;
  });
  return {
    url: 's3://backups/beta',
    settings: {
      TOUCHSTONE_BACKUP_ENDPOINT: `http://127.0.0.1:${port}`,
      TOUCHSTONE_BACKUP_ACCESS_KEY_ID: KEY,
      TOUCHSTONE_BACKUP_SECRET_ACCESS_KEY: KEY,
    },
    async close() {
      const ended = once(child, 'close');
      child.kill();
      await ended;
    },
  };
}
