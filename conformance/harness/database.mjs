// Fresh databases on the project's own PostgreSQL, one per server, gone when the run ends.
import pg from 'pg';

const ADMIN_URL = process.env.CONFORMANCE_ADMIN_URL ?? 'postgres://touchstone@127.0.0.1:54329/postgres';

async function asAdmin(work, url = ADMIN_URL) {
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

export function databaseUrl(name) {
  const url = new URL(ADMIN_URL);
  url.pathname = `/${name}`;
  return url.href;
}

/** Makes an empty database with PostGIS, which Parse Server needs for its distance queries. */
export async function createDatabase(name) {
  await asAdmin(client => client.query(`CREATE DATABASE "${name}"`));
  await asAdmin(client => client.query('CREATE EXTENSION IF NOT EXISTS postgis'), databaseUrl(name));
}

export async function dropDatabase(name) {
  await asAdmin(client => client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`));
}
