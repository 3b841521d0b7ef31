-- How to make everything in this database again, one statement a row, in an order that hardly ever has to be departed
-- from: what is needed before rows are loaded by age, because what is older needs nothing that is younger, then what is
-- quicker made, or only right, when the rows are there. With an empty search_path, so that every name comes qualified.
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
), routine as materialized (
    select p.*, format('%I.%I(%s)', s.nspname, p.proname, pg_get_function_identity_arguments(p.oid)) as called
    from pg_proc p join space s on s.oid = p.pronamespace
    where not exists (select from extension_member e where e.classid = 'pg_proc'::regclass and e.objid = p.oid)
), own_type as materialized (
    select t.*, format('%I.%I', s.nspname, t.typname) as called
    from pg_type t join space s on s.oid = t.typnamespace
    where not exists (select from extension_member e where e.classid = 'pg_type'::regclass and e.objid = t.oid)
), sequence_of as materialized (
    select q.*, r.called,
        format('increment by %s minvalue %s maxvalue %s start with %s cache %s%s',
            q.seqincrement, q.seqmin, q.seqmax, q.seqstart, q.seqcache, case when q.seqcycle then ' cycle' else '' end) as settings,
        d.deptype, d.refobjid as of_table, d.refobjsubid as of_column
    from pg_sequence q join relation r on r.oid = q.seqrelid
    left join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = q.seqrelid
        and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')
), column_line as materialized (
    select a.attrelid,
        string_agg(format('%I %s%s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
            case when a.attcollation not in (0, t.typcollation)
                then (select format(' collate %I.%I', n.nspname, l.collname)
                    from pg_collation l join pg_namespace n on n.oid = l.collnamespace where l.oid = a.attcollation)
                else '' end,
            case when a.attgenerated = 's' then format(' generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid))
                when a.attidentity <> '' then format(' generated %s as identity (sequence name %s %s)',
                    case a.attidentity when 'a' then 'always' else 'by default' end, q.called, q.settings)
                when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid)
                else '' end,
            case when a.attnotnull then ' not null' else '' end), ', ' order by a.attnum) as lines
    from pg_attribute a
    join relation r on r.oid = a.attrelid
    join pg_type t on t.oid = a.atttypid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    left join sequence_of q on q.deptype = 'i' and q.of_table = a.attrelid and q.of_column = a.attnum
    where a.attnum > 0 and not a.attisdropped and r.relkind in ('r', 'c')
    group by a.attrelid
), options_of as materialized (
    select r.oid, coalesce(r.reloptions, '{}')
        || array(select 'toast.' || o from pg_class t, unnest(t.reloptions) o where t.oid = r.reltoastrelid) as options
    from relation r where r.relkind = 'r'
), line (is_after, rank, age, kind, name, sql) as (
    select false, 0, s.oid::int8, 'schema', quote_ident(s.nspname), format('create schema if not exists %I', s.nspname)
    from space s where s.nspname <> 'public'
    union all
    select false, 0, e.oid::int8, 'extension', quote_ident(e.extname),
        format('create extension if not exists %I schema %I', e.extname, n.nspname)
    from pg_extension e join pg_namespace n on n.oid = e.extnamespace where n.nspname !~ '^pg_'
    union all
    select false, 0, t.oid::int8, 'type', t.called, format('create type %s as enum (%s)', t.called,
        (select coalesce(string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder), '')
        from pg_enum e where e.enumtypid = t.oid))
    from own_type t where t.typtype = 'e'
    union all
    select false, 0, t.oid::int8, 'type', t.called, format('create type %s as (%s)', t.called, coalesce(l.lines, ''))
    from own_type t join relation r on r.oid = t.typrelid and r.relkind = 'c' left join column_line l on l.attrelid = r.oid
    union all
    select false, 0, t.oid::int8, 'domain', t.called, concat_ws(' ',
        format('create domain %s as %s', t.called, format_type(t.typbasetype, t.typtypmod)),
        'default ' || t.typdefault, case when t.typnotnull then 'not null' end,
        (select string_agg(format('constraint %I %s', c.conname, pg_get_constraintdef(c.oid)), ' ')
        from pg_constraint c where c.contypid = t.oid and c.contype = 'c'))
    from own_type t where t.typtype = 'd'
    union all
    select false, 0, q.seqrelid::int8, 'sequence', q.called,
        format('create sequence %s as %s %s', q.called, format_type(q.seqtypid, null), q.settings)
    from sequence_of q where q.deptype is distinct from 'i'
    union all
    select false, 0, p.oid::int8, 'function', p.called, pg_get_functiondef(p.oid) from routine p where p.prokind in ('f', 'p', 'w')
    union all
    select false, 0, p.oid::int8, 'aggregate', p.called, format('create aggregate %s (%s)', p.called, concat_ws(', ',
        format('sfunc = %s', a.aggtransfn), format('stype = %s', format_type(a.aggtranstype, null)),
        case when a.aggtransspace > 0 then format('sspace = %s', a.aggtransspace) end,
        case when a.aggfinalfn <> 0 then format('finalfunc = %s', a.aggfinalfn) end,
        case when a.aggcombinefn <> 0 then format('combinefunc = %s', a.aggcombinefn) end,
        'initcond = ' || quote_literal(a.agginitval),
        format('parallel = %s', case p.proparallel when 's' then 'safe' when 'r' then 'restricted' else 'unsafe' end)))
    from routine p join pg_aggregate a on a.aggfnoid = p.oid where p.prokind = 'a'
    union all
    select false, 0, r.oid::int8, 'table', r.called, format('create %stable %s (%s)%s',
        case r.relpersistence when 'u' then 'unlogged ' else '' end, r.called, coalesce(l.lines, ''),
        case when cardinality(o.options) > 0 then format(' with (%s)', array_to_string(o.options, ', ')) else '' end)
    from relation r join options_of o on o.oid = r.oid left join column_line l on l.attrelid = r.oid
    where r.relkind = 'r' and r.relpersistence <> 't'
    union all
    select false, 1, r.oid::int8, 'column', format('%s.%I', r.called, a.attname), format('alter table %s %s', r.called, concat_ws(', ',
        case when a.attstorage <> t.typstorage then format('alter column %I set storage %s', a.attname,
            case a.attstorage when 'p' then 'plain' when 'e' then 'external' when 'm' then 'main' else 'extended' end) end,
        case when a.attcompression <> '' then format('alter column %I set compression %s', a.attname,
            case a.attcompression when 'l' then 'lz4' else 'pglz' end) end,
        case when coalesce(a.attstattarget, -1) >= 0 then format('alter column %I set statistics %s', a.attname, a.attstattarget) end,
        case when a.attoptions is not null
            then format('alter column %I set (%s)', a.attname, array_to_string(a.attoptions, ', ')) end))
    from relation r join pg_attribute a on a.attrelid = r.oid join pg_type t on t.oid = a.atttypid
    where r.relkind = 'r' and a.attnum > 0 and not a.attisdropped and (a.attstorage <> t.typstorage or a.attcompression <> ''
        or coalesce(a.attstattarget, -1) >= 0 or a.attoptions is not null)
    union all
    select false, 2, q.seqrelid::int8, 'sequence', q.called || ' owned',
        format('alter sequence %s owned by %s.%I', q.called, r.called, a.attname)
    from sequence_of q join relation r on r.oid = q.of_table
    join pg_attribute a on a.attrelid = q.of_table and a.attnum = q.of_column where q.deptype = 'a'
    union all
    select false, 3, r.oid::int8, 'view', r.called, format('create view %s%s as %s', r.called,
        case when r.reloptions is not null then format(' with (%s)', array_to_string(r.reloptions, ', ')) else '' end,
        rtrim(pg_get_viewdef(r.oid), ';'))
    from relation r where r.relkind = 'v'
    union all
    select true, case c.contype when 'c' then 2 when 'f' then 3 else 0 end, c.oid::int8, 'constraint', format('%s.%I', r.called, c.conname),
        format('alter table %s add constraint %I %s', r.called, c.conname, pg_get_constraintdef(c.oid))
    from pg_constraint c join relation r on r.oid = c.conrelid
    where c.contype in ('p', 'u', 'x', 'c', 'f') and r.relkind = 'r' and c.conislocal
    union all
    select true, 1, i.indexrelid::int8, 'index', x.called, pg_get_indexdef(i.indexrelid)
    from pg_index i join relation r on r.oid = i.indrelid join relation x on x.oid = i.indexrelid
    where r.relkind = 'r' and i.indisvalid
        and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u', 'x'))
    union all
    select true, 4, r.oid::int8, 'view', r.called, format('create materialized view %s%s as %s%s', r.called,
        case when r.reloptions is not null then format(' with (%s)', array_to_string(r.reloptions, ', ')) else '' end,
        rtrim(pg_get_viewdef(r.oid), ';'), case when r.relispopulated then '' else ' with no data' end)
    from relation r where r.relkind = 'm'
    union all
    select true, 5, i.indexrelid::int8, 'index', x.called, pg_get_indexdef(i.indexrelid)
    from pg_index i join relation r on r.oid = i.indrelid join relation x on x.oid = i.indexrelid
    where r.relkind = 'm' and i.indisvalid
    union all
    select true, 6, t.oid::int8, 'statistics', format('%I.%I', s.nspname, t.stxname), pg_get_statisticsobjdef(t.oid)
    from pg_statistic_ext t join space s on s.oid = t.stxnamespace
    union all
    select true, 6, r.oid::int8, 'table', r.called || ' replica identity',
        format('alter table %s replica identity %s', r.called, case r.relreplident when 'f' then 'full' else 'nothing' end)
    from relation r where r.relkind = 'r' and r.relreplident in ('f', 'n')
    union all
    select true, 7, t.oid::int8, 'trigger', format('%s.%I', r.called, t.tgname), pg_get_triggerdef(t.oid)
    from pg_trigger t join relation r on r.oid = t.tgrelid where not t.tgisinternal
    union all
    select true, 8, t.oid::int8, 'trigger', format('%s.%I switched', r.called, t.tgname),
        format('alter table %s %s trigger %I', r.called,
            case t.tgenabled when 'D' then 'disable' when 'A' then 'enable always' else 'enable replica' end, t.tgname)
    from pg_trigger t join relation r on r.oid = t.tgrelid where not t.tgisinternal and t.tgenabled <> 'O'
)
select is_after, kind, name, sql from line order by is_after, case when is_after then rank else 0 end, age, rank, name
