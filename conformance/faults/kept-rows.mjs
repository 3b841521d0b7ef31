// Whether every row that was there before is there afterwards, with the same values.

const TABLES = `select c.oid::regclass::text as name, array_agg(quote_ident(a.attname) order by a.attnum) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relkind = 'r' and n.nspname in ('public', '_touchstone') group by c.oid order by 1`;

/** Copies all rows into a schema of their own; `changed` then counts, for each table, the rows that are not as they were. */
export async function keptRows(sql) {
  const tables = await sql(TABLES);
  await sql('create schema kept');
  for (const [place, { name }] of tables.entries()) await sql(`create table kept.t${place} as table ${name}`);
  const rows = await Promise.all(tables.map(async (_, place) => (await sql(`select count(*)::int as count from kept.t${place}`))[0].count));
  const changed = async () => {
    const counts = {};
    for (const [place, { name, columns }] of tables.entries()) {
      // As text, because not every type can be compared.
      const list = columns.map(column => `${column}::text`).join(', ');
      const [{ count }] = await sql(`select count(*)::int as count from (select ${list} from kept.t${place} except all select ${list} from ${name}) lost`);
      if (count > 0) counts[name] = count;
    }
    return counts;
  };
  return { count: rows.reduce((sum, count) => sum + count, 0), tables: tables.length, changed };
}
