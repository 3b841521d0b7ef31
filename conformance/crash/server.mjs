// One server that can be killed and started again on the same database and the same port.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { KEYS } from '../harness/configurations.mjs';
import { createDatabase, databaseName, databaseUrl, dropDatabase } from '../harness/database.mjs';
import { CACHE, binary, freePort, untilHealthy } from '../harness/launch.mjs';
import { createAdministrator } from '../harness/programme.mjs';
import { wire } from '../harness/wire.mjs';

const SETTINGS = {
  PROFILE: 'product',
  PROGRAMME_ACCESS: 'open',
  APPLICATION_ID: KEYS.appId,
  MASTER_KEY: KEYS.masterKey,
  // Everybody calls from one machine, and all of them at once.
  RATE_LIMIT_DEFAULTS: 'false',
  MAX_IN_FLIGHT: '2000',
};

export class Server {
  #child;
  #environment;
  #database = databaseName('crash');
  #folder = join(CACHE, 'crash');

  /** A server on an empty database, with an administrator. */
  static async open() {
    const server = new Server();
    await createDatabase(server.#database);
    mkdirSync(server.#folder, { recursive: true });
    const port = await freePort();
    server.url = `http://127.0.0.1:${port}/parse`;
    server.send = wire(server.url);
    server.pool = new pg.Pool({ connectionString: databaseUrl(server.#database), max: 4 });
    server.pool.on('error', () => {});
    const own = {
      ...SETTINGS,
      DATABASE_URL: databaseUrl(server.#database),
      FILES_DIRECTORY: join(server.#folder, 'files'),
      // How full the machine's disk is says nothing about what is tested.
      FILES_MAX_DISK_USE: '100',
      LISTEN: `127.0.0.1:${port}`,
      SERVER_URL: server.url,
    };
    const named = Object.entries(own).map(([key, value]) => [`TOUCHSTONE_${key}`, value]);
    server.#environment = { ...process.env, ...Object.fromEntries(named) };
    await createAdministrator(binary(false), server.#environment);
    await server.start();
    return server;
  }

  async start() {
    const log = join(this.#folder, 'server.log');
    const output = openSync(log, 'a');
    this.#child = spawn(binary(false), ['serve'], { env: this.#environment, stdio: ['ignore', output, output] });
    await untilHealthy(this.url, this.#child, log);
  }

  /** Ends the process as a power cut would: nothing is finished, nobody is told. */
  async kill() {
    const ended = once(this.#child, 'close');
    this.#child.kill('SIGKILL');
    await ended;
  }

  async sql(text, values) {
    return (await this.pool.query(text, values)).rows;
  }

  async close() {
    await this.kill().catch(() => {});
    await this.pool.end();
    await dropDatabase(this.#database);
  }
}
