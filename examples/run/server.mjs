// A server for one example: on a database of its own, gone when the example is done.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { built } from '../../conformance/harness/built.mjs';
import { createDatabase, databaseName, databaseUrl, dropDatabase } from '../../conformance/harness/database.mjs';
import { binary, freePort, untilHealthy } from '../../conformance/harness/launch.mjs';
import { createAdministrator } from '../../conformance/harness/programme.mjs';

export const MASTER_KEY = 'the-master-key-of-the-examples-0123456789';
export const APPLICATION_ID = 'examples';
export const EMBED = process.env.TOUCHSTONE_EMBED_BIN ?? built('debug/examples/embed');

/** Starts a server with these settings beside the usual ones, does `work({ url, app })`, and takes everything away. */
export async function withServer({ name, settings = {}, file = binary(false), administrator = false }, work) {
  if (!existsSync(file)) throw new Error(`there is no ${file}; run just examples, which builds it`);
  const database = databaseName(`example_${name}`.replaceAll('-', '_'));
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-example-'));
  const port = await freePort();
  const app = `http://127.0.0.1:${port}`;
  const url = `${app}/parse`;
  const log = join(folder, 'server.log');
  const env = {
    ...process.env,
    TOUCHSTONE_PROFILE: 'parse',
    TOUCHSTONE_ALLOW_CLIENT_CLASS_CREATION: 'true',
    TOUCHSTONE_DATABASE_URL: databaseUrl(database),
    TOUCHSTONE_LISTEN: `127.0.0.1:${port}`,
    TOUCHSTONE_PUBLIC_URL: app,
    TOUCHSTONE_APPLICATION_ID: APPLICATION_ID,
    TOUCHSTONE_MASTER_KEY: MASTER_KEY,
    TOUCHSTONE_FILES_DIRECTORY: join(folder, 'files'),
    TOUCHSTONE_FILES_MAX_DISK_USE: '100',
    ...settings,
  };
  await createDatabase(database);
  let child;
  try {
    if (administrator) await createAdministrator(file, env);
    const output = openSync(log, 'a');
    child = spawn(file, ['serve'], { cwd: folder, env, stdio: ['ignore', output, output] });
    await untilHealthy(url, child, log);
    return await work({ url, app, folder });
  } finally {
    if (child && child.exitCode === null) {
      child.kill('SIGKILL');
      await once(child, 'close');
    }
    rmSync(folder, { recursive: true, force: true });
    await dropDatabase(database);
  }
}

/** One request as any client makes it; `{ status, body }`. */
export async function send(url, method, path, body, headers = {}) {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { 'X-Parse-Application-Id': APPLICATION_ID, 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}

/** Requests with a session, as the harness of the conformance suites makes them. */
export const wire = url => async (method, path, { token, body }) => {
  const answer = await send(url, method, path, body, token ? { 'X-Parse-Session-Token': token } : {});
  return { ...answer, text: JSON.stringify(answer.body) };
};
