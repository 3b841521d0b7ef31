// Touchstone alone on an adopted database: old secrets work again and are then stored our way.
import assert from 'node:assert/strict';
import { eventually } from './checks.mjs';
import { query } from './database.mjs';
import { PASSWORDS } from './fill/people.mjs';
import { passwordHash, storedTokens } from './writes/people.mjs';

async function replacePasswords(checks, server, database, { people }) {
  const login = (username, password) => server.send('POST', 'login', { body: { username, password } });
  await checks.check('Opening the database leaves every old hash alone', async () => {
    const rows = await query(database, `select username from "_User" where "_hashed_password" !~ '^\\$2'`);
    assert.deepEqual(rows, []);
  });
  await checks.check('A wrong password does not touch the old hash', async () => {
    const before = await passwordHash(database, 'ada');
    assert.equal((await login('ada', 'guess')).body.code, 101);
    assert.equal(await passwordHash(database, 'ada'), before);
  });
  for (const name of ['ada', 'ben', 'cleo']) {
    await checks.check(`The old password of ${name} is accepted, and its hash is then argon2id`, async () => {
      assert.equal((await login(name, PASSWORDS[name])).body.objectId, people[name].id);
      await eventually('the hash is replaced', async () =>
        (await passwordHash(database, name)).startsWith('$argon2id$')
      );
    });
    await checks.check(`The password of ${name} is accepted again under its new hash`, async () => {
      assert.equal((await login(name, PASSWORDS[name])).body.objectId, people[name].id);
    });
  }
  await checks.check('A wrong password is refused under the new hash', async () => {
    assert.equal((await login('ada', 'guess')).body.code, 101);
  });
  await checks.check('Users that have not signed in keep their old hash', async () => {
    assert.match(await passwordHash(database, 'dora'), /^\$2/);
  });
  await checks.check('A new user is stored with argon2id', async () => {
    await server.post('users', { username: 'frank', password: 'a new one' });
    assert.match(await passwordHash(database, 'frank'), /^\$argon2id\$/);
    assert.equal((await login('frank', 'a new one')).status, 200);
  });
}

async function replaceTokens(checks, server, database, { people, sessions }) {
  const me = session => server.send('GET', 'users/me', { as: { session } });
  for (const [name, token] of [
    ['ben', people.ben.session],
    ['the phone of ada', sessions.phone],
  ]) {
    await checks.check(`The adopted session of ${name} works and is then stored hashed`, async () => {
      assert.equal((await me(token)).status, 200);
      await eventually('the plain token is gone', async () => (await storedTokens(database, token)) === 0);
    });
    await checks.check(`The adopted session of ${name} keeps working once it is hashed`, async () => {
      const answer = await me(token);
      assert.deepEqual([answer.status, answer.body.sessionToken], [200, token]);
    });
  }
  await checks.check('No new session is stored in the plain', async () => {
    const { sessionToken } = await server.post('login', { username: 'ben', password: PASSWORDS.ben });
    assert.equal(await storedTokens(database, sessionToken), 0);
    assert.equal((await me(sessionToken)).status, 200);
  });
  await checks.check('What is stored does not serve as a token', async () => {
    const rows = await query(database, `select "sessionToken" as stored from "_Session" where "user" = $1`, [
      people.ben.id,
    ]);
    for (const { stored } of rows) {
      assert.equal((await me(stored)).body.code, 209);
    }
  });
  await checks.check('Signing out ends an adopted session that was hashed', async () => {
    await server.post('logout', {}, { as: { session: sessions.phone } });
    assert.equal((await me(sessions.phone)).body.code, 209);
  });
  await checks.check('Signing out ends an adopted session that was never used', async () => {
    await server.post('logout', {}, { as: { session: sessions.extra } });
    assert.equal((await me(sessions.extra)).body.code, 209);
  });
  await checks.check('An expired adopted session stays refused', async () => {
    assert.equal((await me(sessions.expired)).body.code, 209);
  });
}

/** `restart` stops the server and starts another on the same database. */
export async function runAlone(checks, server, restart, database, facts) {
  await replacePasswords(checks, server, database, facts);
  await replaceTokens(checks, server, database, facts);
  const again = await restart(server);
  await checks.check('Replaced passwords and sessions work after a restart', async () => {
    const me = await again.get('users/me', { as: { session: facts.people.ben.session } });
    const login = await again.post('login', { username: 'ada', password: PASSWORDS.ada });
    assert.deepEqual([me.username, login.username], ['ben', 'ada']);
  });
}
