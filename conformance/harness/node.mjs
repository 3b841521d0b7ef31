// One server process, which can be stopped and started again on the same port.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { binary } from './built.mjs';
import { freePort } from './free-port.mjs';
import { untilHealthy } from './ready.mjs';
import { memoryOf } from './run-to-end.mjs';
import { wire } from './wire.mjs';

/** Settings as environment variables. The settings of the shell that runs the suite are left out. */
export function environmentOf(settings) {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('TOUCHSTONE_'));
  const own = Object.entries(settings).map(([name, value]) => [`TOUCHSTONE_${name.toUpperCase()}`, `${value}`]);
  return Object.fromEntries([...others, ...own]);
}

export class Node {
  #child;
  /** Whether the process is meant to run. */
  isUp = false;
  /** A program and its arguments that the server is started through. */
  through = [];

  /**
   * Chooses a port and derives the environment; `start` starts the process. `settings` have no prefix. Requests by `send`
   * fail after `patienceMs`, if that is given.
   */
  static async prepare(name, folder, settings, { file = binary(), args = ['serve'], cwd, patienceMs } = {}) {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/parse`;
    const environment = environmentOf({ LISTEN: `127.0.0.1:${port}`, SERVER_URL: url, ...settings });
    const send = wire(url);
    const patiently = (method, path, options) => send(method, path, { signal: AbortSignal.timeout(patienceMs), ...options });
    return Object.assign(new Node(), {
      name, port, url, environment, file, args, cwd, log: join(folder, `${name}.log`), send: patienceMs ? patiently : send,
    });
  }

  async start() {
    const output = openSync(this.log, 'a');
    const [file, ...args] = [...this.through, this.file, ...this.args];
    this.#child = spawn(file, args, { cwd: this.cwd, env: this.environment, stdio: ['ignore', output, output] });
    closeSync(output);
    await untilHealthy(this.url, this.#child, this.log);
    this.isUp = true;
  }

  async #stop(signal) {
    this.isUp = false;
    if (!this.isRunning) return;
    const ended = once(this.#child, 'close');
    this.#child.kill(signal);
    await ended;
  }

  /** Ends the process as a power cut would. */
  kill() {
    return this.#stop('SIGKILL');
  }

  /** Asks the process to end, as an operator does. */
  end() {
    return this.#stop('SIGTERM');
  }

  /** Whether the process that was started still runs. */
  get isRunning() {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  get pid() {
    return this.#child.pid;
  }

  get exitCode() {
    return this.#child.exitCode;
  }

  /** The memory that the process holds, in MiB. */
  get memory() {
    return memoryOf(this.pid);
  }

  /** Fails if the process has died or panicked. */
  look() {
    const log = readFileSync(this.log, 'utf8');
    if (this.isUp && !this.isRunning) throw new Error(`${this.name} has died; its log ${this.log} ends with:\n${log.slice(-1500)}`);
    if (/panicked at|it panicked/.test(log)) throw new Error(`${this.name} has panicked; see ${this.log}`);
  }
}
