// Starts one server of the target on a fresh database and a free port, and takes both away again.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { built } from './built.mjs';
import { configurations, optionsOf, touchstoneEnvironment } from './configurations.mjs';
import { openPostOffice } from './post-office.mjs';
import { createAdministrator, openProgramme, signedIn } from './programme.mjs';
import { isReady } from './ready.mjs';
import { wire } from './wire.mjs';
import { createDatabase, databaseName, databaseUrl, dropDatabase } from './database.mjs';

export const TARGETS = ['touchstone', 'parse-server'];
export const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'touchstone');
const READY_WITHIN_MS = 60_000;

export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}

export function binary(cloud) {
  const [variable, path] = cloud
    ? ['TOUCHSTONE_CLOUD_BIN', 'debug/examples/cloud']
    : ['TOUCHSTONE_BIN', 'debug/touchstone'];
  const found = process.env[variable] ?? built(path);
  if (!existsSync(found)) {
    throw new Error(
      `no server binary at ${found}; run just release, set ${variable}, or use TARGET=parse-server`
    );
  }
  return found;
}

/** One for the run; cases find its counter in CONFORMANCE_POST_COUNTER. */
let postOffice;
async function post() {
  postOffice ??= openPostOffice();
  const office = await postOffice;
  process.env.CONFORMANCE_POST_COUNTER = office.counter;
  return office;
}

/** What a server needs to send mail, beside its address. */
async function mailOptions(target, url) {
  const { smtp, counter } = await post();
  const both = { appName: 'Conformance', publicServerURL: url };
  return target === 'touchstone'
    ? { ...both, smtpUrl: smtp, mailFrom: 'Conformance <no-reply@conformance.example>' }
    : { ...both, post: counter };
}

function command(target, { options, cloud, port, url, database, folder }) {
  if (target === 'touchstone') {
    const settings = {
      TOUCHSTONE_PROFILE: 'parse',
      TOUCHSTONE_MIXED_FLEET: process.env.TOUCHSTONE_MIXED_FLEET ?? 'false',
      ...touchstoneEnvironment(options),
      TOUCHSTONE_DATABASE_URL: databaseUrl(database),
      TOUCHSTONE_OUTGOING_ALLOWED_NETWORKS: '127.0.0.0/8',
      TOUCHSTONE_FILES_DIRECTORY: join(folder, 'files'),
      // How full the machine's disk is says nothing about what is tested.
      TOUCHSTONE_FILES_MAX_DISK_USE: '100',
      TOUCHSTONE_LISTEN: `127.0.0.1:${port}`,
      TOUCHSTONE_MOUNT_PATH: '/parse',
      TOUCHSTONE_SERVER_URL: url,
    };
    return { file: binary(cloud), args: ['serve'], environment: settings };
  }
  const settings = { ...options, databaseURI: databaseUrl(database), serverURL: url, port, cloud };
  return {
    file: process.execPath,
    args: [join(import.meta.dirname, 'parse-server.mjs')],
    environment: { PARSE_SERVER_OPTIONS: JSON.stringify(settings) },
  };
}

export async function untilHealthy(url, child, log) {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) break;
    if (await isReady(url)) return;
    await pause(25);
  }
  const fate = child.exitCode === null ? 'did not become healthy' : `ended with ${child.exitCode}`;
  throw new Error(`the server ${fate}; its log, ${log}, says:\n${readFileSync(log, 'utf8').slice(-3000)}`);
}

const running = new Set();

/** Ends every server that was launched, ready or not, and drops its database. */
export async function stopAll() {
  await Promise.all([...running].map(stop => stop()));
}

/** Runs the server's command, its output appended to `log`; `url` must answer before it is given back. */
async function run({ file, args, environment, folder, log, url }) {
  const output = openSync(log, 'a');
  const child = spawn(file, args, { cwd: folder, env: { ...process.env, ...environment }, stdio: ['ignore', output, output] });
  closeSync(output);
  const ended = once(child, 'close').catch(() => undefined);
  const end = async signal => {
    child.kill(signal);
    await ended;
  };
  return { end, ready: () => untilHealthy(url, child, log) };
}

/** A server of the target and what a case may do to it: its address, its database, and another start of it. */
export async function launchServer(target, name) {
  const { cloud = false, mail = false, programme = false } = configurations[name] ?? {};
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/parse`;
  const options = { ...optionsOf(name), ...(mail && (await mailOptions(target, url))) };
  const database = databaseName(name);
  mkdirSync(join(CACHE, 'conformance'), { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'conformance', 'files-'));
  const log = join(CACHE, 'conformance', `${target}-${name}.log`);
  rmSync(log, { force: true });
  const server = { ...command(target, { options, cloud, port, url, database, folder }), folder, log, url };

  await createDatabase(database);
  if (programme) await createAdministrator(server.file, { ...process.env, ...server.environment });
  let current = await run(server);
  const stop = async () => {
    running.delete(stop);
    await current.end('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
    await dropDatabase(database);
  };
  running.add(stop);
  await current.ready();
  if (programme) await openProgramme(await signedIn(wire(url)));
  return {
    url,
    database: databaseUrl(database),
    end: signal => current.end(signal),
    async start() {
      current = await run(server);
      await current.ready();
    },
  };
}

/** Returns the address of the server once it answers its health check. */
export async function launch(target, name) {
  return (await launchServer(target, name)).url;
}
