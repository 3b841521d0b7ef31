// Starts a server of the target, Touchstone or Parse Server, on a database and in a folder of its own.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE, binary } from './built.mjs';
import { configurations, optionsOf, settingsOf } from './configurations.mjs';
import { Node, environmentOf } from './node.mjs';
import { openPostOffice } from './post-office.mjs';
import { createAdministrator, openProgramme, signedIn } from './programme.mjs';
import { freshDatabase } from './site.mjs';

export { binary } from './built.mjs';
export { freePort } from './free-port.mjs';
export { untilHealthy } from './ready.mjs';

export const TARGETS = ['touchstone', 'parse-server'];
const FOLDER = join(CACHE, 'conformance');
const PARSE_SERVER = join(import.meta.dirname, 'parse-server.mjs');

/** One for the run; cases find its counter in CONFORMANCE_POST_COUNTER. */
let postOffice;
async function sharedPostOffice() {
  postOffice ??= openPostOffice();
  const office = await postOffice;
  process.env.CONFORMANCE_POST_COUNTER = office.counter;
  return office;
}

function touchstoneSettings({ options, post, settings, database, folder, url }) {
  return {
    PROFILE: 'parse',
    MIXED_FLEET: process.env.TOUCHSTONE_MIXED_FLEET ?? 'false',
    ...settingsOf(options),
    ...(post && { SMTP_URL: post.smtp, MAIL_FROM: 'Conformance <no-reply@conformance.example>', PUBLIC_SERVER_URL: url }),
    DATABASE_URL: database.url,
    OUTGOING_ALLOWED_NETWORKS: '127.0.0.0/8',
    FILES_DIRECTORY: join(folder, 'files'),
    // The disk of this machine is not what is tested.
    FILES_MAX_DISK_USE: '100',
    MOUNT_PATH: '/parse',
    ...settings,
  };
}

function parseServerOptions({ options, cloud, post, database, url, port }) {
  const mail = post && { publicServerURL: url, post: post.counter };
  return JSON.stringify({ ...options, ...mail, databaseURI: database.url, serverURL: url, port, cloud });
}

const running = new Set();

/** Ends every server that was launched, ready or not, and drops its database. */
export async function stopAll() {
  await Promise.all([...running].map(stop => stop()));
}

/**
 * Starts a server with these options of Parse Server. `cloud` adds the cloud code of the suites, `post` is a post office,
 * `settings` are more settings of Touchstone, and `inherits` adds those of the environment. `prepare(node)` runs before the
 * start.
 */
export async function launchWith(target, name, { options, cloud = false, post, settings = {}, inherits = false, prepare = async () => {} }) {
  mkdirSync(FOLDER, { recursive: true });
  const folder = mkdtempSync(join(FOLDER, 'files-'));
  const database = await freshDatabase(name);
  const program = target === 'touchstone' ? { file: binary(cloud) } : { file: process.execPath, args: [PARSE_SERVER] };
  const node = await Node.prepare(`${target}-${name}`, FOLDER, {}, { ...program, cwd: folder });
  const { url, port } = node;
  const own = { options, cloud, post, settings, database, folder, url, port };
  const variables = target === 'touchstone' ? environmentOf(touchstoneSettings(own)) : { PARSE_SERVER_OPTIONS: parseServerOptions(own) };
  node.environment = { ...(inherits && process.env), ...node.environment, ...variables };
  rmSync(node.log, { force: true });
  const stop = async () => {
    running.delete(stop);
    await node.kill();
    rmSync(folder, { recursive: true, force: true });
    await database.drop();
  };
  running.add(stop);
  await prepare(node);
  await node.start();
  return Object.assign(node, { database: database.url });
}

/** A server with one of the configurations; a case may stop it and start it again. */
export async function launchServer(target, name) {
  const { cloud, mail = false, programme = false } = configurations[name] ?? {};
  const options = { ...optionsOf(name), ...(mail && { appName: 'Conformance' }) };
  const prepare = programme ? node => createAdministrator(node.file, node.environment) : undefined;
  const node = await launchWith(target, name, { options, cloud, post: mail && (await sharedPostOffice()), inherits: true, prepare });
  if (programme) await openProgramme(await signedIn(node.send));
  return node;
}

/** The address of such a server. */
export async function launch(target, name) {
  return (await launchServer(target, name)).url;
}
