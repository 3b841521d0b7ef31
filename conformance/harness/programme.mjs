// The product as a programme that runs: an administrator made from a shell, builds to report on, and a
// season that pays.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

export const ADMINISTRATOR = { username: 'keeper', password: 'a long phrase to sign in with' };

const DAY = 86_400_000;

/** Builds of the product under test, oldest first. */
export const BUILDS = ['0.4.0', '0.4.1', '0.4.2'];

/** `touchstone admin create`, with the password on standard input. */
export async function createAdministrator(file, environment, { username, password } = ADMINISTRATOR) {
  const child = spawn(file, ['admin', 'create', '--username', username], {
    env: environment,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', chunk => (said += chunk));
  child.stdin.end(`${password}\n`);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`touchstone admin create ended with ${code}: ${said.slice(-1500)}`);
}

/** What an administrator does on the first morning; `run(name, params)` calls a function as one. */
export async function openProgramme(run) {
  for (const [index, version] of BUILDS.entries()) {
    const releasedAt = new Date(Date.now() - (BUILDS.length - index) * DAY).toISOString();
    await run('buildSave', { channel: 'web', version, ordinal: index + 1, releasedAt });
  }
  const [startsAt, endsAt] = [-30, 60].map(days => new Date(Date.now() + days * DAY).toISOString());
  await run('seasonSave', { name: 'First season', startsAt, endsAt });
  await run('seasonSetState', { number: 1, state: 'live' });
}

/** Calls functions over plain HTTP as the user who signs in; `send` is a wire. */
export async function signedIn(send, { username, password } = ADMINISTRATOR) {
  const { status, text, body } = await send('POST', '/login', { body: { username, password } });
  if (status !== 200) throw new Error(`${username} cannot sign in: ${text}`);
  return async (name, params = {}) => {
    const answer = await send('POST', `/functions/${name}`, { token: body.sessionToken, body: params });
    if (answer.status !== 200) throw new Error(`${name} was answered ${answer.status} ${answer.text}`);
    return answer.body.result;
  };
}
