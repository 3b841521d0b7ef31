-- Holds every table as it is until the snapshot ends. A table that is rewritten or emptied meanwhile would seem empty to
-- an older snapshot, and what was in it would be missing without a word.
do $$
declare
    one record;
begin
    for one in
        select format('%I.%I', n.nspname, c.relname) as called
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'r' and c.relpersistence <> 't' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
        order by c.oid
    loop
        execute format('lock table %s in access share mode', one.called);
    end loop;
end
$$
