// Users, sessions and roles written over adopted ones while a fleet is mixed: only what Parse Server can read.
import assert from 'node:assert/strict';
import { query } from '../database.mjs';
import { PASSWORDS } from '../fill/people.mjs';
import { eventually } from '../checks.mjs';
import { master, pointer } from '../rest.mjs';

export const NEW_PASSWORDS = { eve: 'brand new ☂', dora: 'second password' };

export async function passwordHash(database, username) {
  const [row] = await query(database, 'select "_hashed_password" as hash from "_User" where username = $1', [username]);
  return row.hash;
}

export async function storedTokens(database, token) {
  const [{ count }] = await query(database, 'select count(*)::int from "_Session" where "sessionToken" = $1', [token]);
  return count;
}

async function signedIn(server, session) {
  return (await server.send('GET', 'users/me', { as: { session } })).status === 200;
}

async function useOldAccounts(checks, server, database, { people, sessions }) {
  const tokens = {};
  for (const name of ['ada', 'ben', 'cleo']) {
    await checks.check(`${name} signs in with the old password`, async () => {
      const answer = await server.post('login', { username: name, password: PASSWORDS[name] });
      assert.equal(answer.objectId, people[name].id);
      tokens[name] = answer.sessionToken;
    });
  }
  await checks.check('A session made in a mixed fleet is stored so that Parse Server finds it', async () => {
    assert.equal(await storedTokens(database, tokens.ada), 1);
  });
  await checks.check('An old hash stays as it is in a mixed fleet', async () => {
    assert.match(await passwordHash(database, 'ada'), /^\$2[aby]\$/);
  });
  await checks.check('Signing out ends an adopted session', async () => {
    await server.post('logout', {}, { as: { session: sessions.extra } });
    assert.equal((await server.send('GET', 'users/me', { as: { session: sessions.extra } })).body.code, 209);
    assert.equal(await storedTokens(database, sessions.extra), 0);
  });
  return tokens;
}

async function changeAccounts(checks, server, database, { people }) {
  const tokens = {};
  await checks.check('A new user signs up and is stored with a hash that Parse Server can read', async () => {
    const answer = await server.post('users', {
      username: 'eve',
      password: NEW_PASSWORDS.eve,
      email: 'eve@example.org',
    });
    Object.assign(tokens, { eve: answer.sessionToken, eveId: answer.objectId });
    assert.match(await passwordHash(database, 'eve'), /^\$2[aby]\$/);
  });
  await checks.check('A changed password answers a new session and ends the old one', async () => {
    const { sessionToken } = await server.put(
      `users/${people.dora.id}`,
      { password: NEW_PASSWORDS.dora },
      { as: { session: people.dora.session } }
    );
    tokens.dora = sessionToken;
    assert.deepEqual(
      [await signedIn(server, sessionToken), await signedIn(server, people.dora.session)],
      [true, false]
    );
  });
  await checks.check('A changed password is stored with a hash that Parse Server can read', async () => {
    assert.match(await passwordHash(database, 'dora'), /^\$2[aby]\$/);
  });
  await checks.check('The old password is refused after the change', async () => {
    assert.equal(
      (await server.send('POST', 'login', { body: { username: 'dora', password: PASSWORDS.dora } })).body.code,
      101
    );
  });
  await checks.check('An adopted user changes its own fields', async () => {
    await server.put(
      `users/${people.ada.id}`,
      { level: { __op: 'Increment', amount: 1 }, motto: 'on we go' },
      { as: { session: people.ada.session } }
    );
    const me = await server.get('users/me', { as: { session: people.ada.session } });
    assert.deepEqual([me.level, me.motto, me.settings.theme], [8, 'on we go', 'dark']);
  });
  await checks.check('An anonymous user takes a name and a password', async () => {
    const body = { username: 'named', password: 'no longer anonymous', authData: { anonymous: null } };
    const { sessionToken } = await server.put(`users/${people.anonymous.id}`, body, {
      as: { session: people.anonymous.session },
    });
    tokens.named = sessionToken;
    assert.equal((await server.get('users/me', { as: { session: sessionToken } })).username, 'named');
  });
  return tokens;
}

async function changeRoles(checks, server, { roles, letters, people }, tokens) {
  const add = id => ({ __op: 'AddRelation', objects: [pointer('_User', id)] });
  const eve = { as: { session: tokens.eve } };
  await checks.check('A user added to an adopted role gets its rights', async () => {
    assert.equal((await server.send('GET', `classes/Letter/${letters.curators}`, eve)).status, 404);
    await server.put(`roles/${roles.assistants}`, { users: add(tokens.eveId) }, master);
    await eventually(
      'eve reads as an assistant',
      async () => (await server.send('GET', `classes/Letter/${letters.curators}`, eve)).status === 200
    );
  });
  await checks.check('A new role gives its rights', async () => {
    await server.post('roles', { name: 'Guards', ACL: { '*': { read: true } }, users: add(tokens.eveId) }, master);
    const { objectId } = await server.post(
      'classes/Letter',
      { name: 'for guards', ACL: { 'role:Guards': { read: true } } },
      master
    );
    await eventually(
      'eve reads as a guard',
      async () => (await server.send('GET', `classes/Letter/${objectId}`, eve)).status === 200
    );
    assert.equal(
      (await server.send('GET', `classes/Letter/${objectId}`, { as: { session: people.ada.session } })).status,
      404
    );
  });
  await checks.check('An installation is updated and another one added', async () => {
    await server.post('installations', { installationId: 'eves-phone', deviceType: 'android', channels: ['news'] });
    const where = { installationId: 'adas-phone' };
    const { results } = await server.get('installations', { ...master, params: { where } });
    await server.put(`installations/${results[0].objectId}`, { badge: 4 });
    assert.equal((await server.get(`installations/${results[0].objectId}`)).badge, 4);
  });
}

export async function writePeople(checks, server, database, facts) {
  const old = await useOldAccounts(checks, server, database, facts);
  const changed = await changeAccounts(checks, server, database, facts);
  const tokens = { ...old, ...changed };
  await changeRoles(checks, server, facts, tokens);
  return { tokens };
}

/** Needs a server that has the test auth provider. */
export async function writeLinks(checks, server, { people }) {
  const proof = (id, token = `token-for-${id}`) => ({ authData: { proof: { id, token } } });
  await checks.check('An adopted user signs in through its provider', async () => {
    assert.equal((await server.post('users', proof('proof-1'))).objectId, people.linked.id);
  });
  await checks.check('A false proof for an adopted user is refused', async () => {
    assert.equal((await server.send('POST', 'users', { body: proof('proof-1', 'forged') })).body.code, 101);
  });
  await checks.check('A provider is linked to an adopted user, which then signs in through it', async () => {
    await server.put(`users/${people.ben.id}`, proof('proof-2'), { as: { session: people.ben.session } });
    assert.equal((await server.post('users', proof('proof-2'))).objectId, people.ben.id);
  });
  await checks.check('An identity that belongs to an adopted user is not linked twice', async () => {
    const answer = await server.send('PUT', `users/${people.cleo.id}`, {
      body: proof('proof-1'),
      as: { session: people.cleo.session },
    });
    assert.equal(answer.body.code, 208);
  });
}
