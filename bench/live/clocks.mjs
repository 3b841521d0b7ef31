// What a server, its connections in PostgreSQL and the load itself have used so far.
import { readFileSync } from 'node:fs';
import { cpuSecondsOf } from '../servers.mjs';

const NANOSECONDS = 1e9;
const PAGE_KB = 4;

/** Memory of a process that lies in RAM, in KB. */
export function residentKb(pid) {
  return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_KB;
}

const ESTABLISHED = '01';
/** 127.0.0.1, from where objects are written; sockets come from the addresses after it. */
const WRITERS = '0100007F';

/** How many sockets the server at a port still serves: those it has let go are in another state, whether or not their
 * clients know. */
export function servedSockets(port) {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = readFileSync('/proc/net/tcp', 'utf8').split('\n').map(line => line.trim().split(/\s+/));
  return rows.filter(([, here, there, state]) => state === ESTABLISHED && here.endsWith(local) && !there.startsWith(WRITERS)).length;
}

/** Time of one connection's process, more exactly than in hundredths of a second; none if it has ended. */
function backendSeconds(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / NANOSECONDS;
  } catch {
    return undefined;
  }
}

/** The time of every connection to the database of a client, by process. */
async function backends(client) {
  const { rows } = await client.query('select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()');
  const seconds = rows.map(({ pid }) => [pid, backendSeconds(pid)]);
  return new Map(seconds.filter(([, spent]) => spent !== undefined));
}

/** All clocks at one moment. */
export async function read(server, load, client) {
  return {
    at: performance.now() / 1000,
    server: cpuSecondsOf(server.child.pid),
    load: cpuSecondsOf(load.pid),
    backends: await backends(client),
  };
}

/** What was used between two moments, in seconds. A connection that was opened in between counts from its beginning. */
export function between(before, after) {
  const database = [...after.backends].map(([pid, spent]) => spent - (before.backends.get(pid) ?? 0));
  return {
    elapsed: after.at - before.at,
    server: after.server - before.server,
    load: after.load - before.load,
    database: database.reduce((all, one) => all + one, 0),
  };
}
