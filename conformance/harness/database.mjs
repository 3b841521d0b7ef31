// Fresh databases on the project's own PostgreSQL, one per server, gone when the run ends.
import pg from 'pg';

const ADMIN_URL = process.env.CONFORMANCE_ADMIN_URL ?? 'postgres://touchstone@127.0.0.1:54329/postgres';

/** Does work with a connection, to the database of administrators unless another one is given. */
export async function asAdmin(work, url = ADMIN_URL) {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
  } catch (error) {
    throw new Error(`PostgreSQL does not answer at ${url} (${error.message}); run scripts/services up`);
  }
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Names carry the process they belong to, so that a later run can tell which are abandoned. */
export function databaseName(configuration) {
  return `conformance_${configuration.replaceAll('-', '_')}_${process.pid}`;
}

export function databaseUrl(name) {
  const url = new URL(ADMIN_URL);
  url.pathname = `/${name}`;
  return url.href;
}

/** Makes an empty database. */
export async function createEmptyDatabase(name) {
  await asAdmin(client => client.query(`CREATE DATABASE "${name}"`));
}

/** Makes a database with PostGIS, if there is one: Parse Server needs it for its distance queries. */
export async function createDatabase(name) {
  await createEmptyDatabase(name);
  await asAdmin(async client => {
    const { rowCount } = await client.query(`SELECT FROM pg_available_extensions WHERE name = 'postgis'`);
    if (rowCount > 0) await client.query('CREATE EXTENSION IF NOT EXISTS postgis');
  }, databaseUrl(name));
}

export async function dropDatabase(name) {
  await asAdmin(client => client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`));
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Drops what runs that were killed have left behind. */
export async function dropAbandonedDatabases() {
  const { rows } = await asAdmin(client =>
    client.query(String.raw`SELECT datname FROM pg_database WHERE datname ~ '^conformance_[a-z_]+_\d+$'`)
  );
  for (const { datname } of rows) {
    if (!isAlive(Number(datname.match(/\d+$/)[0]))) await dropDatabase(datname);
  }
}
