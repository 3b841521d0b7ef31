// Starts and stops the two servers. Both get the same address to show to clients, whatever port they
// listen on, so that addresses inside their answers can be compared.
import { fork, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { built } from '../harness/built.mjs';
import { isReady } from '../harness/ready.mjs';
import { databaseUrl } from './database.mjs';
import { APP, Rest } from './rest.mjs';

const PUBLIC_URL = 'http://127.0.0.1:1337/parse';
const BINARIES = {
  plain: process.env.TOUCHSTONE_BIN ?? built('debug/touchstone'),
  cloud: process.env.TOUCHSTONE_CLOUD_BIN ?? built('debug/examples/cloud'),
};
const START_SECONDS = 60;

const running = new Set();

// Parse Server makes folders where it runs.
const scratch = mkdtempSync(join(tmpdir(), 'adoption-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

class Server extends Rest {
  constructor(name, port, child) {
    super(`http://127.0.0.1:${port}/parse`);
    this.name = name;
    this.child = child;
    this.exited = new Promise(resolve => child.once('exit', (code, signal) => resolve(signal ?? code)));
    running.add(this);
  }

  async stop() {
    running.delete(this);
    if (this.child.connected) {
      this.child.disconnect();
    } else {
      this.child.kill('SIGTERM');
    }
    const forced = setTimeout(() => this.child.kill('SIGKILL'), 10_000);
    await this.exited;
    clearTimeout(forced);
  }

  async ready(words) {
    const deadline = Date.now() + START_SECONDS * 1000;
    let gone;
    this.exited.then(code => (gone = code));
    while (Date.now() < deadline && gone === undefined) {
      if (await isReady(this.url)) {
        return this;
      }
      await new Promise(resolve => setTimeout(resolve, 50));
    }
    const why = gone === undefined ? `does not answer after ${START_SECONDS} s` : `ended with ${gone}`;
    throw new Error(`${this.name} ${why}; its words:\n${words()}`);
  }
}

/** Keeps the last words of a child, to be shown when it does not start. */
function listen(child) {
  let words = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', text => (words = (words + text).slice(-4000)));
  }
  return () => words;
}

/** Classes of the checks about live queries, as both servers take them. */
const LIVE_CLASSES = ['Live.*', '_Role'];

export async function startParseServer(database, { schemaHooks = false, redis } = {}) {
  const port = await freePort();
  const options = {
    databaseURI: databaseUrl(database),
    databaseOptions: { enableSchemaHooks: schemaHooks },
    appId: APP.id,
    masterKey: APP.masterKey,
    maintenanceKey: APP.maintenanceKey,
    serverURL: `http://127.0.0.1:${port}/parse`,
    publicServerURL: PUBLIC_URL,
    host: '127.0.0.1',
    port,
    mountPath: '/parse',
    allowClientClassCreation: true,
    allowCustomObjectId: true,
    ...(redis && {
      liveQuery: { classNames: LIVE_CLASSES, redisURL: redis },
      startLiveQueryServer: true,
      liveQueryServerOptions: { redisURL: redis },
    }),
  };
  const program = fileURLToPath(new URL('parse-server-process.mjs', import.meta.url));
  const child = fork(program, [JSON.stringify(options)], { cwd: scratch, silent: true });
  const words = listen(child);
  return new Server('Parse Server', port, child).ready(words);
}

/** What of touchstone is not built yet, as paths. */
export function missingBinaries() {
  return Object.values(BINARIES).filter(program => !existsSync(program));
}

/** `binary` is `plain`, or `cloud` where the test auth providers are needed; `words()` of the server gives its log. */
export async function startTouchstone(database, { mixedFleet, binary = 'plain', wallets = false, redis }) {
  const port = await freePort();
  const settings = {
    DATABASE_URL: databaseUrl(database),
    LISTEN: `127.0.0.1:${port}`,
    MOUNT_PATH: '/parse',
    SERVER_URL: `http://127.0.0.1:${port}/parse`,
    PUBLIC_SERVER_URL: PUBLIC_URL,
    APPLICATION_ID: APP.id,
    MASTER_KEY: APP.masterKey,
    MAINTENANCE_KEY: APP.maintenanceKey,
    PROFILE: 'parse',
    MIXED_FLEET: String(mixedFleet),
    ALLOW_CLIENT_CLASS_CREATION: 'true',
    ALLOW_CUSTOM_OBJECT_ID: 'true',
    ...(redis && { REDIS_URL: redis, LIVE_QUERY_CLASS_NAMES: LIVE_CLASSES.join(',') }),
    ...(wallets && { WALLET_ORIGINS: 'https://app.example' }),
  };
  const env = { ...process.env };
  for (const [name, value] of Object.entries(settings)) {
    env[`TOUCHSTONE_${name}`] = value;
  }
  const child = spawn(BINARIES[binary], ['serve'], { env, cwd: scratch, stdio: ['ignore', 'pipe', 'pipe'] });
  const words = listen(child);
  return Object.assign(new Server('touchstone', port, child), { words }).ready(words);
}

export async function stopAll() {
  await Promise.all([...running].map(server => server.stop()));
}
