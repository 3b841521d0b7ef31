// One or two nodes of the product on one database, every channel configured, and a stand-in for every service outside.
import { existsSync, readFileSync } from 'node:fs';
import { call } from '../harness/programme.mjs';
import { Site } from '../harness/site.mjs';
import { Services } from './services.mjs';

const SETTINGS = {
  // The stand-ins are on this machine.
  OUTGOING_ALLOWED_NETWORKS: '127.0.0.0/8',
  MAIL_FROM: 'Touchstone <no-reply@touchstone.test>',
  VERIFY_USER_EMAILS: 'false',
  // Sessions here come from the master key and outlast a fresh sign-in.
  FRESH_SIGN_IN: '0',
  DATABASE_CONNECTIONS: 28,
};

export class Stage extends Site {
  #turn = 0;

  async furnish() {
    this.services = await Services.open();
    await super.furnish('notify', { names: ['one', 'two'], settings: { ...SETTINGS, ...this.services.settings }, patienceMs: 10_000 });
    await this.start([this.nodes[0]]);
    await this.openProgramme();
    this.startedAt = Date.now();
  }

  /** The address of the application. */
  get origin() {
    return new URL(this.nodes[0].url).origin;
  }

  /** The nodes take turns. */
  get node() {
    this.#turn += 1;
    return this.up[this.#turn % this.up.length];
  }

  /** Calls a function as a person, which must succeed. */
  run(who, name, params, node = this.node) {
    return call(node.send, who, name, params);
  }

  /** The first letters of each secret of a service that is in a log. */
  secretsInLogs() {
    const said = this.nodes.filter(node => existsSync(node.log)).map(node => readFileSync(node.log, 'utf8')).join('\n');
    return this.services.secrets().filter(secret => said.includes(secret)).map(secret => `${secret.slice(0, 6)}…`);
  }

  async close() {
    await Promise.all((this.nodes ?? []).map(node => node.kill()));
    await this.services?.close();
    await super.close();
  }
}
