// Starts the servers under attack, each on first use, and watches that they survive.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { built } from '../harness/built.mjs';
import { createDatabase, databaseName, databaseUrl, dropDatabase } from '../harness/database.mjs';
import { createAdministrator } from '../harness/programme.mjs';
import { isReady } from '../harness/ready.mjs';
import { KEYS, configurations } from './configurations.mjs';
import { Attacked } from './attacked.mjs';

const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'touchstone');
const READY_WITHIN_MS = 60_000;

export function binary(variable = 'TOUCHSTONE_CLOUD_BIN', path = 'debug/examples/cloud') {
  const found = process.env[variable] ?? built(path);
  if (!existsSync(found)) throw new Error(`no server binary at ${found}; run just release, or set ${variable}`);
  return found;
}

export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Settings as the environment of a process, and nothing of ours besides. */
export function environment(settings) {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('TOUCHSTONE_'));
  const ours = Object.entries(settings).map(([key, value]) => [`TOUCHSTONE_${key.toUpperCase()}`, `${value}`]);
  return Object.fromEntries([...others, ...ours]);
}

// Enough for the rows, and few enough for all servers of the run to share one PostgreSQL.
const CONNECTIONS = { pipelined_connections: 2, write_connections: 3, transaction_connections: 4 };

const databases = new Map();
const running = new Map();
const started = new Map();
const holders = new Map();
const everStarted = new Map();

function databaseFor(name) {
  const owner = configurations[name].sharesDatabaseOf ?? name;
  const database = databaseName(`attack_${owner}`);
  if (!databases.has(database)) databases.set(database, createDatabase(database));
  return databases.get(database).then(() => database);
}

async function untilHealthy(url, child, log) {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline && child.exitCode === null) {
    if (await isReady(url)) return;
    await pause(25);
  }
  throw new Error(`the server did not start; its log ${log} ends\n${readFileSync(log, 'utf8').slice(-1500)}`);
}

async function start(name) {
  const { settings, isBehindProxy = false, isProxyUnnamed = false, isProduct = false, hasAdministrator = false, prepare } = configurations[name];
  const database = await databaseFor(name);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/parse`;
  const folder = join(CACHE, 'attack');
  mkdirSync(folder, { recursive: true });
  const log = join(folder, `${name}.log`);
  const extra = (await prepare?.({ url, folder })) ?? {};
  const files = join(folder, `files-${name}-${process.pid}`);
  const all = {
    ...CONNECTIONS,
    files_directory: files,
    // How full the machine's disk is says nothing about what is tested.
    files_max_disk_use: 100,
    database_url: databaseUrl(database),
    listen: `127.0.0.1:${port}`,
    server_url: url,
    ...settings,
    ...extra.settings,
  };
  if (!everStarted.has(name)) rmSync(log, { force: true });
  const output = openSync(log, 'a');
  const program = isProduct ? binary('TOUCHSTONE_BIN', 'debug/touchstone') : binary();
  if (hasAdministrator && !everStarted.has(name)) await createAdministrator(program, environment(all));
  const child = spawn(program, ['serve'], { env: environment(all), stdio: ['ignore', output, output] });
  const ended = once(child, 'close').catch(() => undefined);
  const pool = new pg.Pool({ connectionString: databaseUrl(database), max: 2 });
  pool.on('error', () => {});
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
    await pool.end();
    await extra.stop?.();
    rmSync(files, { recursive: true, force: true });
  };
  const restart = async () => {
    await stop();
    started.set(name, start(name));
    return started.get(name);
  };
  running.set(name, { child, stop });
  await untilHealthy(url, child, log);
  const attacked = new Attacked({ name, url, keys: KEYS, child, pool, log, isBehindProxy, isProxyUnnamed, restart, files, ...extra.offers });
  running.get(name).attacked = attacked;
  everStarted.set(name, [...(everStarted.get(name) ?? []), attacked]);
  return attacked;
}

/** The server of this configuration, started on first use. */
export function server(name) {
  if (!configurations[name]) throw new Error(`no server is named ${name}`);
  if (!started.has(name)) started.set(name, start(name));
  return started.get(name);
}

/** A row is about to use this server. */
export function hold(name) {
  holders.set(name, (holders.get(name) ?? 0) + 1);
}

/** A row is done with these servers; those that few rows need do not wait for the next. */
export async function release(names) {
  for (const name of names) {
    holders.set(name, holders.get(name) - 1);
    if (!configurations[name].isBrief || holders.get(name) > 0) continue;
    await started.get(name)?.catch(() => undefined);
    started.delete(name);
    const stopping = running.get(name)?.stop;
    running.delete(name);
    await stopping?.();
  }
}

/** Every server that has been started must still be the process it was, answer, and not have panicked. */
export async function bystanders() {
  for (const [name, { child, attacked }] of running) {
    if (!attacked) continue;
    assert.equal(child.exitCode ?? child.signalCode, null, `the server ${name} has died`);
    const answer = await fetch(`${attacked.url}/ready`, { signal: AbortSignal.timeout(5000) });
    assert.equal(answer.status, 200, `the server ${name} is not healthy any more`);
    attacked.complain();
  }
}

/** Every server that was started, for the rows that look at what the suite has left behind. */
export function everyServer() {
  return [...everStarted.values()].flat();
}

/** What is worth knowing at the end beside the rows. */
export function suspicions() {
  return [...running.values()].flatMap(({ attacked }) => attacked?.suspicions() ?? []);
}

export async function stopAll() {
  await Promise.allSettled(started.values());
  await Promise.all([...running.values()].map(({ stop }) => stop()));
  running.clear();
  for (const database of databases.keys()) await dropDatabase(database);
}

/** Runs the binary until it ends by itself, and says how; for starts that must be refused. */
export async function runToEnd(args, settings, withinMs = 20_000) {
  const child = spawn(binary(), args, { env: environment(settings), stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk));
  const timer = setTimeout(() => child.kill('SIGKILL'), withinMs);
  const [code, signal] = await once(child, 'close');
  clearTimeout(timer);
  return { code, isRunning: signal === 'SIGKILL', output };
}
