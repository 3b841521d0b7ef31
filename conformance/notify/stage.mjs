// One or two nodes of the product on one database, every channel configured, and a stand-in for every service outside.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { Node } from '../faults/node.mjs';
import { KEYS } from '../harness/configurations.mjs';
import { createDatabase, databaseName, databaseUrl, dropDatabase } from '../harness/database.mjs';
import { CACHE, binary } from '../harness/launch.mjs';
import { createAdministrator, openProgramme, signedIn } from '../harness/programme.mjs';
import { Services } from './services.mjs';

const SETTINGS = {
  PROFILE: 'product',
  PROGRAMME_ACCESS: 'open',
  APPLICATION_ID: KEYS.appId,
  MASTER_KEY: KEYS.masterKey,
  // Everybody calls from one machine.
  RATE_LIMIT_DEFAULTS: 'false',
  MAX_IN_FLIGHT: 2000,
  FILES_MAX_DISK_USE: 100,
  // The stand-ins are on this machine.
  OUTGOING_ALLOWED_NETWORKS: '127.0.0.0/8',
  MAIL_FROM: 'Touchstone <no-reply@touchstone.test>',
  VERIFY_USER_EMAILS: 'false',
  PIPELINED_CONNECTIONS: 2,
  CLIENT_QUERY_CONNECTIONS: 2,
  WRITE_CONNECTIONS: 3,
  TRANSACTION_CONNECTIONS: 6,
};

export class Stage {
  #database = databaseName('notify');
  #folder = join(CACHE, 'notify', `${process.pid}`);
  #turn = 0;
  /** Set where something failed: then the logs are worth reading. */
  keepsLogs = false;

  static async open() {
    const stage = new Stage();
    try {
      await stage.#furnish();
    } catch (error) {
      await stage.close();
      throw error;
    }
    return stage;
  }

  async #furnish() {
    mkdirSync(this.#folder, { recursive: true });
    await createDatabase(this.#database);
    this.services = await Services.open();
    const settings = {
      ...SETTINGS,
      ...this.services.settings,
      // Sessions here come from the master key and outlast a fresh sign-in.
      FRESH_SIGN_IN: '0',
      DATABASE_URL: databaseUrl(this.#database),
      FILES_DIRECTORY: join(this.#folder, 'files'),
    };
    this.nodes = await Promise.all(['one', 'two'].map(name => Node.prepare(name, this.#folder, settings)));
    this.pool = new pg.Pool({ connectionString: databaseUrl(this.#database), max: 4, application_name: 'notify' });
    this.pool.on('error', () => {});
    await createAdministrator(binary(false), this.nodes[0].environment);
    await this.nodes[0].start();
    await openProgramme(await signedIn(this.nodes[0].send));
    this.startedAt = Date.now();
  }

  get folder() {
    return this.#folder;
  }

  /** The address of the application. */
  get origin() {
    return new URL(this.nodes[0].url).origin;
  }

  get up() {
    return this.nodes.filter(node => node.isUp);
  }

  /** The nodes take turns. */
  get node() {
    this.#turn += 1;
    return this.up[this.#turn % this.up.length];
  }

  async sql(text, values) {
    return (await this.pool.query(text, values)).rows;
  }

  /** Calls a function as a person, who must be answered. */
  async run(who, name, params = {}, node = this.node) {
    const { status, text, body } = await node.send('POST', `/functions/${name}`, { token: who.token, body: params });
    if (status !== 200) throw new Error(`${name} was answered ${status} ${text}`);
    return body.result;
  }

  /** The secrets of services that stand in a log, by their beginning. */
  secretsInLogs() {
    const said = this.nodes.filter(node => existsSync(node.log)).map(node => readFileSync(node.log, 'utf8')).join('\n');
    return this.services.secrets().filter(secret => said.includes(secret)).map(secret => `${secret.slice(0, 6)}…`);
  }

  async close() {
    await Promise.all((this.nodes ?? []).map(node => node.kill().catch(() => {})));
    await this.services?.close();
    await this.pool?.end();
    await dropDatabase(this.#database);
    if (!this.keepsLogs) rmSync(this.#folder, { recursive: true, force: true });
  }
}
