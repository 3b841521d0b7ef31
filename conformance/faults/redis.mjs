// Redis servers of our own, which can be killed, frozen and started again, and sentinels that watch them.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../harness/free-port.mjs';

const run = promisify(execFile);
const ANSWERS_WITHIN_MS = 10_000;

export class Redis {
  #child;

  /** A server in a folder of its own; what it keeps is there when it comes back, if `keeps` says so. */
  static async open(folder, { keeps = true, args = [] } = {}) {
    const redis = new Redis();
    redis.port = await freePort();
    redis.folder = join(folder, `redis-${redis.port}`);
    redis.args = [...(keeps ? ['--appendonly', 'yes', '--appendfsync', 'everysec'] : []), ...args];
    mkdirSync(redis.folder, { recursive: true });
    await redis.start();
    return redis;
  }

  async start() {
    const output = openSync(join(this.folder, 'log'), 'a');
    const own = ['--port', `${this.port}`, '--bind', '127.0.0.1', '--dir', this.folder, '--save', '', '--protected-mode', 'no'];
    this.#child = spawn('redis-server', [...own, ...this.args], { stdio: ['ignore', output, output] });
    await this.untilItAnswers();
  }

  async untilItAnswers() {
    const deadline = Date.now() + ANSWERS_WITHIN_MS;
    while ((await this.ask('ping').catch(() => '')) !== 'PONG') {
      if (Date.now() > deadline) throw new Error(`the Redis in ${this.folder} does not answer`);
      await pause(20);
    }
  }

  /** What redis-cli says to a command. */
  async ask(...command) {
    const { stdout } = await run('redis-cli', ['-p', `${this.port}`, ...command.map(String)], { timeout: 5000 });
    return stdout.trim();
  }

  async kill() {
    const ended = once(this.#child, 'close');
    this.#child.kill('SIGKILL');
    await ended;
  }

  /** Forgets what was kept, while it is down. */
  forget() {
    rmSync(this.folder, { recursive: true, force: true });
    mkdirSync(this.folder, { recursive: true });
  }

  freeze() {
    this.#child.kill('SIGSTOP');
  }

  thaw() {
    this.#child.kill('SIGCONT');
  }

  async close() {
    if (this.#child.exitCode === null && this.#child.signalCode === null) await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A primary with two replicas, and three sentinels that agree on who is the primary. */
export class Watched {
  static async open(folder) {
    const watched = new Watched();
    watched.servers = [await Redis.open(folder)];
    const [{ port }] = watched.servers;
    for (let replica = 0; replica < 2; replica += 1) {
      watched.servers.push(await Redis.open(folder, { args: ['--replicaof', '127.0.0.1', `${port}`] }));
    }
    watched.sentinels = [];
    for (let sentinel = 0; sentinel < 3; sentinel += 1) watched.sentinels.push(await Sentinel.open(folder, port));
    return watched;
  }

  /** All know each other: only then can they agree. */
  async untilTheyAgree() {
    const deadline = Date.now() + 20_000;
    for (;;) {
      const known = await Promise.all(this.sentinels.map(sentinel => sentinel.knows()));
      if (known.every(({ replicas, sentinels }) => replicas === 2 && sentinels === 2)) return;
      if (Date.now() > deadline) throw new Error(`the sentinels do not find each other: ${JSON.stringify(known)}`);
      await pause(50);
    }
  }

  /** The port of whom most sentinels call the primary. */
  async primary() {
    const ports = await Promise.all(this.sentinels.map(sentinel => sentinel.primary().catch(() => undefined)));
    return ports.find(port => port && ports.filter(other => other === port).length >= 2);
  }

  async close() {
    for (const one of [...this.sentinels, ...this.servers]) await one.close();
  }
}

class Sentinel {
  #child;

  static async open(folder, primary) {
    const sentinel = new Sentinel();
    sentinel.port = await freePort();
    sentinel.file = join(folder, `sentinel-${sentinel.port}.conf`);
    const lines = [
      `port ${sentinel.port}`, 'bind 127.0.0.1', `dir ${folder}`, 'protected-mode no', `sentinel monitor touchstone 127.0.0.1 ${primary} 2`,
      'sentinel down-after-milliseconds touchstone 500', 'sentinel failover-timeout touchstone 3000', 'sentinel parallel-syncs touchstone 2',
    ];
    writeFileSync(sentinel.file, `${lines.join('\n')}\n`);
    const output = openSync(join(folder, `sentinel-${sentinel.port}.log`), 'w');
    sentinel.#child = spawn('redis-server', [sentinel.file, '--sentinel'], { stdio: ['ignore', output, output] });
    return sentinel;
  }

  async #ask(...command) {
    const { stdout } = await run('redis-cli', ['-p', `${this.port}`, ...command], { timeout: 2000 });
    return stdout.trim().split('\n');
  }

  async primary() {
    const [, port] = await this.#ask('sentinel', 'get-master-addr-by-name', 'touchstone');
    return Number(port);
  }

  async knows() {
    const said = await this.#ask('sentinel', 'master', 'touchstone').catch(() => []);
    const of = name => Number(said[said.indexOf(name) + 1]);
    return { replicas: of('num-slaves'), sentinels: of('num-other-sentinels') };
  }

  async close() {
    const ended = once(this.#child, 'close');
    this.#child.kill('SIGKILL');
    await ended;
    rmSync(this.file, { force: true });
  }
}
