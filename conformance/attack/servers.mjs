// Starts the servers under attack, each on first use, and watches that they survive.
import assert from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { CACHE, binary } from '../harness/built.mjs';
import { freshDatabase } from '../harness/site.mjs';
import { Node, environmentOf } from '../harness/node.mjs';
import { createAdministrator } from '../harness/programme.mjs';
import { runToEnd } from '../harness/run-to-end.mjs';
import { KEYS, configurations } from './configurations.mjs';
import { Attacked } from './attacked.mjs';

const FOLDER = join(CACHE, 'attack');

// Enough for the rows, and few enough for all servers of the run to share one PostgreSQL.
const CONNECTIONS = { database_connections: 27 };

const databases = new Map();
const running = new Map();
const started = new Map();
const holders = new Map();
const everStarted = new Map();

function databaseFor(name) {
  const owner = configurations[name].sharesDatabaseOf ?? name;
  if (!databases.has(owner)) databases.set(owner, freshDatabase(`attack_${owner}`));
  return databases.get(owner);
}

async function start(name) {
  const { settings, isBehindProxy = false, isProxyUnnamed = false, isProduct = false, hasAdministrator = false, prepare } = configurations[name];
  const { url: database_url } = await databaseFor(name);
  mkdirSync(FOLDER, { recursive: true });
  const files = join(FOLDER, `files-${name}-${process.pid}`);
  // The disk of this machine is not what is tested.
  const common = { ...CONNECTIONS, files_directory: files, files_max_disk_use: 100, database_url, ...settings };
  const node = await Node.prepare(name, FOLDER, common, { file: binary(!isProduct) });
  const { url, log } = node;
  const extra = (await prepare?.({ url, folder: FOLDER })) ?? {};
  Object.assign(node.environment, environmentOf(extra.settings ?? {}));
  if (!everStarted.has(name)) {
    rmSync(log, { force: true });
    if (hasAdministrator) await createAdministrator(node.file, node.environment);
  }
  const pool = new pg.Pool({ connectionString: database_url, max: 2 });
  pool.on('error', () => {});
  const stop = async () => {
    await node.kill();
    await pool.end();
    await extra.stop?.();
    rmSync(files, { recursive: true, force: true });
  };
  const restart = async () => {
    await stop();
    started.set(name, start(name));
    return started.get(name);
  };
  running.set(name, { node, stop });
  await node.start();
  const attacked = new Attacked({ name, url, keys: KEYS, process: node, pool, log, isBehindProxy, isProxyUnnamed, restart, files, ...extra.offers });
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
  for (const [name, { node, attacked }] of running) {
    if (!attacked) continue;
    assert.ok(node.isRunning, `the server ${name} has died`);
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
  for (const database of databases.values()) await (await database).drop();
}

/** Runs the binary with these settings until it ends, for starts that must be refused. */
export async function runWith(settings) {
  const { code, isKilled, said, answer } = await runToEnd(binary(true), ['serve'], { env: environmentOf(settings), withinMs: 20_000 });
  return { code, isRunning: isKilled, output: answer + said };
}
