// Ten thousand different wheres, and as many different writes in transactions: what the server and its connections in
// PostgreSQL keep in memory before and after; `just shapes-load`, in short `just shapes-load --shapes 2000`.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createDatabase, databaseName, databaseUrl, dropDatabase } from '../../conformance/harness/database.mjs';
import pg from '../../conformance/node_modules/pg/lib/index.js';
import { startTouchstone } from '../servers.mjs';

const { values } = parseArgs({ options: { shapes: { type: 'string', default: '10000' } } });
const shapes = Number(values.shapes);
/** Enough for the cache of every connection to be full. */
const WARM_UP = 8000;
const FIELDS = 15;
const AT_ONCE = 4;
const PAGE_MB = 4096 / 2 ** 20;
/** What a process may grow by: allocators keep some of what they were given back. */
const LEEWAY = { share: 1.1, mb: 4 };

/** What a process has in memory for itself. Any user may read it of any process. */
function privateMb(pid) {
  const [, resident, shared] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ').map(Number);
  return (resident - shared) * PAGE_MB;
}

const names = Array.from({ length: FIELDS }, (_, at) => `f${at}`);
const chosen = shape => names.filter((_, at) => (shape >> at) & 1);

/** One where and one write that no user has sent before: every number stands for other fields. */
async function send(server, shape, objectId) {
  const fields = chosen(shape);
  const where = encodeURIComponent(JSON.stringify(Object.fromEntries(fields.map(name => [name, shape]))));
  await server.must('GET', `classes/Shape?where=${where}&limit=1`);
  const body = Object.fromEntries(fields.map(name => [name, shape]));
  const requests = [{ method: 'PUT', path: `/parse/classes/Shape/${objectId}`, body }];
  await server.must('POST', 'batch', { transaction: true, requests });
}

async function sendAll(server, from, to, objectIds) {
  let next = from;
  const one = async objectId => {
    while (next < to) await send(server, next++, objectId);
  };
  await Promise.all(objectIds.map(one));
}

async function memory(server, client) {
  const { rows } = await client.query(
    `select pid from pg_stat_activity where datname = current_database() and application_name = 'touchstone'`
  );
  return { server: privateMb(server.child.pid), connections: new Map(rows.map(({ pid }) => [pid, privateMb(pid)])) };
}

const sum = values => values.reduce((all, one) => all + one, 0);

function tell(when, { server, connections }) {
  const mb = value => `${value.toFixed(1)} MB`.padStart(9);
  const each = [...connections.values()];
  console.log(
    `${when.padEnd(20)} server ${mb(server)}   ${String(each.length).padStart(2)} connections ${mb(sum(each))}, the largest ${mb(Math.max(...each))}`
  );
}

/** What the connections that were there before have: the server opens more, up to its settings, when it needs them. */
function ofThose(before, after) {
  const stayed = [...before.connections.keys()].filter(pid => after.connections.has(pid));
  return [before, after].map(({ connections }) => sum(stayed.map(pid => connections.get(pid))));
}

const isFlat = (before, after) => after <= Math.max(before * LEEWAY.share, before + LEEWAY.mb);

const database = databaseName('shapes');
await createDatabase(database);
const client = new pg.Client({ connectionString: databaseUrl(database) });
await client.connect();
const server = await startTouchstone(13373, databaseUrl(database));
try {
  const fields = Object.fromEntries(names.map(name => [name, { type: 'Number' }]));
  await server.must('POST', 'schemas/Shape', { className: 'Shape', fields }, { master: true });
  const objectIds = [];
  for (let at = 0; at < AT_ONCE; at += 1) objectIds.push((await server.must('POST', 'classes/Shape', {})).objectId);
  tell('at the start', await memory(server, client));
  await sendAll(server, 1, 1 + WARM_UP, objectIds);
  const before = await memory(server, client);
  tell(`after ${WARM_UP} shapes`, before);
  await sendAll(server, 1 + WARM_UP, 1 + WARM_UP + shapes, objectIds);
  const after = await memory(server, client);
  tell(`after ${shapes} more`, after);
  const [then, now] = ofThose(before, after);
  console.log(`the connections that were there before: ${then.toFixed(1)} MB, then ${now.toFixed(1)} MB`);
  const flat = isFlat(before.server, after.server) && isFlat(then, now);
  console.log(flat ? 'memory is flat on both sides' : 'MISSED: memory grows with the number of shapes');
  process.exitCode = flat ? 0 : 1;
} finally {
  await server.stop();
  await client.end();
  await dropDatabase(database);
}
