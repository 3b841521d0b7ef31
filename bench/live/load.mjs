// The client with its many sockets: a separate program (src/), which reports when it is ready and waits for a signal to continue.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { built } from '../../conformance/harness/built.mjs';
import { APP_ID } from '../servers.mjs';

const PROGRAM = process.env.LIVE_LOAD_BIN ?? built('release/live-load');

export const CLASS = 'LiveLoad';

export class Load {
  constructor(child) {
    this.child = child;
    this.pid = child.pid;
    this.lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    this.said = '';
    child.stderr.on('data', part => (this.said += part));
  }

  /** Opens all sockets of a scenario. */
  static start(server, scenario) {
    if (!existsSync(PROGRAM)) {
      throw new Error(`there is no client at ${PROGRAM}; build it with: cargo build --release -p live-load`);
    }
    const { sockets, queries = 1, stalled = 0, writes, rate, objects = 1 } = scenario;
    const counts = { sockets, queries, stalled, writes, rate, objects };
    const numbers = Object.entries(counts).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const where = ['--server', new URL(server.url).host, '--application-id', APP_ID, '--class', CLASS];
    return new Load(spawn(PROGRAM, [...where, ...numbers], { stdio: ['pipe', 'pipe', 'pipe'] }));
  }

  /** What it says next. */
  async next() {
    const { value, done } = await this.lines.next();
    if (done) throw new Error(`the client ended: ${this.said.trim()}`);
    return JSON.parse(value);
  }

  goOn() {
    this.child.stdin.write('\n');
  }

  async stop() {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = new Promise(resolve => this.child.once('exit', resolve));
    this.child.kill('SIGKILL');
    await gone;
  }
}
