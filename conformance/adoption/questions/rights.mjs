// Questions about people, schemas and who may do what in the adopted database.
import { PASSWORDS } from '../fill/people.mjs';
import { pointer } from '../rest.mjs';

const master = { master: true };

function aboutPeople({ people, roles, sessions, installation }) {
  const as = name => ({ session: people[name].session });
  return [
    { name: "A user's own record is complete", path: 'users/me', as: as('ada') },
    {
      name: 'A second session of the same user shows the same record',
      path: 'users/me',
      as: { session: sessions.phone },
    },
    { name: "A user's own record shows the linked provider", path: 'users/me', as: as('linked') },
    { name: 'An anonymous user is still signed in', path: 'users/me', as: as('anonymous') },
    { name: 'A session of a sealed user keeps working', path: 'classes/Kind', as: as('sealed') },
    { name: 'All users read back identical for the master', path: 'users', as: master },
    { name: 'A private user is hidden from others', code: 101, path: `users/${people.ada.id}`, as: as('cleo') },
    {
      name: 'A user is found by the provider it is linked to',
      path: 'users',
      as: master,
      params: { where: { 'authData.proof.id': 'proof-1' } },
    },
    { name: 'Roles read back identical', path: 'roles', as: as('cleo') },
    {
      name: 'The users of a role are found',
      path: 'users',
      as: master,
      params: { where: { $relatedTo: { object: pointer('_Role', roles.curators), key: 'users' } } },
    },
    {
      name: 'The child roles of a role are found',
      path: 'roles',
      as: master,
      params: { where: { $relatedTo: { object: pointer('_Role', roles.curators), key: 'roles' } } },
    },
    { name: 'An installation reads back identical', path: `installations/${installation}`, as: master },
    { name: 'Clients may not list installations', code: 119, path: 'installations', as: as('ada') },
    {
      name: 'An old password is accepted',
      path: 'verifyPassword',
      params: { username: 'ada', password: PASSWORDS.ada },
    },
    {
      name: 'An old password as long as bcrypt knows is accepted',
      path: 'verifyPassword',
      params: { username: 'cleo', password: PASSWORDS.cleo },
    },
    {
      name: 'An old password in Unicode is accepted by e-mail address',
      path: 'verifyPassword',
      params: { email: 'ben@example.org', password: PASSWORDS.ben },
    },
    {
      name: 'A wrong password is refused',
      code: 101,
      path: 'verifyPassword',
      params: { username: 'ada', password: 'guess' },
    },
    {
      name: 'A user name in another case is not found',
      code: 101,
      path: 'verifyPassword',
      params: { username: 'ADA', password: PASSWORDS.ada },
    },
    {
      name: 'A sealed user cannot sign in',
      code: 101,
      path: 'verifyPassword',
      params: { username: 'sealed', password: PASSWORDS.sealed },
    },
    {
      name: 'A taken user name is refused whatever its case',
      code: 202,
      method: 'POST',
      path: 'users',
      body: { username: 'ADA', password: 'x' },
    },
    {
      name: 'A taken e-mail address is refused whatever its case',
      code: 203,
      method: 'POST',
      path: 'users',
      body: { username: 'new', password: 'x', email: 'aDA@example.ORG' },
    },
    { name: 'An expired session is refused', code: 209, path: 'users/me', as: { session: sessions.expired } },
    {
      name: 'An unknown session is refused',
      code: 209,
      path: 'classes/Kind',
      as: { session: 'r:00000000000000000000000000000000' },
    },
  ];
}

function aboutAcl({ people, letters, rules }) {
  const letter = (name, which, who) => ({
    name,
    path: `classes/Letter/${letters[which]}`,
    as: who && { session: people[who].session },
  });
  const hidden = (name, which, who) => ({ ...letter(name, which, who), code: 101 });
  return [
    letter('All users read a publicly readable object', 'readable'),
    letter('The owner reads a private object', 'private', 'ada'),
    hidden('Another user does not read a private object', 'private', 'ben'),
    hidden('A signed-out client does not read a private object', 'private'),
    letter('A member of a role reads its object', 'curators', 'ada'),
    letter("A member of a child role reads its parent's object", 'curators', 'ben'),
    hidden("A member of another role does not read the role's object", 'curators', 'cleo'),
    hidden('A user who may only write does not read', 'writeOnly', 'cleo'),
    hidden('A sealed object is hidden from users', 'sealed', 'ada'),
    {
      name: 'The master reads a sealed object with its empty ACL',
      path: `classes/Letter/${letters.sealed}`,
      as: master,
    },
    {
      name: 'A find returns only what its caller may read',
      path: 'classes/Letter',
      as: { session: people.ben.session },
    },
    {
      name: 'A private object may not be written by others',
      code: 101,
      method: 'PUT',
      path: `classes/Letter/${letters.private}`,
      body: { name: 'stolen' },
      as: { session: people.ben.session },
    },
    {
      name: 'A readable object may not be deleted by others',
      code: 101,
      method: 'DELETE',
      path: `classes/Letter/${letters.readable}`,
      as: { session: people.ben.session },
    },
    {
      name: 'The ACL holds in a class that lost a field',
      code: 101,
      path: `classes/Trimmed/${rules.trimmed}`,
      as: { session: people.ben.session },
    },
    {
      name: 'The default ACL of a class was applied',
      path: `classes/Draft/${rules.draft}`,
      as: { session: people.cleo.session },
    },
    { name: 'The default ACL of a class keeps others out', code: 101, path: `classes/Draft/${rules.draft}` },
    {
      name: 'The default ACL of a class admits its role',
      path: `classes/Draft/${rules.draft}`,
      as: { session: people.ben.session },
    },
  ];
}

