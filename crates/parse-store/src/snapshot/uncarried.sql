-- What is in this database that `shape.sql` has no statement for: the kind and the name of each.
with extension_member as materialized (
    select classid, objid from pg_depend where deptype = 'e'
), space as materialized (
    select n.oid, n.nspname from pg_namespace n
    where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
        and not exists (select from extension_member e where e.classid = 'pg_namespace'::regclass and e.objid = n.oid)
), relation as materialized (
    select c.*, format('%I.%I', s.nspname, c.relname) as called
    from pg_class c join space s on s.oid = c.relnamespace
    where not exists (select from extension_member e where e.classid = 'pg_class'::regclass and e.objid = c.oid)
)
select case r.relkind when 'p' then 'partitioned table' else 'foreign table' end as kind, r.called as name
from relation r where r.relkind in ('p', 'f')
union all
select 'inheriting table', r.called from relation r join pg_inherits i on i.inhrelid = r.oid where r.relkind = 'r'
union all
select 'policy', format('%I on %s', p.polname, r.called) from pg_policy p join relation r on r.oid = p.polrelid
union all
select 'table with row security', r.called from relation r where r.relrowsecurity
union all
select 'rule', format('%I on %s', w.rulename, r.called)
from pg_rewrite w join relation r on r.oid = w.ev_class where w.rulename <> '_RETURN'
union all
select 'type', format('%I.%I', s.nspname, t.typname) from pg_type t join space s on s.oid = t.typnamespace
where (t.typtype in ('r', 'm') or (t.typtype = 'b' and t.typelem = 0))
    and not exists (select from extension_member e where e.classid = 'pg_type'::regclass and e.objid = t.oid)
union all
select 'aggregate', format('%I.%I', s.nspname, p.proname)
from pg_proc p join space s on s.oid = p.pronamespace join pg_aggregate a on a.aggfnoid = p.oid
where (a.aggkind <> 'n' or a.aggmtransfn <> 0 or a.aggserialfn <> 0 or a.aggsortop <> 0 or a.aggfinalextra)
    and not exists (select from extension_member e where e.classid = 'pg_proc'::regclass and e.objid = p.oid)
union all
select 'operator', format('%I.%s', s.nspname, o.oprname) from pg_operator o join space s on s.oid = o.oprnamespace
where not exists (select from extension_member e where e.classid = 'pg_operator'::regclass and e.objid = o.oid)
union all
select 'collation', format('%I.%I', s.nspname, l.collname) from pg_collation l join space s on s.oid = l.collnamespace
where not exists (select from extension_member e where e.classid = 'pg_collation'::regclass and e.objid = l.oid)
union all
select 'text search configuration', format('%I.%I', s.nspname, f.cfgname) from pg_ts_config f join space s on s.oid = f.cfgnamespace
where not exists (select from extension_member e where e.classid = 'pg_ts_config'::regclass and e.objid = f.oid)
union all
select 'event trigger', quote_ident(t.evtname) from pg_event_trigger t
where not exists (select from extension_member e where e.classid = 'pg_event_trigger'::regclass and e.objid = t.oid)
union all
select 'large objects', count(*)::text from pg_largeobject_metadata having count(*) > 0
order by 1, 2
