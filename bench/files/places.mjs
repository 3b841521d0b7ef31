// A touchstone of one's own, with its files on disk or in a bucket.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { built } from '../../conformance/harness/built.mjs';
import { createDatabase, databaseName, databaseUrl, dropDatabase } from '../../conformance/harness/database.mjs';

const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'touchstone');
const BINARY = process.env.TOUCHSTONE_BIN ?? built('debug/touchstone');
const S3 = join(CACHE, 'cargo-tools/bin/s3s-fs');
const KEY = 'key-of-the-bench';
const READY_WITHIN_MS = 60_000;

export const APP_ID = 'files';
export const MASTER_KEY = 'files-master-key';

const children = new Set();
process.on('exit', () => children.forEach(child => child.kill('SIGKILL')));

/** Starts a server whose files are on `kind`, `disk` or `s3`. */
export async function start(kind) {
  for (const binary of [BINARY, S3]) {
    if (!existsSync(binary)) throw new Error(`there is no ${binary}: run just files-load, which installs and builds it`);
  }
  const scratch = mkdtempSync(join(process.env.FILES_SCRATCH ?? tmpdir(), 'touchstone-files-'));
  const place = kind === 'disk' ? onDisk(scratch) : await inBucket(scratch);
  const database = databaseName(`files-${kind}`);
  const { pool } = await opened(database);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/parse`;
  const server = run(BINARY, ['serve'], {
    ...withoutSettings(process.env),
    TOUCHSTONE_PROFILE: 'parse',
    TOUCHSTONE_DATABASE_URL: databaseUrl(database),
    TOUCHSTONE_LISTEN: `127.0.0.1:${port}`,
    TOUCHSTONE_SERVER_URL: url,
    TOUCHSTONE_APPLICATION_ID: APP_ID,
    TOUCHSTONE_MASTER_KEY: MASTER_KEY,
    ...place.settings,
  });
  await answers(`${url}/ready`, server);
  return {
    url,
    /** The most memory the process ever had, in megabytes. */
    memory: () => Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`))[1]) / 1024),
    files: () => filesBelow(place.folder),
    rows: async () => Number((await pool.query('select count(*) from _touchstone.file')).rows[0].count),
    stop: async () => {
      await pool.end();
      await Promise.all([server, ...place.children].map(ended));
      await dropDatabase(database);
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}

function onDisk(scratch) {
  const folder = join(scratch, 'files');
  return { folder, children: [], settings: { TOUCHSTONE_FILES_DIRECTORY: folder } };
}

async function inBucket(scratch) {
  const folder = join(scratch, 'bucket');
  mkdirSync(folder);
  const port = await freePort();
  const address = ['--host', '127.0.0.1', '--port', String(port)];
  const child = run(S3, [...address, '--access-key', KEY, '--secret-key', KEY, scratch], process.env);
  await answers(`http://127.0.0.1:${port}/`, child, () => true);
  return {
    folder: scratch,
    children: [child],
    settings: {
      TOUCHSTONE_FILES_URL: 's3://bucket/files',
      TOUCHSTONE_FILES_ENDPOINT: `http://127.0.0.1:${port}`,
      TOUCHSTONE_FILES_ACCESS_KEY_ID: KEY,
      TOUCHSTONE_FILES_SECRET_ACCESS_KEY: KEY,
    },
  };
}

async function opened(database) {
  await createDatabase(database);
  const { default: pg } = await import('../../conformance/node_modules/pg/lib/index.js');
  return { pool: new pg.Pool({ connectionString: databaseUrl(database), max: 1 }) };
}

function run(file, args, env) {
  const child = spawn(file, args, { env, stdio: 'ignore' });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

function ended(child) {
  if (child.exitCode !== null || child.signalCode !== null) return undefined;
  const gone = new Promise(resolve => child.once('exit', resolve));
  child.kill('SIGKILL');
  return gone;
}

async function answers(url, child, isReady = answer => answer.status === 200) {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline && child.exitCode === null) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer && isReady(answer)) return;
    await pause(25);
  }
  throw new Error(`nothing answers at ${url}`);
}

/** Settings of the shell this runs in must not decide what is measured. */
function withoutSettings(environment) {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('TOUCHSTONE_')));
}

/** Also parts of unfinished uploads, but not what the S3 server writes down about its objects. */
function filesBelow(folder) {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    entry => entry.isFile() && !/\.(metadata|internal)\.json$/.test(entry.name)
  ).length;
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise(resolve => probe.once('listening', resolve));
  const { port } = probe.address();
  await new Promise(resolve => probe.close(resolve));
  return port;
}
