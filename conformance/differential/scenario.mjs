// The vocabulary scenarios are written in.
//
// A scenario is a sentence and a list of steps; a step is one request. `{{name.path}}` in a path, a
// query, a header or a body stands for a value out of the answer that an earlier step kept with
// `.as('name')`.

import { APP_ID, CLIENT_KEYS, KEYS } from './configurations.mjs';

export function scenario(name, steps, { configuration = 'main' } = {}) {
  return { name, configuration, steps: label(steps.flat(Infinity)) };
}

export const get = (path, query) => new Step('GET', path, { query });
export const post = (path, body) => new Step('POST', path, { body });
export const put = (path, body) => new Step('PUT', path, { body });
export const del = (path, body) => new Step('DELETE', path, { body });
export const request = (method, path, body) => new Step(method, path, { body });

export const find = (className, query = {}) => get(`/classes/${className}`, query);
export const where = (className, constraint, more = {}) =>
  find(className, { where: constraint, ...more });
export const create = (className, fields) => post(`/classes/${className}`, fields);

/** For each constraint the names of the rows it finds, where only the choice of rows is the question. */
export const found = (className, constraints) =>
  constraints.map(constraint => where(className, constraint, { keys: 'name' }).only(names));
const names = ({ results, ...rest }) => (results ? results.map(({ name }) => name).sort() : rest);

export const rows = (className, list) => list.map(fields => create(className, fields));

export const pointer = (className, objectId) => ({ __type: 'Pointer', className, objectId });
export const date = iso => ({ __type: 'Date', iso });
export const geo = (latitude, longitude) => ({ __type: 'GeoPoint', latitude, longitude });
export const polygon = (...coordinates) => ({ __type: 'Polygon', coordinates });
export const relation = className => ({ __type: 'Relation', className });
export const bytes = base64 => ({ __type: 'Bytes', base64 });
export const file = name => ({ __type: 'File', name });
export const op = (name, more = {}) => ({ __op: name, ...more });
export const increment = amount => op('Increment', { amount });
export const add = (...objects) => op('Add', { objects });
export const addUnique = (...objects) => op('AddUnique', { objects });
export const remove = (...objects) => op('Remove', { objects });
export const addRelation = (...objects) => op('AddRelation', { objects });
export const removeRelation = (...objects) => op('RemoveRelation', { objects });
export const unset = op('Delete');

export const signUp = (username, more = {}) =>
  post('/users', { username, password: 'secret', ...more });

/** The next mail to an address: whom it goes to, what it says up to its link, and the token in that. */
export const mailTo = address => new Step('MAIL', address, {});

/** A page as a browser fetches it. */
export const page = (path, query) => get(path, query).withoutApp();

/** A form as a page posts it. */
export const form = (path, fields) =>
  post(path, Object.entries(fields).map(([name, value]) => `${name}=${value}`).join('&'))
    .withoutApp()
    .with({ 'Content-Type': 'application/x-www-form-urlencoded' });

/** The header by which a script is distinguished from a browser. */
export const SCRIPT = { 'X-Requested-With': 'XMLHttpRequest' };

class Step {
  constructor(method, path, { query, body }) {
    this.method = method;
    this.path = path;
    this.query = query;
    this.body = body;
    this.headers = { 'X-Parse-Application-Id': APP_ID };
    this.title = undefined;
    this.keptAs = undefined;
    this.projection = undefined;
    this.condition = undefined;
    this.order = undefined;
    this.caller = undefined;
  }

  /** Keeps the answer's body under a name, for `{{name.path}}` in later steps. */
  as(name) {
    this.keptAs = name;
    return this;
  }

  /** Says what the step is about where the request itself does not, or is sent twice. */
  named(title) {
    this.title = title;
    return this;
  }

  master() {
    this.caller = 'master key';
    return this.with({ 'X-Parse-Master-Key': KEYS.masterKey });
  }

  readOnlyMaster() {
    this.caller = 'read-only master key';
    return this.with({ 'X-Parse-Master-Key': KEYS.readOnlyMasterKey });
  }

  maintenance() {
    this.caller = 'maintenance key';
    return this.with({ 'X-Parse-Maintenance-Key': KEYS.maintenanceKey });
  }

  /** As the user whose sign-up or log-in was kept under this name. */
  by(name) {
    this.caller = name;
    return this.with({ 'X-Parse-Session-Token': `{{${name}.sessionToken}}` });
  }

  with(headers) {
    this.headers = { ...this.headers, ...headers };
    return this;
  }

  /** Without the application id, which every step otherwise sends as a header. */
  withoutApp() {
    delete this.headers['X-Parse-Application-Id'];
    return this;
  }

  /** Compares only what `projection` makes of the body; for bodies that are partly the machine's. */
  only(projection) {
    this.projection = projection;
    return this;
  }

  /** Asks again until the body meets the condition, for effects a server completes after answering. */
  until(condition) {
    this.condition = condition;
    return this;
  }

  /** The order of the rows is part of the answer although the request names no order. */
  ordered() {
    this.order = true;
    return this;
  }

  /** The order of the rows is not part of the answer although the request seems to ask for one. */
  unordered() {
    this.order = false;
    return this;
  }

  get isOrdered() {
    if (this.order !== undefined) return this.order;
    const text = JSON.stringify([this.query ?? null, this.body ?? null]);
    return /"order"|\$nearSphere|\$sort/.test(text) || /[?&]order=/.test(this.path);
  }
}

function label(steps) {
  const seen = new Map();
  for (const step of steps) {
    step.request = described(step);
    const text = step.title ?? step.request;
    const times = (seen.get(text) ?? 0) + 1;
    seen.set(text, times);
    step.label = times === 1 ? text : `${text} #${times}`;
  }
  return steps;
}

function described({ method, path, query, body, caller, headers }) {
  const parts = [method, path];
  for (const [name, value] of Object.entries(query ?? {})) {
    parts.push(`${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  }
  if (body !== undefined) parts.push(typeof body === 'string' ? body : JSON.stringify(body));
  if (caller) parts.push(`as ${caller}`);
  const unusual = Object.entries(headers).filter(([name, value]) => !usual(name, value, caller));
  parts.push(...unusual.map(([name, value]) => `[${name}: ${value}]`));
  if (!Object.keys(headers).some(name => /^x-parse-application-id$/i.test(name))) {
    parts.push('[no application id]');
  }
  return parts.join(' ');
}

/** Whether the caller's name already tells of this header, or every request of a configuration has it. */
function usual(name, value, caller) {
  if (value === APP_ID || value === CLIENT_KEYS.restAPIKey) return true;
  return Boolean(caller) && (Object.values(KEYS).includes(value) || value.startsWith('{{'));
}
