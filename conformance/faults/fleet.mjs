// Three nodes of the product on one database, with a Redis that is reached by a proxy; and people who use them.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { crowd } from '../crash/crowd.mjs';
import { KEYS } from '../harness/configurations.mjs';
import { createDatabase, databaseName, databaseUrl, dropDatabase } from '../harness/database.mjs';
import { CACHE, binary } from '../harness/launch.mjs';
import { ADMINISTRATOR, createAdministrator, openProgramme, signedIn } from '../harness/programme.mjs';
import { Node } from './node.mjs';
import { closed, toClose } from './open.mjs';
import { Proxy } from './proxy.mjs';
import { Redis } from './redis.mjs';
import { ORIGIN } from './wallet.mjs';

/** A function that nobody works with, and how often a session may call it. */
export const LIMIT = { requestPath: '/functions/programme', requestCount: 20 };

const SETTINGS = {
  PROFILE: 'product',
  PROGRAMME_ACCESS: 'open',
  APPLICATION_ID: KEYS.appId,
  MASTER_KEY: KEYS.masterKey,
  // Everybody calls from one machine, and all of them at once.
  RATE_LIMIT_DEFAULTS: 'false',
  RATE_LIMIT: JSON.stringify({ ...LIMIT, requestTimeWindow: 3_600_000, zone: 'session', includeInternalRequests: true }),
  MAX_IN_FLIGHT: 2000,
  MAX_CONNECTIONS: 20_000,
  LIVE_QUERY_CLASS_NAMES: 'Fault.*',
  LIVE_QUERY_MAX_SOCKETS_PER_ADDRESS: -1,
  // How full the machine's disk is says nothing about what is tested.
  FILES_MAX_DISK_USE: 100,
  WALLET_ORIGINS: ORIGIN,
  PIPELINED_CONNECTIONS: 2,
  CLIENT_QUERY_CONNECTIONS: 2,
  WRITE_CONNECTIONS: 3,
  TRANSACTION_CONNECTIONS: 6,
};

let opened = 0;

/** A fresh database on the project's own PostgreSQL. */
async function sharedDatabase() {
  const name = databaseName(`faults_${String.fromCodePoint(97 + (opened % 26))}`);
  await createDatabase(name);
  return { url: databaseUrl(name), drop: () => dropDatabase(name) };
}

const PUBLIC = { '*': true };
const OPEN = { find: PUBLIC, count: PUBLIC, get: PUBLIC, create: PUBLIC, update: PUBLIC, delete: PUBLIC, addField: {} };

export class Fleet {
  #folder;
  #guests = 0;
  /** Set where something failed: then the logs are worth reading. */
  keepsLogs = false;

  /**
   * Opens a fleet with so many testers, of whom each has a session: three nodes on a database of the project's own
   * PostgreSQL and with a Redis, unless told otherwise. `database` is `{ url, watched, drop() }`: where nodes go, and
   * where what they did is looked up.
   */
  static async open(people, { names = ['one', 'two', 'three'], database, hasRedis = true, settings = {} } = {}) {
    const fleet = new Fleet();
    fleet.#folder = join(CACHE, 'faults', `${process.pid}-${(opened += 1)}`);
    toClose(fleet);
    try {
      await fleet.#furnish(people, { names, database: database ?? (await sharedDatabase()), hasRedis, settings });
    } catch (error) {
      await fleet.close();
      throw error;
    }
    return fleet;
  }

  async #furnish(people, { names, database, hasRedis, settings }) {
    mkdirSync(this.#folder, { recursive: true });
    this.database = database;
    if (hasRedis) {
      this.redis = await Redis.open(this.#folder);
      this.proxy = await Proxy.to(this.redis.port);
    }
    this.settings = {
      ...SETTINGS,
      DATABASE_URL: database.url,
      ...(hasRedis && { REDIS_URL: `redis://127.0.0.1:${this.proxy.port}` }),
      FILES_DIRECTORY: join(this.#folder, 'files'),
      ...settings,
    };
    this.nodes = await Promise.all(names.map(name => Node.prepare(name, this.#folder, this.settings)));
    this.pool = new pg.Pool({ connectionString: database.watched ?? database.url, max: 4 });
    this.pool.on('error', () => {});
    await createAdministrator(binary(false), this.nodes[0].environment);
    await this.nodes[0].start();
    await Promise.all(this.nodes.slice(1).map(node => node.start()));
    const { send } = this.nodes[0];
    await openProgramme(await signedIn(send));
    const { body } = await send('POST', '/login', { body: ADMINISTRATOR });
    this.keeper = { id: body.objectId, token: body.sessionToken };
    this.people = await crowd({ send, sql: (text, values) => this.sql(text, values) }, people);
  }

  /** One more node on the same database, with settings of its own; it is no part of `up`, and whoever asked ends it. */
  guest(settings = {}) {
    return Node.prepare(`guest-${(this.#guests += 1)}`, this.#folder, { ...this.settings, ...settings });
  }

  /** The same fleet as somebody sees it who can only reach these nodes. */
  seenThrough(nodes) {
    return Object.create(this, { up: { get: () => nodes.filter(({ isUp = true }) => isUp) } });
  }

  get folder() {
    return this.#folder;
  }

  /** The nodes that are meant to run. */
  get up() {
    return this.nodes.filter(({ isUp }) => isUp);
  }

  async sql(text, values) {
    return (await this.pool.query(text, values)).rows;
  }

  /** Asks any node with the master key, for what must work. */
  async operate(method, path, body, node = this.up[0]) {
    const answer = await node.send(method, path, { key: 'master', body });
    if (answer.status >= 300) throw new Error(`${method} ${path} was answered ${answer.status} ${answer.text}`);
    return answer.body;
  }

  /** A class with these fields, open to all unless told otherwise. */
  async classWith(className, fields, clp = {}) {
    const typed = Object.fromEntries(Object.entries(fields).map(([field, type]) => [field, { type }]));
    await this.operate('POST', `/schemas/${className}`, { className, fields: typed, classLevelPermissions: { ...OPEN, ...clp } });
    return className;
  }

  /** Every node that should run runs, and none has panicked. */
  look() {
    for (const node of this.nodes) node.look();
  }

  async startMissing() {
    await Promise.all(this.nodes.filter(({ isUp }) => !isUp).map(node => node.start()));
  }

  async close() {
    if (this.isClosed) return;
    this.isClosed = true;
    for (const node of this.nodes ?? []) await node.kill().catch(() => {});
    this.proxy?.close();
    await this.redis?.close();
    await this.pool?.end();
    await this.database?.drop();
    closed(this);
    if (!this.keepsLogs) rmSync(this.#folder, { recursive: true, force: true });
  }
}
