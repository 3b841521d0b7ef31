// Users, roles, sessions and installations of the adopted database, made through the SDK where it can.
import Parse from 'parse/node';
import { master, pointer } from '../rest.mjs';

export const PASSWORDS = {
  ada: 'correct horse battery staple',
  ben: 'p4ss wörd ✓',
  // As long as bcrypt looks at; a longer one is not taken for its hash (docs/how-to/operators/email.md).
  cleo: 'x'.repeat(72),
  dora: 'first password',
  sealed: 'no user comes in',
};

async function signUp(username, fields = {}) {
  const user = await new Parse.User({ username, password: PASSWORDS[username], ...fields }).signUp();
  return { id: user.id, username, session: user.getSessionToken() };
}

async function makeRole(name, users, children) {
  const acl = new Parse.ACL();
  acl.setPublicReadAccess(true);
  const role = new Parse.Role(name, acl);
  role.getUsers().add(users.map(({ id }) => Parse.User.createWithoutData(id)));
  role.getRoles().add(children);
  return role.save(null, { useMasterKey: true });
}

async function makeRoles({ ada, ben, cleo }) {
  const assistants = await makeRole('Assistants', [ben], []);
  const curators = await makeRole('Curators', [ada], [assistants]);
  const board = await makeRole('Board', [], [curators]);
  const visitors = await makeRole('Visitors', [cleo], []);
  return { assistants: assistants.id, curators: curators.id, board: board.id, visitors: visitors.id };
}

async function makeSessions(server, { ada, dora }) {
  const login = await server.post(
    'login',
    { username: 'ada', password: PASSWORDS.ada },
    {
      headers: { 'X-Parse-Installation-Id': 'adas-phone' },
    }
  );
  const extra = await server.post('sessions', { purpose: 'second device' }, { as: { session: ada.session } });
  const expired = await server.post('login', { username: 'dora', password: PASSWORDS.dora });
  const found = await server.get('sessions', { ...master, params: { where: { sessionToken: expired.sessionToken } } });
  // A plain row update: as master, `expiresAt` is an ordinary field.
  await server.put(
    `sessions/${found.results[0].objectId}`,
    {
      expiresAt: { __type: 'Date', iso: '2020-01-01T00:00:00.000Z' },
    },
    master
  );
  return {
    phone: login.sessionToken,
    extra: extra.sessionToken,
    expired: expired.sessionToken,
    dora: dora.session,
  };
}

export async function fillPeople(server) {
  const people = {
    ada: await signUp('ada', {
      email: 'Ada@Example.org',
      nickname: 'the first',
      level: 7,
      settings: { theme: 'dark', nested: { deep: [1, null] } },
    }),
    ben: await signUp('ben', { email: 'ben@example.org' }),
    // A name that the fields of wallets have, with another type than theirs.
    cleo: await signUp('cleo', { level: 2, ethAddress: 7 }),
    dora: await signUp('dora'),
    sealed: await signUp('sealed'),
  };
  await server.put(`users/${people.sealed.id}`, { ACL: {} }, master);
  await server.put(`users/${people.ben.id}`, { mentor: pointer('_User', people.ada.id) }, master);

  const linked = await server.post('users', {
    username: 'linked',
    nickname: 'by proof',
    authData: { proof: { id: 'proof-1', token: 'token-for-proof-1' } },
  });
  people.linked = { id: linked.objectId, username: 'linked', session: linked.sessionToken };
  const anonymous = await server.post('users', { authData: { anonymous: { id: 'anonymous-1' } } });
  people.anonymous = { id: anonymous.objectId, username: anonymous.username, session: anonymous.sessionToken };

  const roles = await makeRoles(people);
  const sessions = await makeSessions(server, people);
  const installation = await server.post('installations', {
    installationId: 'adas-phone',
    deviceType: 'ios',
    deviceToken: '0123456789abcdef',
    channels: ['news', 'weather'],
    badge: 3,
    timeZone: 'Europe/Berlin',
  });
  return { people, roles, sessions, installation: installation.objectId };
}
