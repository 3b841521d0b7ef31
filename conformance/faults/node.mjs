// One node of the fleet: a process that can be killed, ended and started again on the same port.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { binary, freePort, untilHealthy } from '../harness/launch.mjs';
import { wire } from '../harness/wire.mjs';

/** How long a caller waits for an answer before it counts as lost. */
const PATIENCE_MS = 10_000;

export class Node {
  #child;
  #environment;
  isUp = false;
  /** A program, with its arguments, that the node is started through. */
  through = [];

  static async prepare(name, folder, settings) {
    const node = new Node();
    node.name = name;
    node.port = await freePort();
    node.url = `http://127.0.0.1:${node.port}/parse`;
    node.log = join(folder, `${name}.log`);
    const own = { ...settings, LISTEN: `127.0.0.1:${node.port}`, SERVER_URL: node.url };
    const others = Object.entries(process.env).filter(([key]) => !key.startsWith('TOUCHSTONE_'));
    node.#environment = Object.fromEntries([...others, ...Object.entries(own).map(([key, value]) => [`TOUCHSTONE_${key}`, `${value}`])]);
    const send = wire(node.url);
    node.send = (method, path, options) => send(method, path, { signal: AbortSignal.timeout(PATIENCE_MS), ...options });
    return node;
  }

  /** Sets variables of the environment that are no settings. */
  set outside(variables) {
    Object.assign(this.#environment, variables);
  }

  get environment() {
    return this.#environment;
  }

  get pid() {
    return this.#child.pid;
  }

  async start() {
    const output = openSync(this.log, 'a');
    const [file, ...args] = [...this.through, binary(false), 'serve'];
    this.#child = spawn(file, args, { env: this.#environment, stdio: ['ignore', output, output] });
    await untilHealthy(this.url, this.#child, this.log);
    this.isUp = true;
  }

  async #signal(name) {
    this.isUp = false;
    if (!this.#child || this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'close');
    this.#child.kill(name);
    await ended;
  }

  /** Ends the process as a power cut would. */
  kill() {
    return this.#signal('SIGKILL');
  }

  /** Asks it to end, as an operator does. */
  end() {
    return this.#signal('SIGTERM');
  }

  /** What the process ended with. */
  get exitCode() {
    return this.#child.exitCode;
  }

  /** It is still the process that was started, and has not panicked. */
  look() {
    const died = this.isUp && (this.#child.exitCode !== null || this.#child.signalCode !== null);
    if (died) throw new Error(`${this.name} has died; its log ${this.log} ends\n${readFileSync(this.log, 'utf8').slice(-1500)}`);
    if (/panicked at|it panicked/.test(readFileSync(this.log, 'utf8'))) throw new Error(`${this.name} has panicked; see ${this.log}`);
  }

  /** Memory it holds, in MiB. */
  get memory() {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.pid}/status`, 'utf8'))[1]) / 1024;
  }
}
