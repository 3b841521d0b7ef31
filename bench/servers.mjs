// The servers under load; those of Parse have the same application and the same database.
import { fork, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { built } from '../conformance/harness/built.mjs';
import { isReady } from '../conformance/harness/ready.mjs';
import { DATABASE_URL } from './dataset.mjs';

export const APP_ID = 'bench';
const MASTER_KEY = 'bench-master-key';
const START_SECONDS = 60;
const TICKS_PER_SECOND = 100;

const BINARY = process.env.TOUCHSTONE_BIN ?? built('release/touchstone');

// Parse Server makes folders where it runs, and PocketBase keeps its database there.
export const scratch = mkdtempSync(join(tmpdir(), 'touchstone-bench-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

/** A file for what a server says: reading a pipe here would take time from what is measured. */
export function logOf(name) {
  const path = join(scratch, `${name}.log`);
  return { path, file: openSync(path, 'w') };
}

/** User and system time of all threads of a process so far, of those that have ended too, in seconds. */
export function cpuSecondsOf(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may contain blanks; utime and stime are the 12th and 13th field after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

export class Server {
  constructor(name, url, child, logFile) {
    this.name = name;
    this.url = url;
    this.child = child;
    this.logFile = logFile;
    this.exited = new Promise(resolve => child.once('exit', (code, signal) => resolve(signal ?? code)));
    this.exited.then(code => (this.gone = code));
  }

  async ready() {
    const deadline = Date.now() + START_SECONDS * 1000;
    while (Date.now() < deadline && this.gone === undefined) {
      if (await isReady(this.url)) {
        return this;
      }
      await new Promise(resolve => setTimeout(resolve, 50));
    }
    throw new Error(`${this.name} does not answer at ${this.url}; its words:\n${readFileSync(this.logFile, 'utf8').slice(-4000)}`);
  }

  async send(method, path, body, who) {
    const headers = { ...this.headers(who), 'Content-Type': 'application/json' };
    const answer = await fetch(`${this.url}/${path}`, { method, headers, body: body && JSON.stringify(body) });
    return { status: answer.status, body: await answer.json() };
  }

  async must(method, path, body, who) {
    const answer = await this.send(method, path, body, who);
    if (answer.status < 200 || answer.status > 299) {
      throw new Error(`${this.name}: ${method} ${path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    return answer.body;
  }

  /** User and system time of the process so far, in seconds. */
  cpuSeconds() {
    return cpuSecondsOf(this.child.pid);
  }

  async stop() {
    if (this.child.connected) {
      this.child.disconnect();
    } else {
      this.child.kill('SIGTERM');
    }
    const forced = setTimeout(() => this.child.kill('SIGKILL'), 10_000);
    await this.exited;
    clearTimeout(forced);
  }
}

class ParseServer extends Server {
  static protocol = 'parse';

  constructor(name, port, child, logFile) {
    super(name, `http://127.0.0.1:${port}/parse`, child, logFile);
  }

  headers({ session, master } = {}) {
    return {
      'X-Parse-Application-Id': APP_ID,
      ...(session && { 'X-Parse-Session-Token': session }),
      ...(master && { 'X-Parse-Master-Key': MASTER_KEY }),
    };
  }
}

export async function startParseServer(port, settings = {}) {
  const options = {
    databaseURI: DATABASE_URL,
    appId: APP_ID,
    masterKey: MASTER_KEY,
    serverURL: `http://127.0.0.1:${port}/parse`,
    host: '127.0.0.1',
    port,
    mountPath: '/parse',
    ...settings,
  };
  const log = logOf('parse-server');
  const child = fork(fileURLToPath(new URL('parse-server-process.mjs', import.meta.url)), [JSON.stringify(options)], {
    cwd: scratch,
    stdio: ['ignore', log.file, log.file, 'ipc'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  return new ParseServer('Parse Server', port, child, log.path).ready();
}

export async function startTouchstone(port, database, settings = []) {
  if (!existsSync(BINARY)) {
    throw new Error(`there is no server at ${BINARY}; build it with: just release`);
  }
  // Settings of the shell this runs in must not decide what is measured.
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('TOUCHSTONE_'));
  const env = {
    ...Object.fromEntries(own),
    TOUCHSTONE_DATABASE_URL: database,
    TOUCHSTONE_LISTEN: `127.0.0.1:${port}`,
    TOUCHSTONE_MOUNT_PATH: '/parse',
    TOUCHSTONE_SERVER_URL: `http://127.0.0.1:${port}/parse`,
    TOUCHSTONE_APPLICATION_ID: APP_ID,
    TOUCHSTONE_MASTER_KEY: MASTER_KEY,
    TOUCHSTONE_PROFILE: 'parse',
    TOUCHSTONE_MIXED_FLEET: 'false',
    ...Object.fromEntries(settings.map(pair => pair.split(/=(.*)/s)).map(([name, value]) => [`TOUCHSTONE_${name.toUpperCase()}`, value])),
  };
  const log = logOf('touchstone');
  const child = spawn(BINARY, ['serve'], { env, cwd: scratch, stdio: ['ignore', log.file, log.file] });
  return new ParseServer('touchstone', port, child, log.path).ready();
}
