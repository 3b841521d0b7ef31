// PocketBase as a peer: its own binary on SQLite, with collections that say in its words what the classes say in Parse's,
// and the rows of the database that the others are measured on.
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { OTHERS, USER, sql } from './dataset.mjs';
import { Server, logOf, scratch } from './servers.mjs';

const TOOLS = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'touchstone/cargo-tools');
const BINARY = process.env.POCKETBASE_BIN ?? join(TOOLS, 'bin/pocketbase');
const ADMINISTRATOR = { identity: 'bench@example.test', password: 'bench password' };
const MEMBERS = 'rolemembers0001';

// Public, of one user, or of those in a role. Looking for the role in what is known of the caller is the cheapest way to
// say the last: `@request.auth.roles.id ?= role` joins two tables for it.
const WRITE = 'reader = @request.auth.id || (role != "" && @request.auth.roles ~ role)';
const READ = `public = true || ${WRITE}`;

const ID = {
  name: 'id', type: 'text', system: true, primaryKey: true, required: true,
  min: 10, max: 15, pattern: '^[a-z0-9]+$', autogeneratePattern: '[a-z0-9]{10}',
};
const DATES = [
  { name: 'created', type: 'autodate', onCreate: true },
  { name: 'updated', type: 'autodate', onCreate: true, onUpdate: true },
];
const text = name => ({ name, type: 'text' });
const ITEM = [text('title'), text('category'), { name: 'score', type: 'number' }, { name: 'publishedAt', type: 'date' }, { name: 'draft', type: 'bool' }];

class PocketBase extends Server {
  static protocol = 'pocketbase';

  constructor(port, child, logFile) {
    super('PocketBase', `http://127.0.0.1:${port}/api`, child, logFile);
  }

  headers({ session } = {}) {
    return session ? { Authorization: session } : {};
  }
}

/** Starts it on an empty folder as one of the servers, and makes the collections and the rows of every class. */
export async function startPocketBase(port, servers) {
  if (!existsSync(BINARY)) throw new Error(`there is no PocketBase at ${BINARY}; install it with: scripts/setup load`);
  const folder = join(scratch, 'pocketbase');
  await promisify(execFile)(BINARY, ['superuser', 'upsert', ADMINISTRATOR.identity, ADMINISTRATOR.password, '--dir', folder]);
  const log = logOf('pocketbase');
  const child = spawn(BINARY, ['serve', '--http', `127.0.0.1:${port}`, '--dir', folder], { stdio: ['ignore', log.file, log.file] });
  const server = await new PocketBase(port, child, log.path).ready();
  servers.push(server);
  const { token } = await server.must('POST', 'collections/_superusers/auth-with-password', ADMINISTRATOR);
  const who = { session: token };
  const user = await createCollections(server, who);
  const others = await fill(join(folder, 'data.db'), user);
  const sessions = [];
  for (const id of [user, ...others]) {
    sessions.push((await server.must('POST', `collections/users/impersonate/${id}`, { duration: 86_400 }, who)).token);
  }
  return { server, sessions };
}

/** Makes the collections, a user and its role; answers the user's id. */
async function createCollections(server, who) {
  const collection = definition => server.must('POST', 'collections', { type: 'base', ...definition }, who);
  const roles = await collection({ name: 'roles', fields: [text('name')] });
  const users = await server.must('GET', 'collections/users', undefined, who);
  const membership = { name: 'roles', type: 'relation', collectionId: roles.id, maxSelect: 99 };
  await server.must('PATCH', 'collections/users', { fields: [...users.fields, membership] }, who);

  const access = [
    { name: 'public', type: 'bool' },
    { name: 'reader', type: 'relation', collectionId: users.id, maxSelect: 1 },
    { name: 'role', type: 'relation', collectionId: roles.id, maxSelect: 1 },
  ];
  const authors = await collection({
    name: 'BenchAuthor', listRule: READ, viewRule: READ,
    fields: [ID, text('name'), text('country'), { name: 'joinedAt', type: 'date' }, { name: 'works', type: 'number' }, ...access, ...DATES],
  });
  const item = [ID, ...ITEM, { name: 'author', type: 'relation', collectionId: authors.id, maxSelect: 1 }, ...access, ...DATES];
  const rules = { listRule: READ, viewRule: READ, updateRule: WRITE };
  const byCategory = name => [`CREATE INDEX ${name}ByCategory ON ${name} (category, publishedAt)`];
  await collection({ name: 'BenchItem', ...rules, fields: [...item, text('body')], indexes: byCategory('BenchItem') });
  await collection({ name: 'BenchEntry', ...rules, createRule: '@request.auth.id != ""', fields: item, indexes: byCategory('BenchEntry') });
  await collection({ name: 'BenchCounter', ...rules, fields: [...item, text('body')] });

  await server.must('POST', 'collections/roles/records', { id: MEMBERS, name: 'Members' }, who);
  const { password, username } = USER;
  const user = { email: `${username}@example.test`, password, passwordConfirm: password, verified: true, roles: [MEMBERS] };
  return (await server.must('POST', 'collections/users/records', user, who)).id;
}

const CLASSES = {
  BenchAuthor: ['name', 'country', 'joinedAt', 'works'],
  BenchItem: ['title', 'category', 'score', 'author', 'publishedAt', 'draft', 'body'],
  BenchCounter: ['title', 'category', 'score', 'author', 'publishedAt', 'draft', 'body'],
};

/** A value as PocketBase writes it into SQLite. */
function written(value) {
  if (value instanceof Date) return value.toISOString().replace('T', ' ');
  return typeof value === 'boolean' ? Number(value) : value;
}

/** Whom a row is open to: all users, the role, the user, or another user. */
function openTo([reader], user) {
  if (reader === '*') return [1, '', MEMBERS];
  if (reader === 'role:Members') return [0, '', MEMBERS];
  return reader === 'somebody' ? [0, '', ''] : [0, user, ''];
}

/** Makes the same rows, in the same order, as PostgreSQL has, and other members of the role; gives their ids. */
async function fill(file, user) {
  const database = new DatabaseSync(file);
  const insertInto = (name, columns) =>
    database.prepare(
      `insert into ${name} (${columns.map(column => `"${column}"`).join()}) values (${columns.map(() => '?').join()})`
    );
  for (const [name, fields] of Object.entries(CLASSES)) {
    const insert = insertInto(name, ['id', 'created', 'updated', ...fields, 'public', 'reader', 'role']);
    database.exec('begin');
    for (const row of await sql(`select * from "${name}" order by ctid`)) {
      const own = ['objectId', 'createdAt', 'updatedAt', ...fields].map(field => written(row[field]));
      insert.run(...own, ...openTo(row._rperm, user));
    }
    database.exec('commit');
  }
  const others = Array.from({ length: OTHERS }, (_, at) => `user0000000${1000 + at}`);
  const insert = insertInto('users', ['id', 'email', 'tokenKey', 'password', 'verified', 'roles']);
  for (const id of others) insert.run(id, `${id}@example.test`, `key of ${id}`.padEnd(50, '.'), 'none', 1, JSON.stringify([MEMBERS]));
  database.exec('analyze');
  database.close();
  return others;
}
