// The databases of this suite, and what can only be seen in them directly.
import { asAdmin, databaseUrl } from '../harness/database.mjs';

export { databaseUrl, dropDatabase } from '../harness/database.mjs';

const withClient = (database, work) => asAdmin(work, databaseUrl(database));

export async function createDatabase(name, template = 'template0') {
  await asAdmin(async client => {
    await client.query(`drop database if exists "${name}" with (force)`);
    await client.query(`create database "${name}" template "${template}"`);
  });
  await query(name, 'create extension if not exists postgis');
}

export async function query(database, text, values) {
  const { rows } = await withClient(database, client => client.query(text, values));
  return rows;
}

/** Columns, indexes and functions of the schema `public`, each as a map from name to definition. */
export async function layout(database) {
  return withClient(database, async client => {
    const columns = await client.query(
      `select table_name || '.' || column_name as name, udt_name as definition
         from information_schema.columns where table_schema = 'public'`
    );
    const indexes = await client.query(
      `select indexname as name, indexdef as definition from pg_indexes where schemaname = 'public'`
    );
    const functions = await client.query(
      `select p.oid::regprocedure::text as name, md5(p.prosrc) as definition
         from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where n.nspname = 'public'
          and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`
    );
    const map = ({ rows }) => new Map(rows.map(row => [row.name, row.definition]));
    return { columns: map(columns), indexes: map(indexes), functions: map(functions) };
  });
}

/** What of `before` is gone from `after` or is defined differently there. */
export function lost(before, after) {
  return [...before].filter(([name, definition]) => after.get(name) !== definition).map(([name]) => name);
}
