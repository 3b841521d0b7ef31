// Three nodes of the product on one database, with a Redis that is reached by a proxy; and people who use them.
import { join } from 'node:path';
import { CACHE } from '../harness/built.mjs';
import { Site, freshDatabase } from '../harness/site.mjs';
import { closed, toClose } from './open.mjs';
import { Proxy } from './proxy.mjs';
import { Redis } from './redis.mjs';
import { ORIGIN } from './wallet.mjs';

/** An unused function, and how often a session may call it. */
export const LIMIT = { requestPath: '/functions/programme', requestCount: 20 };

/** How long a caller waits for an answer before it counts as lost. */
const PATIENCE_MS = 10_000;

const SETTINGS = {
  RATE_LIMIT: JSON.stringify({ ...LIMIT, requestTimeWindow: 3_600_000, zone: 'session', includeInternalRequests: true }),
  MAX_CONNECTIONS: 20_000,
  LIVE_QUERY_CLASS_NAMES: 'Fault.*',
  WALLET_ORIGINS: ORIGIN,
  WALLET_FAMILIES: 'evm, solana',
  DATABASE_CONNECTIONS: 28,
};

let opened = 0;

const PUBLIC = { '*': true };
const OPEN = { find: PUBLIC, count: PUBLIC, get: PUBLIC, create: PUBLIC, update: PUBLIC, delete: PUBLIC, addField: {} };

export class Fleet extends Site {
  #guests = 0;

  /**
   * A fleet with so many testers, of whom each has a session: three nodes on a database of the project's own PostgreSQL
   * and with a Redis, unless told otherwise. `database` is as a site takes it.
   */
  async furnish(people, { names = ['one', 'two', 'three'], database, hasRedis = true, settings = {}, file } = {}) {
    opened += 1;
    this.folder = join(CACHE, 'faults', `${process.pid}-${opened}`);
    this.database = database;
    toClose(this);
    if (hasRedis) {
      this.redis = await Redis.open(this.folder);
      this.proxy = await Proxy.to(this.redis.port);
    }
    await super.furnish('faults', {
      names,
      database: database ?? (await freshDatabase(`faults_${String.fromCodePoint(97 + (opened % 26))}`)),
      folder: this.folder,
      settings: { ...SETTINGS, ...(hasRedis && { REDIS_URL: `redis://127.0.0.1:${this.proxy.port}` }), ...settings },
      patienceMs: PATIENCE_MS,
      file,
    });
    await this.start();
    await this.openProgramme(people);
  }

  /** One more node on the same database, with settings of its own; it is not part of `up`, and the caller ends it. */
  guest(settings = {}) {
    return this.prepare(`guest-${(this.#guests += 1)}`, settings);
  }

  /** The same fleet as a client sees it that can only reach these nodes. */
  seenThrough(nodes) {
    return Object.create(this, { up: { get: () => nodes.filter(({ isUp = true }) => isUp) } });
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

  async startMissing() {
    await Promise.all(this.nodes.filter(({ isUp }) => !isUp).map(node => node.start()));
  }

  async close() {
    if (this.isClosed) return;
    this.isClosed = true;
    this.proxy?.close();
    await this.redis?.close();
    await super.close();
    closed(this);
  }
}
