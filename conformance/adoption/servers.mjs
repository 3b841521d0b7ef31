// Starts and stops the two servers. Both get the same address to show to clients, whatever port they
// listen on, so that addresses inside their answers can be compared.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { binary } from '../harness/built.mjs';
import { Node } from '../harness/node.mjs';
import { databaseUrl } from './database.mjs';
import { APP, Rest } from './rest.mjs';

const PUBLIC_URL = 'http://127.0.0.1:1337/parse';
const PARSE_SERVER = join(import.meta.dirname, '../harness/parse-server.mjs');

const running = new Set();
let started = 0;

// Parse Server makes folders where it runs.
const scratch = mkdtempSync(join(tmpdir(), 'adoption-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

class Server extends Rest {
  #node;

  constructor(name, node) {
    super(node.url);
    this.name = name;
    this.#node = node;
  }

  static async start(name, node) {
    const server = new Server(name, node);
    running.add(server);
    await node.start();
    return server;
  }

  async stop() {
    running.delete(this);
    // On SIGTERM Parse Server waits for connections that clients keep open.
    await (this.name === 'Parse Server' ? this.#node.kill() : this.#node.end());
  }

  words() {
    return readFileSync(this.#node.log, 'utf8');
  }
}

/** Every start has a log of its own. */
function prepared(settings, program) {
  started += 1;
  return Node.prepare(`server-${started}`, scratch, settings, { cwd: scratch, ...program });
}

/** Classes of the checks about live queries, as both servers take them. */
const LIVE_CLASSES = ['Live.*', '_Role'];

export async function startParseServer(database, { schemaHooks = false, redis } = {}) {
  const node = await prepared({}, { file: process.execPath, args: [PARSE_SERVER] });
  node.environment.PARSE_SERVER_OPTIONS = JSON.stringify({
    databaseURI: databaseUrl(database),
    databaseOptions: { enableSchemaHooks: schemaHooks },
    appId: APP.id,
    masterKey: APP.masterKey,
    maintenanceKey: APP.maintenanceKey,
    serverURL: node.url,
    publicServerURL: PUBLIC_URL,
    port: node.port,
    allowClientClassCreation: true,
    allowCustomObjectId: true,
    ...(redis && { liveQuery: { classNames: LIVE_CLASSES, redisURL: redis } }),
  });
  return Server.start('Parse Server', node);
}

/** `hasCloudCode` adds the test auth providers. */
export async function startTouchstone(database, { mixedFleet, hasCloudCode = false, wallets = false, redis }) {
  const settings = {
    DATABASE_URL: databaseUrl(database),
    MOUNT_PATH: '/parse',
    PUBLIC_SERVER_URL: PUBLIC_URL,
    APPLICATION_ID: APP.id,
    MASTER_KEY: APP.masterKey,
    MAINTENANCE_KEY: APP.maintenanceKey,
    PROFILE: 'parse',
    MIXED_FLEET: mixedFleet,
    ALLOW_CLIENT_CLASS_CREATION: true,
    ALLOW_CUSTOM_OBJECT_ID: true,
    ...(redis && { REDIS_URL: redis, LIVE_QUERY_CLASS_NAMES: LIVE_CLASSES.join(',') }),
    ...(wallets && { WALLET_ORIGINS: 'https://app.example' }),
  };
  return Server.start('touchstone', await prepared(settings, { file: binary(hasCloudCode) }));
}

export async function stopAll() {
  await Promise.all([...running].map(server => server.stop()));
}
