// A cluster of PostgreSQL for one run, as an unprivileged user, gone when the run ends.
import { execFile } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { KEYS } from '../harness/configurations.mjs';
import { binary } from '../harness/built.mjs';
import { freePort } from '../harness/free-port.mjs';
import { environmentOf } from '../harness/node.mjs';

const run = promisify(execFile);
const IS_ROOT = process.getuid() === 0;
export const OWNER = 'postgres';

/** Runs a program as the owner of the cluster: PostgreSQL refuses root. */
export const asOwner = (file, ...args) =>
  IS_ROOT ? run('runuser', ['-u', OWNER, '--', file, ...args], { cwd: '/' }) : run(file, args, { cwd: '/' });

async function giveToOwner(path) {
  if (!IS_ROOT) return;
  const ids = await Promise.all(['-u', '-g'].map(flag => run('id', [flag, OWNER])));
  chownSync(path, ...ids.map(({ stdout }) => Number(stdout)));
}

export class Cluster {
  #bin;

  /** Makes the folder of one, to be started with the server programs in `bin`. */
  constructor(bin) {
    this.#bin = bin;
    this.folder = mkdtempSync(join(tmpdir(), 'touchstone-cluster-'));
    this.data = join(this.folder, 'data');
  }

  /** Makes folders of the owner's, beside the data. */
  async folders(...names) {
    for (const name of ['', 'data', 'log', ...names]) {
      mkdirSync(join(this.folder, name), { recursive: true });
      await giveToOwner(join(this.folder, name));
    }
    chmodSync(this.data, 0o700);
    this.port = await freePort();
  }

  /** Makes the cluster and starts it. */
  async make(settings = '') {
    await asOwner(join(this.#bin, 'initdb'), '-D', this.data, '-U', OWNER, '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale', 'C.UTF-8');
    const all = `port = ${this.port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '${this.folder}'\nshared_buffers = 32MB\n${settings}`;
    await asOwner('sh', '-c', `cat >>'${this.data}/postgresql.conf' <<'END'\n${all}END\n`);
    await this.start();
  }

  start() {
    return asOwner(join(this.#bin, 'pg_ctl'), '-D', this.data, '-l', join(this.folder, 'log', 'server'), '-w', '-t', '120', 'start');
  }

  stop(mode = 'fast') {
    return asOwner(join(this.#bin, 'pg_ctl'), '-D', this.data, '-m', mode, '-w', 'stop');
  }

  url(database) {
    return `postgres://${OWNER}@127.0.0.1:${this.port}/${database}`;
  }

  async asked(database, work) {
    const client = new pg.Client({ connectionString: this.url(database) });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  /** Runs a command of the binary on one of its databases. */
  touchstone(database, ...args) {
    const own = {
      PROFILE: 'product', APPLICATION_ID: KEYS.appId, MASTER_KEY: KEYS.masterKey, DATABASE_URL: this.url(database),
      FILES_DIRECTORY: join(this.folder, `files of ${database}`), SERVER_URL: 'http://127.0.0.1:1/parse', LOG: 'warn',
    };
    return run(binary(), args, { env: environmentOf(own), maxBuffer: 1 << 26 });
  }

  async remove() {
    await this.stop('immediate').catch(() => {});
    rmSync(this.folder, { recursive: true, force: true });
  }
}
