// Nodes of the product on one database and one folder, with a programme and testers.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { CACHE } from './built.mjs';
import { KEYS } from './configurations.mjs';
import { crowd } from './crowd.mjs';
import { createDatabase, databaseName, databaseUrl, dropDatabase } from './database.mjs';
import { Node } from './node.mjs';
import { call, createAdministrator, openProgramme, signIn } from './programme.mjs';

const SETTINGS = {
  PROFILE: 'product',
  PROGRAMME_ACCESS: 'open',
  APPLICATION_ID: KEYS.appId,
  MASTER_KEY: KEYS.masterKey,
  // All testers call from one machine, at the same time.
  LIMITS: 'parse',
  MAX_IN_FLIGHT: 2000,
  // The disk of this machine is not what is tested.
  FILES_MAX_DISK_USE: 100,
};

/** A fresh database on the project's own PostgreSQL. */
export async function freshDatabase(name, create = createDatabase) {
  const database = databaseName(name);
  await create(database);
  return { name: database, url: databaseUrl(database), drop: () => dropDatabase(database) };
}

export class Site {
  /** Set after a failure, so that the logs can be read. */
  keepsLogs = false;

  /** Opens a site by its method `furnish`. If that fails, everything that was opened is closed again. */
  static async open(...args) {
    const site = new this();
    try {
      await site.furnish(...args);
    } catch (error) {
      await site.close();
      throw error;
    }
    return site;
  }

  /**
   * Prepares nodes with these names; none is started. `database` is `{ url, watched, drop() }`: the address for nodes, and
   * another one for `sql`, if that differs. `file` is the binary, if it is not the one that was built.
   */
  async furnish(suite, { names = ['server'], settings = {}, database, folder = join(CACHE, suite, `${process.pid}`), file, patienceMs } = {}) {
    this.folder = folder;
    this.file = file;
    this.patienceMs = patienceMs;
    mkdirSync(folder, { recursive: true });
    this.database = database ?? (await freshDatabase(suite));
    this.settings = { ...SETTINGS, DATABASE_URL: this.database.url, FILES_DIRECTORY: join(folder, 'files'), ...settings };
    this.nodes = await Promise.all(names.map(name => this.prepare(name)));
    this.pool = new pg.Pool({ connectionString: this.database.watched ?? this.database.url, max: 4, application_name: suite });
    this.pool.on('error', () => {});
  }

  /** A node on this database, with more settings. */
  prepare(name, settings = {}) {
    return Node.prepare(name, this.folder, { ...this.settings, ...settings }, { file: this.file, patienceMs: this.patienceMs });
  }

  /** Creates the administrator and starts these nodes, the first one alone. */
  async start(nodes = this.nodes) {
    const [first, ...others] = nodes;
    await createAdministrator(first.file, first.environment);
    await first.start();
    await Promise.all(others.map(node => node.start()));
    this.keeper = await signIn(this.send);
  }

  /** Opens the programme, with so many testers who have a session. */
  async openProgramme(testers = 0) {
    this.builds = await openProgramme((name, params) => call(this.send, this.keeper, name, params));
    this.people = testers > 0 ? await crowd(this, testers) : [];
  }

  /** The address of the first node. */
  get url() {
    return this.nodes[0].url;
  }

  /** Sends a request to the first node. */
  send = (...request) => this.nodes[0].send(...request);

  /** The rows that a statement returns. */
  sql = async (text, values) => (await this.pool.query(text, values)).rows;

  /** The nodes that are meant to run. */
  get up() {
    return this.nodes.filter(({ isUp }) => isUp);
  }

  /** Fails if a node has died or panicked. */
  look() {
    for (const node of this.nodes) node.look();
  }

  async close() {
    await Promise.all((this.nodes ?? []).map(node => node.kill()));
    await this.pool?.end();
    await this.database?.drop();
    if (this.folder && !this.keepsLogs) rmSync(this.folder, { recursive: true, force: true });
  }
}
