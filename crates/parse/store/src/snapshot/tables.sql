-- The tables whose rows are kept, with the columns that can be loaded: generated ones compute themselves.
select n.nspname::text, c.relname::text,
    coalesce((select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''), '{}'),
    greatest(c.reltuples, 0)::int8, pg_table_size(c.oid)
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where c.relkind = 'r' and c.relpersistence <> 't' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
    and not exists (select from pg_depend d where d.deptype = 'e'
        and ((d.classid = 'pg_class'::regclass and d.objid = c.oid) or (d.classid = 'pg_namespace'::regclass and d.objid = n.oid)))
order by 1, 2
