// A programme to put load on: a database filled by `touchstone demo`, a server on it, and sessions of many testers.
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { built } from '../../conformance/harness/built.mjs';
import { createDatabase, databaseUrl, dropDatabase } from '../../conformance/harness/database.mjs';

const BINARY = process.env.TOUCHSTONE_BIN ?? built('release/touchstone');
const READY_WITHIN_MS = 120_000;
const APP_ID = 'feedback-load';

const children = new Set();
process.on('exit', () => children.forEach(child => child.kill('SIGKILL')));

/** Settings of the shell this runs in must not decide what is measured. */
function settings(database, port, scratch, further) {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('TOUCHSTONE_'));
  return {
    ...Object.fromEntries(own),
    TOUCHSTONE_PROFILE: 'product',
    TOUCHSTONE_DATABASE_URL: databaseUrl(database),
    TOUCHSTONE_LISTEN: `127.0.0.1:${port}`,
    TOUCHSTONE_SERVER_URL: `http://127.0.0.1:${port}/parse`,
    TOUCHSTONE_APPLICATION_ID: APP_ID,
    TOUCHSTONE_MASTER_KEY: randomBytes(24).toString('hex'),
    TOUCHSTONE_FILES_DIRECTORY: join(scratch, 'files'),
    // How full the machine's disk is says nothing about what is tested.
    TOUCHSTONE_FILES_MAX_DISK_USE: '100',
    // All requests come from one address here; what is measured is the work, not the gate.
    TOUCHSTONE_LIMITS: 'parse',
    TOUCHSTONE_LOG: 'warn',
    ...Object.fromEntries(further.map(pair => pair.split(/=(.*)/s)).map(([key, value]) => [`TOUCHSTONE_${key.toUpperCase()}`, value])),
  };
}

function run(args, env) {
  const child = spawn(BINARY, args, { env, stdio: ['ignore', 'inherit', 'inherit'] });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

const exited = child => new Promise(resolve => child.once('exit', (code, signal) => resolve(signal ?? code)));

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise(resolve => probe.once('listening', resolve));
  const { port } = probe.address();
  await new Promise(resolve => probe.close(resolve));
  return port;
}

async function answers(url, child) {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline && child.exitCode === null) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.status === 200) return;
    await pause(50);
  }
  throw new Error(`nothing answers at ${url}`);
}

/** Opens a programme of so many testers; one that is kept is filled once. */
export async function open({ testers, seed, keep, set }) {
  if (!existsSync(BINARY)) throw new Error(`there is no ${BINARY}: run just release, or set TOUCHSTONE_BIN`);
  const { default: pg } = await import('../../conformance/node_modules/pg/lib/index.js');
  const database = keep ?? `conformance_feedback_load_${process.pid}`;
  const scratch = mkdtempSync(join(tmpdir(), 'touchstone-feedback-'));
  const port = await freePort();
  const env = settings(database, port, scratch, set);
  const isNew = await createDatabase(database).then(() => true, error => {
    if (keep && /already exists/.test(error.message)) return false;
    throw error;
  });
  let seconds = 0;
  if (isNew) {
    const began = Date.now();
    const code = await exited(run(['demo', '--testers', String(testers), '--seed', String(seed)], env));
    if (code !== 0) {
      await dropDatabase(database);
      throw new Error(`the demo was not made: ${code}`);
    }
    seconds = (Date.now() - began) / 1000;
  }
  const pool = new pg.Pool({ connectionString: databaseUrl(database), max: 2 });
  await pool.query('vacuum analyze');
  const server = run(['serve'], env);
  const url = `http://127.0.0.1:${port}/parse`;
  await answers(`${url}/ready`, server);
  return {
    url,
    pool,
    seconds,
    pid: server.pid,
    headers: { 'X-Parse-Application-Id': APP_ID, 'Content-Type': 'application/json' },
    close: async () => {
      await pool.end();
      const gone = exited(server);
      server.kill('SIGTERM');
      await gone;
      rmSync(scratch, { recursive: true, force: true });
      if (!keep) await dropDatabase(database);
    },
  };
}

/**
 * Signs so many testers or administrators in, in the form in which the server keeps sessions: only a digest of each
 * token.
 */
export async function signIn(pool, count, isAdmin = false) {
  const { rows } = await pool.query(
    `select "objectId" as id from "_User" where "isAdmin" = $2 and "status" = 'active' order by md5("objectId") limit $1`,
    [count, isAdmin]
  );
  const tokens = rows.map(() => `r:${randomBytes(16).toString('hex')}`);
  const digests = tokens.map(token => `sha256:${createHash('sha256').update(token).digest('hex')}`);
  await pool.query(
    `insert into "_Session" ("objectId", "createdAt", "updatedAt", "sessionToken", "user", "expiresAt", "createdWith", "_rperm", "_wperm")
     select left(md5(random()::text), 10), now(), now(), digest, id, now() + interval '1 day',
       '{"action": "login", "authProvider": "password"}', '{}', '{}'
     from unnest($1::text[], $2::text[]) as session(id, digest)`,
    [rows.map(row => row.id), digests]
  );
  return tokens;
}
