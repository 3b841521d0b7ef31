// A running server as the attacks see it: requests, people, classes, its database, its log.
import assert from 'node:assert/strict';
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { eventually } from '../harness/expectations.mjs';
import { fresh } from '../harness/names.mjs';
import { allowed } from './answers.mjs';

export { fresh };

// Words of PostgreSQL and of our own insides that no answer may contain.
const INSIDES =
  /syntax error at or near|relation "|column "[^"]*" (does not|of relation)|violates (unique|check|not-null|foreign)|invalid input syntax|duplicate key value|pg_catalog|SQLSTATE|DETAIL:|panicked at|\.rs:\d+|tokio_postgres|stack backtrace/i;

const KEY_HEADERS = { master: 'masterKey', readOnly: 'readOnlyMasterKey' };

/** An address that has not called yet. */
export function stranger() {
  return `${randomInt(20, 99)}.${randomInt(1, 250)}.${randomInt(1, 250)}.${randomInt(1, 250)}`;
}

/** An address of an operator, as a proxy tells it. */
function operator() {
  return `198.18.${randomInt(1, 250)}.${randomInt(1, 250)}`;
}

const PUBLIC = { '*': true };

/** Class-level permissions that allow all users everything but add fields. */
export const OPEN = { find: PUBLIC, count: PUBLIC, get: PUBLIC, create: PUBLIC, update: PUBLIC, delete: PUBLIC, addField: {} };

/** Class-level permissions that deny everything. */
export const CLOSED = { find: {}, count: {}, get: {}, create: {}, update: {}, delete: {}, addField: {} };

export class Attacked {
  #pool;
  #process;
  #complaints = [];
  #secrets = new Set();

  constructor({ name, url, keys, process, pool, log, isBehindProxy, ...offers }) {
    Object.assign(this, { name, url, keys, logFile: log, isBehindProxy, address: new URL(url), ...offers });
    this.pid = process.pid;
    this.#process = process;
    this.#pool = pool;
  }

  /** Rows of the server's own database. */
  async sql(text, values) {
    return (await this.#pool.query(text, values)).rows;
  }

  /** A connection to the server's own database, for statements that need settings of their own. */
  client() {
    return this.#pool.connect();
  }

  async countOf(table) {
    const [{ count }] = await this.sql(`SELECT count(*)::int AS count FROM "${table}"`);
    return count;
  }

  async hasTable(table) {
    const [{ found }] = await this.sql('SELECT to_regclass($1) IS NOT NULL AS found', [`"${table}"`]);
    return found;
  }

  log() {
    return readFileSync(this.logFile, 'utf8');
  }

  /** The log, once everything that was answered so far is in it: lines are written a moment later, or before the end. */
  async wholeLog() {
    if (!this.isAlive()) return this.log();
    // Probes that succeed are not logged.
    const { headers } = await fetch(`${this.url}/classes/Nope`);
    const isWritten = () => this.log().includes(headers.get('x-request-id'));
    await eventually(isWritten, 'the line of the last request');
    return this.log();
  }

  isAlive() {
    return this.#process.isRunning;
  }

  /** Something the log must never contain. */
  keepSecret(text) {
    this.#secrets.add(text);
    return text;
  }

  /** Every secret this server has been sent or has handed out. */
  secrets() {
    const { appId: _, ...keys } = this.keys;
    return [...Object.values(keys), ...this.#secrets];
  }

  #headers({ app = this.keys.appId, key, as, from, installation, type, body, headers }) {
    const all = new Headers();
    if (app !== null) all.set('X-Parse-Application-Id', app);
    if (KEY_HEADERS[key]) all.set('X-Parse-Master-Key', this.keys[KEY_HEADERS[key]]);
    if (key === 'maintenance') all.set('X-Parse-Maintenance-Key', this.keys.maintenanceKey);
    const token = as?.token ?? as;
    if (token) all.set('X-Parse-Session-Token', token);
    if (installation ?? as?.installation) all.set('X-Parse-Installation-Id', installation ?? as.installation);
    if (body !== undefined) all.set('Content-Type', type ?? 'application/json');
    if (this.isBehindProxy && key === undefined) all.set('X-Forwarded-For', from ?? as?.address ?? stranger());
    // An operator passes a proxy that is not configured.
    else if (this.isBehindProxy && !this.isProxyUnnamed) all.set('X-Forwarded-For', from ?? operator());
    for (const [name, value] of Object.entries(headers ?? {})) all.set(name, value);
    return all;
  }

  /**
   * Sends one request below the mount. `as` is a person or a token, `key` one of master, readOnly and
   * maintenance, `from` the address a trusted proxy tells. `mayFail` expects a status of 500 or above.
   */
  async send(method, path, options = {}) {
    const { query, body, mayFail = false } = options;
    const url = new URL(path.startsWith('http') ? path : this.url + path);
    for (const [name, value] of Object.entries(query ?? {})) {
      url.searchParams.append(name, typeof value === 'string' ? value : JSON.stringify(value));
    }
    const isRaw = body === undefined || typeof body === 'string' || body instanceof Uint8Array || body instanceof FormData;
    const sent = isRaw ? body : JSON.stringify(body);
    const answer = await fetch(url, {
      method,
      headers: this.#headers(options),
      body: sent,
      redirect: 'manual',
      signal: AbortSignal.timeout(options.timeout ?? 30_000),
    });
    const text = await answer.text();
    const asked = `${method} ${path.slice(0, 100)} ${typeof sent === 'string' ? sent.slice(0, 160) : ''} to ${this.name}`;
    if (answer.status >= 500 && !mayFail) this.#complaints.push(`${asked} was answered ${answer.status} ${text.slice(0, 200)}`);
    if (INSIDES.test(text)) this.#complaints.push(`${asked} shows the insides: ${text.slice(0, 200)}`);
    if (answer.headers.has('set-cookie')) this.#complaints.push(`${asked} sets a cookie`);
    return { status: answer.status, headers: answer.headers, text, body: parsed(text), asked };
  }

  /** Throws what has been noticed since the last call: failures of the server, and what it let slip. */
  complain() {
    const [first] = this.#complaints.splice(0);
    assert.equal(first, undefined);
    assert.doesNotMatch(this.#newLog(), /panicked at|it panicked/, `the server ${this.name} has panicked`);
  }

  #logRead = 0;
  #newLog() {
    if (this.name === 'loud') return '';
    const log = this.log();
    const added = log.slice(this.#logRead);
    this.#logRead = log.length;
    return added;
  }

  suspicions() {
    return this.isAlive() ? [] : [`the server ${this.name} has died; see ${this.logFile}`];
  }

  /** A signed-up user on a device and an address of their own. */
  async person(fields = {}) {
    const username = fields.username ?? fresh('user-');
    const password = this.keepSecret(fields.password ?? `Nv7-${randomBytes(12).toString('base64url')}`);
    const installation = randomUUID();
    const address = stranger();
    const body = { username, password, ...fields };
    // Behind the proxy an operator makes them: strangers who sign up share an allowance for all.
    const key = this.isBehindProxy ? 'master' : undefined;
    const answer = allowed(await this.send('POST', '/users', { body, installation, key }));
    const { objectId: id, sessionToken: token } = answer;
    if (token) this.keepSecret(token);
    if (fields.email) this.keepSecret(fields.email);
    return { id, token, username, password, installation, address, pointer: pointer('_User', id) };
  }

  async logIn(person, options = {}) {
    const body = { username: person.username, password: person.password };
    const answer = await this.send('POST', '/login', { body, ...options });
    if (answer.body?.sessionToken) this.keepSecret(answer.body.sessionToken);
    return answer;
  }

  /** A session that a user opened this many minutes ago, as a thief would find it. */
  async oldSession(person, minutes, { idle = 0 } = {}) {
    const token = this.keepSecret(`r:${randomBytes(16).toString('hex')}`);
    const times = [`${minutes} minutes`, `${idle} minutes`];
    await this.sql(
      `INSERT INTO "_Session" ("objectId", "createdAt", "updatedAt", "user", "sessionToken", "expiresAt", "createdWith", "_rperm", "_wperm")
      VALUES ($1, now() - $4::interval, now() - $5::interval, $2, $3, now() + interval '60 days', '{"action":"login","authProvider":"password"}', '{}', '{}')`,
      [fresh('').slice(0, 10), person.id, token, ...times]
    );
    return { ...person, token };
  }

  /** A class as an operator defines it; the fields are given as `{ name: 'String' }`. */
  async classWith({ name = fresh(), fields = {}, clp = OPEN } = {}) {
    const typed = Object.fromEntries(
      Object.entries(fields).map(([field, type]) => [field, typeof type === 'string' ? { type } : type])
    );
    const body = { className: name, fields: typed, classLevelPermissions: clp };
    allowed(await this.send('POST', `/schemas/${name}`, { key: 'master', body }));
    return name;
  }

  /** An object made with the master key. */
  async object(className, fields = {}) {
    const { objectId } = allowed(await this.send('POST', `/classes/${className}`, { key: 'master', body: fields }));
    return { id: objectId, path: `/classes/${className}/${objectId}`, pointer: pointer(className, objectId) };
  }

  /** A role that holds these people. */
  async role(users = [], name = fresh('role')) {
    const body = { name, ACL: { '*': { read: true } } };
    if (users.length) body.users = { __op: 'AddRelation', objects: users.map(({ pointer }) => pointer) };
    const { objectId } = allowed(await this.send('POST', '/roles', { key: 'master', body }));
    return { id: objectId, name, path: `/roles/${objectId}`, pointer: pointer('_Role', objectId) };
  }

  /** What the database holds of one object. */
  async stored(className, id) {
    return (await this.sql(`SELECT * FROM "${className}" WHERE "objectId" = $1`, [id]))[0];
  }
}

export function pointer(className, objectId) {
  return { __type: 'Pointer', className, objectId };
}

/** Only these people may read and write. */
export function onlyFor(...people) {
  return Object.fromEntries(people.map(({ id }) => [id, { read: true, write: true }]));
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
