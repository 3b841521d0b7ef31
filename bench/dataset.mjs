// The database that all three sides are measured on: classes made by Parse Server, rows by SQL.
import { createHash, randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';

const packages = createRequire(new URL('../conformance/package.json', import.meta.url));
const pg = packages('pg');

const CLUSTER = 'postgres://touchstone@127.0.0.1:54329';
const DATABASE = 'touchstone_bench';
export const DATABASE_URL = `${CLUSTER}/${DATABASE}`;

/** How many users besides it send finds: one alone may have only so many queries under way. */
export const OTHERS = 399;
export const USER = { username: 'bench', password: 'bench password' };

/** One statement, or several in the given order, each on its own: VACUUM refuses company. */
export async function sql(...statements) {
  return onDatabase(DATABASE, statements);
}

async function onDatabase(database, statements) {
  const client = new pg.Client({ connectionString: `${CLUSTER}/${database}` });
  await client.connect().catch(error => {
    throw new Error(`cannot reach PostgreSQL at ${CLUSTER} (${error.message}); run scripts/services up`);
  });
  try {
    let last;
    for (const statement of statements) {
      last = await client.query(statement);
    }
    return last.rows;
  } finally {
    await client.end();
  }
}

export async function createDatabase() {
  await onDatabase('postgres', [
    `drop database if exists "${DATABASE}" with (force)`,
    `create database "${DATABASE}" template template0`,
  ]);
  await sql('create extension postgis');
}

const STRING = { type: 'String' };
const AUTHOR = { type: 'Pointer', targetClass: 'BenchAuthor' };
const ITEM = {
  title: STRING,
  category: STRING,
  score: { type: 'Number' },
  author: AUTHOR,
  publishedAt: { type: 'Date' },
  draft: { type: 'Boolean' },
};

const CLASSES = {
  BenchAuthor: { fields: { name: STRING, country: STRING, joinedAt: { type: 'Date' }, works: { type: 'Number' } } },
  BenchItem: {
    fields: { ...ITEM, body: STRING },
    indexes: { benchItemByCategory: { category: 1, publishedAt: 1 } },
  },
  BenchEntry: { fields: ITEM, indexes: { benchEntryByCategory: { category: 1, publishedAt: 1 } } },
  BenchCounter: { fields: { ...ITEM, body: STRING } },
};

/** Makes classes, a user and its role through a running Parse Server; answers the user's id and session. */
export async function createClasses(server) {
  for (const [className, definition] of Object.entries(CLASSES)) {
    await server.must('POST', `schemas/${className}`, { className, ...definition }, { master: true });
  }
  const user = await server.must('POST', 'users', USER);
  const members = {
    __op: 'AddRelation',
    objects: [{ __type: 'Pointer', className: '_User', objectId: user.objectId }],
  };
  const role = await server.must(
    'POST',
    'roles',
    { name: 'Members', ACL: { '*': { read: true } }, users: members },
    { master: true }
  );
  return { id: user.objectId, session: user.sessionToken, role: role.objectId };
}

const digest = token => `sha256:${createHash('sha256').update(token).digest('hex')}`;

/** Makes other members of the role, and gives a session of each for Parse Server and one for us, as each keeps them. */
export async function createOthers(role) {
  const numbers = Array.from({ length: OTHERS }, (_, at) => 1000 + at);
  const tokens = () => numbers.map(() => `r:${randomBytes(16).toString('hex')}`);
  const [parseServer, ours] = [tokens(), tokens()];
  const session = (kind, kept) => `insert into "_Session" ("objectId", "createdAt", "updatedAt", "user", "sessionToken", "expiresAt", "createdWith")
     select '${kind}' || n, now(), now(), 'user' || n, token, now() + interval '1 day', '{"action": "signup", "authProvider": "password"}'
       from unnest(array[${numbers}], array[${kept.map(token => `'${token}'`)}]) as session(n, token)`;
  await sql(
    `insert into "_User" ("objectId", "createdAt", "updatedAt", "username", "_rperm", "_wperm")
     select 'user' || n, now(), now(), 'user ' || n, array['*', 'user' || n], array['user' || n] from unnest(array[${numbers}]) n`,
    `insert into "_Join:users:_Role" ("relatedId", "owningId") select 'user' || n, '${role}' from unnest(array[${numbers}]) n`,
    session('plain', parseServer),
    session('digest', ours.map(digest))
  );
  return { parseServer, ours };
}

/** A number below `range` that depends on n alone but looks random. */
const scatter = (salt, range) => `(abs(hashint8extended(n, ${salt})) % ${range})`;

const itemColumns = `"createdAt", "updatedAt", "title", "category", "score", "author", "publishedAt", "draft", "body"`;
const itemValues = `now(), now(), 'Item number ' || n || ' of the collection', 'category' || (1000 + n % 1000), ${scatter(1, 1000)},
  'auth' || (100000 + ${scatter(2, 1000)}), timestamptz '2020-01-01' + ${scatter(3, 126230400)} * interval '1 second',
  n % 7 = 0, repeat(md5(n::text), 6)`;

// Half of the readable rows are public, half open to the user by its id or role.
const readers = user =>
  `case ${scatter(6, 4)} when 0 then array['${user}'] when 1 then array['role:Members'] else array['*'] end`;
const writers = user => `case ${scatter(6, 4)} when 0 then array['${user}'] else array['role:Members'] end`;

export async function createRows(user) {
  const own = `${readers(user)}, ${writers(user)}`;
  await sql(
    `insert into "BenchAuthor" ("objectId", "createdAt", "updatedAt", "name", "country", "joinedAt", "works", "_rperm", "_wperm")
     select 'auth' || n, now(), now(), 'Author ' || n, 'country ' || n % 50, now(), n % 90, array['*'], array['role:Members']
       from generate_series(100000, 100999) n`,
    `insert into "BenchItem" ("objectId", ${itemColumns}, "_rperm", "_wperm")
     select 'item' || n, ${itemValues}, ${own} from generate_series(100000, 199999) n order by ${scatter(4, 1000000)}`,
    // Rows of another user, which a find must pass over.
    `insert into "BenchItem" ("objectId", ${itemColumns}, "_rperm", "_wperm")
     select 'priv' || n, ${itemValues}, array['somebody'], array['somebody'] from generate_series(100000, 109999) n`,
    `insert into "BenchCounter" ("objectId", ${itemColumns}, "_rperm", "_wperm")
     select 'coun' || n, ${itemValues}, ${own} from generate_series(100000, 199999) n order by ${scatter(5, 1000000)}`,
    // Leaves room on every page, as a table has that was updated for a while: otherwise the side that is measured first
    // pays for growing it.
    `update "BenchCounter" set "score" = "score"`,
    'vacuum (analyze)',
    'checkpoint'
  );
}

/** The same start for every measurement that writes. */
export async function settle(workload) {
  const before = {
    create: ['truncate "BenchEntry"', 'checkpoint'],
    increment: ['vacuum "BenchCounter"', 'checkpoint'],
  };
  if (before[workload]) {
    await sql(...before[workload]);
  }
}
