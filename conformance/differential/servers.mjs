// Starts and stops the servers under comparison, each on a database of its own made for this run.

import { fork, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { built } from '../harness/built.mjs';
import { openPostOffice } from '../harness/post-office.mjs';
import { isReady } from '../harness/ready.mjs';
import { asEnvironment, configurations } from './configurations.mjs';

const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'touchstone');
const logs = join(cache, 'differential');
const DATABASE_SERVER = 'postgres://touchstone@127.0.0.1:54329';
const START_DEADLINE_MS = 60_000;
const MOUNT = '/parse';
const TOO_MANY_CLIENTS = '53300';

const running = new Set();
const databases = new Set();
const folders = new Set();
process.on('exit', () => running.forEach(child => child.kill('SIGKILL')));
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => stopAll().finally(() => process.exit(130)));
}

/** Starts `kind` ('reference' or 'ours') with the options of one configuration. */
export async function start(kind, name, configuration) {
  mkdirSync(logs, { recursive: true });
  const database = `differential_${name}_${configuration}_${process.pid}`.toLowerCase();
  await makeDatabase(database);
  const port = await freePort();
  const launch = kind === 'reference' ? launchReference : launchOurs;
  const server = {
    name,
    port,
    mount: MOUNT,
    origin: `http://127.0.0.1:${port}`,
    log: join(logs, `${name}-${configuration}.log`),
    folder: makeFolder(),
    options: {
      ...configurations[configuration],
      serverURL: `http://127.0.0.1:${port}${MOUNT}`,
    },
  };
  if (server.options.mail) await addMail(kind, server);
  server.child = await launch(server, `${DATABASE_SERVER}/${database}`);
  await answersHealth(server);
  return server;
}

/** Gives a server a post office of its own, so that each is asked for its own mail. */
async function addMail(kind, server) {
  const { smtp, counter } = await openPostOffice();
  const { mail, ...options } = server.options;
  server.post = counter;
  server.options = { ...options, publicServerURL: options.serverURL };
  if (kind === 'reference') server.options.post = counter;
  else Object.assign(server.options, { smtpUrl: smtp, mailFrom: 'no-reply@differential.example' });
}

/** Ends every server that was started and drops every database that was made, also after a failed start. */
export async function stopAll() {
  await Promise.all([...running].map(ended));
  await Promise.all([...databases].map(dropDatabase));
  folders.forEach(folder => rmSync(folder, { recursive: true, force: true }));
}

/** A place for the files that clients upload. */
function makeFolder() {
  const folder = mkdtempSync(join(logs, 'files-'));
  folders.add(folder);
  return folder;
}

/** Drops the databases of runs that were killed before they could. */
export async function sweep() {
  const left = await administer(client =>
    client.query("select datname from pg_database where datname ~ '^differential_.*_[0-9]+$'")
  );
  const ownerless = left.rows
    .map(({ datname }) => datname)
    .filter(name => !isRunning(Number(name.split('_').at(-1))));
  await Promise.all(ownerless.map(dropDatabase));
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Remembers a child for `stopAll`. */
function kept(child) {
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

async function launchReference({ port, options, log, folder }, databaseURI) {
  const output = openSync(log, 'w');
  const script = fileURLToPath(new URL('./reference.mjs', import.meta.url));
  // Parse Server makes folders for its logs and its files wherever it is started.
  const child = kept(fork(script, { cwd: folder, stdio: ['ignore', output, output, 'ipc'] }));
  child.send({ ...options, databaseURI, port, host: '127.0.0.1', mountPath: MOUNT });
  const [answer] = await Promise.race([
    new Promise(resolve => child.once('message', (...message) => resolve(message))),
    new Promise(resolve => child.once('exit', code => resolve([{ failed: `exit code ${code}` }]))),
  ]);
  if (answer !== 'ready') {
    throw new Error(`Parse Server did not start: ${answer.failed}\nIts log is ${log}.`);
  }
  return child;
}

async function launchOurs({ port, options, log, folder }, databaseUrl) {
  const binary = process.env.TOUCHSTONE_CLOUD_BIN ?? built('debug/examples/cloud');
  if (!existsSync(binary)) {
    throw new Error(
      `There is no server at ${binary}. Build it with \`cargo build --release -p server --example cloud\`, ` +
        'or name it in TOUCHSTONE_CLOUD_BIN, or compare Parse Server with itself (--self).'
    );
  }
  const output = openSync(log, 'w');
  const env = {
    ...withoutSettings(process.env),
    ...asEnvironment(options),
    TOUCHSTONE_DATABASE_URL: databaseUrl,
    TOUCHSTONE_FILES_DIRECTORY: join(folder, 'files'),
    // How full the machine's disk is says nothing about what is tested.
    TOUCHSTONE_FILES_MAX_DISK_USE: '100',
    TOUCHSTONE_LISTEN: `127.0.0.1:${port}`,
    TOUCHSTONE_MOUNT_PATH: MOUNT,
    TOUCHSTONE_PROFILE: 'parse',
    TOUCHSTONE_MIXED_FLEET: 'true',
    // Scenarios declare hooks at addresses of this machine, where nothing can be disturbed.
    TOUCHSTONE_OUTGOING_ALLOWED_NETWORKS: '127.0.0.0/8',
  };
  return kept(spawn(binary, ['serve'], { stdio: ['ignore', output, output], env }));
}

/** Settings of the shell this runs in must not decide what is compared. */
function withoutSettings(environment) {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !name.startsWith('TOUCHSTONE_'))
  );
}

async function answersHealth(server) {
  const deadline = Date.now() + START_DEADLINE_MS;
  for (;;) {
    if (await isReady(`${server.origin}${MOUNT}`)) return;
    if (server.child.exitCode !== null || Date.now() > deadline) {
      throw new Error(`${server.name} is not ready. Its log is ${server.log}.`);
    }
    await new Promise(resolve => setTimeout(resolve, 20));
  }
}

function ended(child) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  const gone = new Promise(resolve => child.once('exit', resolve));
  child.kill('SIGKILL');
  return gone;
}

async function makeDatabase(name) {
  databases.add(name);
  await administer(client => client.query(`create database "${name}"`));
  // Parse Server measures distances with PostGIS and expects to find it installed.
  await administer(client => client.query('create extension if not exists postgis'), name);
}

const dropDatabase = name =>
  administer(client => client.query(`drop database if exists "${name}" with (force)`));

async function administer(work, database = 'postgres') {
  const client = new pg.Client({ connectionString: `${DATABASE_SERVER}/${database}` });
  try {
    await client.connect();
  } catch (error) {
    const advice =
      error.code === TOO_MANY_CLIENTS ? 'wait until other suites have ended' : 'run `just up`';
    throw new Error(`PostgreSQL does not answer at ${DATABASE_SERVER} (${error.message}): ${advice}.`);
  }
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
