// Databases, folders and servers of a run, and the commands of the binary on them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { KEYS } from '../harness/configurations.mjs';
import { createEmptyDatabase, databaseName, databaseUrl, dropDatabase } from '../harness/database.mjs';
import { CACHE, binary, freePort, untilHealthy } from '../harness/launch.mjs';
import { wire } from '../harness/wire.mjs';

mkdirSync(CACHE, { recursive: true });
/** Everything of this run that is a file. */
export const FOLDER = mkdtempSync(join(CACHE, 'backup-'));

const SETTINGS = {
  PROFILE: 'product',
  PROGRAMME_ACCESS: 'open',
  APPLICATION_ID: KEYS.appId,
  MASTER_KEY: KEYS.masterKey,
  // Everybody calls from one machine.
  RATE_LIMIT_DEFAULTS: 'false',
  FILES_MAX_DISK_USE: '100',
};

/** The most memory a process had, in megabytes; looked up while it runs. */
function peakOf(pid) {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** A database with a folder of files, and a server on them where one is started. */
export class Site {
  #child;
  #database;
  #role;

  /** With `isPoor`, the server has a role of its own with the rights that docs/operations.md asks for, and no others. */
  static async open(name, { isPoor = false } = {}) {
    const site = new Site();
    site.name = name;
    site.#database = databaseName(`backup_${name}`);
    await createEmptyDatabase(site.#database);
    site.files = join(FOLDER, name, 'files');
    mkdirSync(site.files, { recursive: true });
    site.database = databaseUrl(site.#database);
    site.pool = new pg.Pool({ connectionString: site.database, max: 4 });
    site.pool.on('error', () => {});
    if (isPoor) site.database = await site.#impoverish();
    const port = await freePort();
    site.url = `http://127.0.0.1:${port}/parse`;
    site.send = wire(site.url);
    const own = { ...SETTINGS, DATABASE_URL: site.database, FILES_DIRECTORY: site.files, LISTEN: `127.0.0.1:${port}`, SERVER_URL: site.url };
    const named = Object.entries(own).map(([key, value]) => [`TOUCHSTONE_${key}`, value]);
    site.environment = { ...process.env, ...Object.fromEntries(named) };
    return site;
  }

  /** Makes the role, and gives the address with it. */
  async #impoverish() {
    this.#role = `${this.#database}_role`;
    await this.sql(`create role ${this.#role} login;
      revoke all on database ${this.#database} from public;
      grant connect, create on database ${this.#database} to ${this.#role};
      grant usage, create on schema public to ${this.#role}`);
    const url = new URL(this.database);
    url.username = this.#role;
    return url.href;
  }

  async serve() {
    const log = join(FOLDER, `${this.name}.log`);
    const output = openSync(log, 'a');
    this.#child = spawn(binary(false), ['serve'], { env: this.environment, stdio: ['ignore', output, output] });
    closeSync(output);
    await untilHealthy(this.url, this.#child, log);
  }

  async stop() {
    if (this.#child === undefined) return;
    const ended = once(this.#child, 'close');
    this.#child.kill('SIGTERM');
    await ended;
    this.#child = undefined;
  }

  /** Runs a command of the binary: how it ended, what it said, how long it took and how much memory it had. */
  async run(...args) {
    const began = performance.now();
    const child = spawn(binary(false), args, { env: this.environment, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    let answer = '';
    child.stderr.on('data', chunk => (said += chunk));
    child.stdout.on('data', chunk => (answer += chunk));
    let peak = 0;
    const look = setInterval(() => (peak = Math.max(peak, peakOf(child.pid))), 20);
    const [code] = await once(child, 'close');
    clearInterval(look);
    return { code, said, answer, seconds: (performance.now() - began) / 1000, peak };
  }

  /** The same for one that must end well. */
  async done(...args) {
    const ran = await this.run(...args);
    if (ran.code !== 0) throw new Error(`touchstone ${args.join(' ')} ended with ${ran.code}: ${ran.said.slice(-2000)}`);
    return ran;
  }

  async sql(text, values) {
    return (await this.pool.query(text, values)).rows;
  }

  async close() {
    await this.stop();
    if (this.#role) await this.sql(`drop owned by ${this.#role}; drop role ${this.#role}`);
    await this.pool.end();
    await dropDatabase(this.#database);
  }
}

export function removeFolder() {
  rmSync(FOLDER, { recursive: true, force: true });
}
