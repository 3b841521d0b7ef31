// A feedback programme on a server: an administrator, builds to report on, and a season that pays.
import { fresh } from './names.mjs';
import { runWell } from './run-to-end.mjs';

export const ADMINISTRATOR = { username: 'keeper', password: 'a long phrase to sign in with' };

const DAY = 86_400_000;

/** Builds of the product under test, oldest first. */
export const BUILDS = ['0.4.0', '0.4.1', '0.4.2'];

/** `touchstone admin create`, with the password on standard input. */
export async function createAdministrator(file, env, { username, password } = ADMINISTRATOR) {
  await runWell(file, ['admin', 'create', '--username', username], { env, input: `${password}\n` });
}

/** Sets a programme up. `run(name, params)` calls a function as an administrator. Returns the builds, oldest first. */
export async function openProgramme(run) {
  for (const [index, version] of BUILDS.entries()) {
    const releasedAt = new Date(Date.now() - (BUILDS.length - index) * DAY).toISOString();
    await run('buildSave', { channel: 'web', version, ordinal: index + 1, releasedAt });
  }
  const [startsAt, endsAt] = [-30, 60].map(days => new Date(Date.now() + days * DAY).toISOString());
  await run('seasonSave', { name: 'First season', startsAt, endsAt });
  await run('seasonSetState', { number: 1, state: 'live' });
  const { rows } = await run('builds');
  return rows.filter(({ channel, version }) => channel === 'web' && version !== 'unknown').sort((a, b) => a.ordinal - b.ordinal);
}

/** The parameters of a report that is complete. */
export function reportOn(build, fields = {}) {
  return {
    kind: 'bug',
    title: `The quote is stale ${fresh('')}`,
    body: 'After a minute the quote is refused, although the page still shows it.',
    area: 'swap',
    build,
    ...fields,
  };
}

/** Signs a user in over plain HTTP; `send` is a wire. */
export async function signIn(send, { username, password } = ADMINISTRATOR) {
  const { status, text, body } = await send('POST', '/login', { body: { username, password } });
  if (status !== 200) throw new Error(`${username} cannot sign in: ${text}`);
  return { id: body.objectId, token: body.sessionToken, username, password };
}

/** Calls a function as a user with a session. The call must succeed. */
export async function call(send, { token }, name, params = {}) {
  const { status, text, body } = await send('POST', `/functions/${name}`, { token, body: params });
  if (status !== 200) throw new Error(`${name} was answered ${status} ${text}`);
  return body.result;
}

/** Signs a user in and returns a function that calls functions as that user. */
export async function signedIn(send, credentials) {
  const who = await signIn(send, credentials);
  return (name, params) => call(send, who, name, params);
}
