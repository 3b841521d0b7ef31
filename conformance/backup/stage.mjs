// Databases, folders and servers of a run, and the commands of the binary on them.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE } from '../harness/built.mjs';
import { createEmptyDatabase } from '../harness/database.mjs';
import { runToEnd, runWell } from '../harness/run-to-end.mjs';
import { Site as ProductSite, freshDatabase } from '../harness/site.mjs';

mkdirSync(CACHE, { recursive: true });
/** Everything of this run that is a file. */
export const FOLDER = mkdtempSync(join(CACHE, 'backup-'));

/** A database with a folder of files, and a server on them if it is started. */
export class Site extends ProductSite {
  #role;
  keepsLogs = true;

  /** With `isPoor`, the role of the server has only the rights that the installation guide asks for. */
  async furnish(name, { isPoor = false } = {}) {
    const database = await freshDatabase(`backup_${name}`, createEmptyDatabase);
    await super.furnish('backup', { names: [name], database, folder: join(FOLDER, name) });
    this.files = this.settings.FILES_DIRECTORY;
    mkdirSync(this.files, { recursive: true });
    if (isPoor) await this.#impoverish(database);
  }

  /** Creates the role, with which the server connects from now on. */
  async #impoverish({ name, url }) {
    this.#role = `${name}_role`;
    await this.sql(`create role ${this.#role} login;
      revoke all on database ${name} from public;
      grant connect, create on database ${name} to ${this.#role};
      grant usage, create on schema public to ${this.#role}`);
    this.environment.TOUCHSTONE_DATABASE_URL = Object.assign(new URL(url), { username: this.#role }).href;
  }

  get environment() {
    return this.nodes[0].environment;
  }

  set environment(variables) {
    this.nodes[0].environment = variables;
  }

  serve() {
    return this.nodes[0].start();
  }

  stop() {
    return this.nodes[0].end();
  }

  /** Runs a command of the binary. */
  run(...args) {
    return runToEnd(this.nodes[0].file, args, { env: this.environment });
  }

  /** The same for one that must succeed. */
  done(...args) {
    return runWell(this.nodes[0].file, args, { env: this.environment });
  }

  async close() {
    await this.stop();
    if (this.#role) await this.sql(`drop owned by ${this.#role}; drop role ${this.#role}`);
    await super.close();
  }
}

export function removeFolder() {
  rmSync(FOLDER, { recursive: true, force: true });
}
