// What a database and a folder hold, in a form that can be compared. Made by SQL and by Node alone, so that nothing
// here believes the program that is tried.
import { createHash } from 'node:crypto';
import { createReadStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    -- Which nodes run is left out of backups.
    and (n.nspname, c.relname) <> ('_touchstone', 'file_folder')
  order by 1`;

const DEFINITIONS = `
  select 'index' as kind, indexdef as text from pg_indexes where schemaname !~ '^pg_'
  union all select 'constraint', c.conrelid::regclass || ' ' || c.conname || ' ' || pg_get_constraintdef(c.oid)
    from pg_constraint c where c.conrelid <> 0 and c.connamespace::regnamespace::text !~ '^(pg_|information_schema)'
  union all select 'trigger', pg_get_triggerdef(t.oid) || ' ' || t.tgenabled::text from pg_trigger t where not t.tgisinternal
  union all select 'function', pg_get_functiondef(p.oid) from pg_proc p
    where p.pronamespace::regnamespace::text !~ '^(pg_|information_schema)' and p.prokind <> 'a'
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  union all select 'column', a.attrelid::regclass || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || ' '
      || a.attnotnull::text || ' ' || coalesce(pg_get_expr(d.adbin, d.adrelid), '') || ' ' || a.attgenerated::text || a.attidentity::text
    from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and c.relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
  order by 1, 2`;

const LEDGERS = `
  select 'points ' || season as ledger, seq::text as seq, hash from _touchstone.ledger_head
  union all select 'audit', seq::text, hash from _touchstone.audit_head order by 1`;

/** Every table with the number of its rows and what they add up to, every definition, and where both ledgers end. */
export async function digestOf(client) {
  const { rows: names } = await client.query(TABLES);
  const tables = {};
  for (const { name } of names) {
    const { rows } = await client.query(
      `select count(*)::text as count, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as sum from ${name} t`
    );
    tables[name] = rows[0];
  }
  const { rows } = await client.query(DEFINITIONS);
  // PostgreSQL writes `(a and b) and c` as `a and b and c` once it was read back. In a constraint with an OR, brackets are
  // compared too.
  const isExact = (kind, text) => kind === 'constraint' && text.includes(' OR ');
  const definitions = rows.map(({ kind, text }) => `${kind} ${isExact(kind, text) ? text : text.replaceAll(/[()]/g, '')}`).sort();
  const { rows: ledgers } = await client.query(LEDGERS);
  const count = Object.values(tables).reduce((sum, table) => sum + Number(table.count), 0);
  return { tables, definitions, ledgers, rows: count };
}

/** The SHA-256 of every file of a folder, by name. */
export async function filesOf(folder) {
  const found = {};
  // What begins with a dot is a mark of the server's own.
  for (const name of readdirSync(folder).filter(name => !name.startsWith('.')).sort()) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(join(folder, name)), hash);
    found[name] = hash.digest('hex');
  }
  return found;
}
