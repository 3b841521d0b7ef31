-- Takes everything out of a database but its extensions.
do $$
declare
    one record;
begin
    for one in
        select n.nspname from pg_namespace n
        where n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'public')
            and not exists (select from pg_depend d where d.deptype = 'e' and d.classid = 'pg_namespace'::regclass and d.objid = n.oid)
            and not exists (select from pg_extension e where e.extnamespace = n.oid)
    loop
        execute format('drop schema %I cascade', one.nspname);
    end loop;
    for one in
        select c.relkind, format('%I.%I', n.nspname, c.relname) as called
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p', 'v', 'm', 'S', 'c', 'f') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
            and not exists (select from pg_depend d where d.deptype = 'e' and d.classid = 'pg_class'::regclass and d.objid = c.oid)
        order by case c.relkind when 'S' then 2 when 'c' then 1 else 0 end
    loop
        execute format('drop %s if exists %s cascade', case one.relkind when 'v' then 'view' when 'm' then 'materialized view'
            when 'S' then 'sequence' when 'c' then 'type' when 'f' then 'foreign table' else 'table' end, one.called);
    end loop;
    for one in
        select p.prokind, p.oid::regprocedure::text as called, p.oid
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
            and not exists (select from pg_depend d where d.deptype = 'e' and d.classid = 'pg_proc'::regclass and d.objid = p.oid)
    loop
        if exists (select from pg_proc p where p.oid = one.oid) then
            execute format('drop %s %s cascade',
                case one.prokind when 'a' then 'aggregate' when 'p' then 'procedure' else 'function' end, one.called);
        end if;
    end loop;
    for one in
        select format('%I.%I', n.nspname, t.typname) as called, t.typtype from pg_type t join pg_namespace n on n.oid = t.typnamespace
        where t.typtype in ('e', 'd') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
            and not exists (select from pg_depend d where d.deptype = 'e' and d.classid = 'pg_type'::regclass and d.objid = t.oid)
    loop
        execute format('drop %s if exists %s cascade', case one.typtype when 'd' then 'domain' else 'type' end, one.called);
    end loop;
end
$$
