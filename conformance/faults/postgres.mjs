// PostgreSQL servers of our own, which can be killed, frozen, filled up and damaged; the shared one is never touched.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, openSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../harness/free-port.mjs';
import { closed, toClose } from './open.mjs';

const run = promisify(execFile);
const BIN = '/usr/lib/postgresql/15/bin';
const ANSWERS_WITHIN_MS = 30_000;
const USER = 'touchstone';
const IS_ROOT = process.getuid() === 0;

/** PostgreSQL does not run as root, and no other user can enter root's home: so as Debian's own user, below /tmp. */
function asOwner(command, args) {
  return IS_ROOT ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', command, ...args]] : [command, args];
}

async function owner() {
  const { stdout } = await run('id', ['-u', 'postgres']);
  const group = await run('id', ['-g', 'postgres']);
  return [Number(stdout), Number(group.stdout)];
}

const program = (name, args, options) => run(...asOwner(join(BIN, name), args), { cwd: '/', ...options });

/** What a cluster is started with: small, and as safe as in production. */
const SETTINGS = [
  "listen_addresses = '127.0.0.1'", "unix_socket_directories = ''", 'max_connections = 80', 'shared_buffers = 64MB', 'fsync = on', 'full_page_writes = on',
  'max_wal_size = 256MB', 'timezone = UTC', 'jit = off', 'max_locks_per_transaction = 512', 'wal_level = replica', 'max_wal_senders = 6', 'hot_standby = on',
  'wal_keep_size = 256MB', "log_line_prefix = '%m [%p] '", 'restart_after_crash = on',
];

export class Postgres {
  #child;
  #folder;

  /** A cluster of its own. `folder` is where, if not below /tmp; `settings` are lines of postgresql.conf. */
  static async open({ settings = [], folder, from } = {}) {
    const server = new Postgres();
    server.#folder = folder ?? mkdtempSync(join(tmpdir(), 'touchstone-faults-'));
    server.isOurFolder = folder === undefined;
    toClose(server);
    if (IS_ROOT) chownSync(server.#folder, ...(await owner()));
    chmodSync(server.#folder, 0o700);
    server.data = join(server.#folder, 'data');
    server.port = await freePort();
    if (from) await program('pg_basebackup', ['-D', server.data, '-h', '127.0.0.1', '-p', `${from.port}`, '-U', USER, '-R', '-X', 'stream', '-c', 'fast']);
    else await program('initdb', ['-D', server.data, '-U', USER, '--auth=trust', '--locale=C.UTF-8', '--encoding=UTF8', '--no-instructions', '--data-checksums', '--no-sync']);
    writeFileSync(join(server.data, 'faults.conf'), `${[...SETTINGS, `port = ${server.port}`, ...settings].join('\n')}\n`);
    if (!from) {
      writeFileSync(join(server.data, 'postgresql.conf'), "include 'faults.conf'\n");
      writeFileSync(join(server.data, 'pg_hba.conf'), 'host all all 127.0.0.1/32 trust\nhost replication all 127.0.0.1/32 trust\n');
    }
    if (IS_ROOT) for (const file of ['faults.conf', 'postgresql.conf', 'pg_hba.conf']) chownSync(join(server.data, file), ...(await owner()));
    await server.start();
    if (!from) await server.sql('create database touchstone');
    return server;
  }

  /** A streaming replica of this one, which calls itself by that name. */
  async standby(name) {
    return Postgres.open({ from: this, settings: [`primary_conninfo = 'host=127.0.0.1 port=${this.port} user=${USER} application_name=${name}'`, 'hot_standby = on'] });
  }

  urlAt(port) {
    return `postgres://${USER}@127.0.0.1:${port}/touchstone`;
  }

  get url() {
    return this.urlAt(this.port);
  }

  get log() {
    return join(this.#folder, 'log');
  }

  /** Of the postmaster. */
  get pid() {
    return this.#child.pid;
  }

  get isRunning() {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  async start() {
    const deadline = Date.now() + ANSWERS_WITHIN_MS;
    while (Date.now() < deadline) {
      if (!this.isRunning) {
        // What a killed postmaster leaves behind must be gone first; until then the new one ends by itself.
        const output = openSync(this.log, 'a');
        this.#child = spawn(...asOwner(join(BIN, 'postgres'), ['-D', this.data]), { cwd: '/', stdio: ['ignore', output, output] });
        this.#child.on('error', () => {});
      }
      if (await this.sql('select 1', [], 'postgres').then(() => true, () => false)) return;
      await pause(100);
    }
    throw new Error(`the PostgreSQL in ${this.data} does not answer; its log ends\n${readFileSync(this.log, 'utf8').slice(-1500)}`);
  }

  /** One statement on a connection of its own. */
  async sql(text, values = [], database = text.startsWith('create database') ? 'postgres' : 'touchstone') {
    const client = new pg.Client({ connectionString: this.url.replace(/touchstone$/, database), connectionTimeoutMillis: 2000 });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query(text, values)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** Ends the postmaster as the kernel would; its children notice by themselves. */
  async kill() {
    if (!this.isRunning) return;
    const ended = once(this.#child, 'close');
    this.#child.kill('SIGKILL');
    await ended;
  }

  /** The processes of this server that are doing something, by what they call themselves. */
  processes(named) {
    const found = [];
    for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
      try {
        const parent = /\nPPid:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
        if (Number(parent) === this.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(named)) found.push(Number(pid));
      } catch {
        // It has ended meanwhile.
      }
    }
    return found;
  }

  /** What a node needs to know of it, as a database of its own; `port` may be that of a proxy in front. */
  asDatabase(port = this.port) {
    return { url: this.urlAt(port), watched: this.url, drop: () => this.close() };
  }

  async close() {
    if (this.isRunning) {
      const ended = once(this.#child, 'close');
      this.#child.kill('SIGQUIT');
      this.#child.kill('SIGCONT');
      await Promise.race([ended, pause(5000)]);
      await this.kill();
    }
    closed(this);
    if (this.isOurFolder && existsSync(this.#folder)) rmSync(this.#folder, { recursive: true, force: true });
  }
}