function aboutClasses({ people, rules }) {
  const as = name => ({ session: people[name].session });
  return [
    { name: 'A class for a role is listed for its members', path: 'classes/Minutes', as: as('ada') },
    { name: 'A class for a role is listed for members of a child role', path: 'classes/Minutes', as: as('ben') },
    { name: 'A class for a role is closed to others', code: 119, path: 'classes/Minutes', as: as('cleo') },
    {
      name: 'A class for signed-in users is closed to the signed-out',
      code: 101,
      path: `classes/Minutes/${rules.minutes}`,
    },
    { name: 'A protected field is left out', path: `classes/Minutes/${rules.minutes}`, as: as('cleo') },
    {
      name: 'A query on a protected field is refused',
      code: 119,
      path: 'classes/Minutes',
      as: as('ada'),
      params: { where: { vote: '3 to 2' } },
    },
    { name: 'A pointer permission shows the owner its object', path: 'classes/Diary', as: as('ada') },
    { name: 'A pointer permission over an array shows the reader the object', path: 'classes/Diary', as: as('cleo') },
    { name: 'A pointer permission hides objects from strangers', empty: true, path: 'classes/Diary', as: as('dora') },
    { name: 'A pointer permission hides objects from the signed-out', code: 101, path: `classes/Diary/${rules.diary}` },
    {
      name: 'A reader may not write under a pointer permission',
      code: 101,
      method: 'PUT',
      path: `classes/Diary/${rules.diary}`,
      body: { text: 'hm' },
      as: as('cleo'),
    },
    { name: 'Old-style user fields show the owner its object', path: `classes/Legacy/${rules.legacy}`, as: as('cleo') },
    {
      name: 'Old-style user fields hide the object from others',
      code: 101,
      path: `classes/Legacy/${rules.legacy}`,
      as: as('ada'),
    },
    {
      name: 'A new field is refused where the class forbids it',
      code: 119,
      method: 'POST',
      path: 'classes/Diary',
      body: { mood: 'good' },
      as: as('ada'),
    },
    {
      name: 'A missing required field is refused',
      code: 142,
      method: 'POST',
      path: 'classes/Catalogue',
      body: { edition: 2 },
    },
    {
      name: 'A value of the wrong type is refused',
      code: 111,
      method: 'POST',
      path: 'classes/Catalogue',
      body: { title: 5 },
    },
    {
      name: 'A pointer of the wrong class is refused',
      code: 111,
      method: 'POST',
      path: 'classes/Catalogue',
      body: { title: 'x', editor: pointer('Kind', 'y') },
    },
    {
      name: 'A taken chosen id is refused',
      code: 137,
      method: 'POST',
      path: 'classes/Keepsake',
      body: { objectId: '42', label: 'again' },
    },
    { name: 'Every schema reads back identical', path: 'schemas', as: master },
    { name: 'A schema that lost a field reads back identical', path: 'schemas/Trimmed', as: master },
    { name: 'A schema with indexes reads back identical', path: 'schemas/Catalogue', as: master },
    { name: 'A schema with permissions reads back identical', path: 'schemas/Diary', as: master },
  ];
}

/** The session row itself: where tokens are stored hashed, its answers are allowed to differ. */
export function sessionQuestions({ people, sessions }) {
  return [
    { name: 'A session reads back identical', path: 'sessions/me', as: { session: people.ada.session } },
    { name: 'A session of an installation reads back identical', path: 'sessions/me', as: { session: sessions.phone } },
    { name: "A user's sessions are listed", path: 'sessions', as: { session: people.ada.session } },
  ];
}

export function rightQuestions(facts) {
  return [...aboutPeople(facts), ...aboutAcl(facts), ...aboutClasses(facts)];
}
