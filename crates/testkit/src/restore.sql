-- Remembers the rows of a template, and puts a clone of it back into that state after a case has used it.
create schema testkit;

create table testkit.relation (
    name text primary key,
    -- What can be inserted: generated columns compute themselves.
    columns text not null,
    -- Where its rows are kept; null if it has none.
    copy text
);

create table testkit.sequence (name text primary key, value bigint not null, is_called boolean not null);

create table testkit.shape (fingerprint text not null);

-- Changes with every table, column, index, constraint, trigger and function that is made, altered or dropped:
-- PostgreSQL writes a new catalogue row, with the transaction that wrote it, for each of these.
create function testkit.fingerprint() returns text language sql as $$
    select concat_ws(' ', count(*), sum(hashtext(line)))
    from (
        select concat('c', oid, '.', xmin) from pg_class where oid >= 16384
        union all
        select concat('a', attrelid, '.', attnum, '.', xmin) from pg_attribute where attrelid >= 16384
        union all
        select concat('k', oid, '.', xmin) from pg_constraint where oid >= 16384
        union all
        select concat('t', oid, '.', xmin) from pg_trigger where oid >= 16384
        union all
        select concat('p', oid, '.', xmin) from pg_proc where oid >= 16384
        union all
        select concat('n', oid, '.', xmin) from pg_namespace where oid >= 16384
        union all
        select concat('e', oid, '.', xmin) from pg_extension where oid >= 16384
    ) catalogue (line)
$$;

create view testkit.present as
select c.oid, format('%I.%I', n.nspname, c.relname) as name
from pg_class c
join pg_namespace n on n.oid = c.relnamespace
where c.relkind = 'r' and c.oid >= 16384 and n.nspname <> 'testkit' and n.nspname not like 'pg\_%'
    -- Tables of an extension, such as PostGIS' reference systems, are not the case's.
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e');

-- True if the database is as its template was. False if a case has changed the tables, which only a new clone undoes.
create function testkit.restore() returns boolean language plpgsql as $$
declare
    one record;
begin
    -- Neither triggers, which forbid deleting from ledgers, nor foreign keys, which would ask for an order.
    perform set_config('session_replication_role', 'replica', true);
    for one in select name from testkit.present where name not in (select name from testkit.relation) loop
        execute format('drop table %s cascade', one.name);
    end loop;
    if testkit.fingerprint() <> (select fingerprint from testkit.shape) then
        return false;
    end if;
    for one in select name, columns, copy from testkit.relation loop
        execute format('delete from %s', one.name);
        if one.copy is not null then
            execute format('insert into %s (%s) overriding system value select %s from %s',
                one.name, one.columns, one.columns, one.copy);
        end if;
    end loop;
    perform setval(name::regclass, value, is_called) from testkit.sequence;
    return true;
end
$$;

do $$
declare
    one record;
    has_rows boolean;
    copy text;
begin
    for one in
        select p.oid, p.name, (
            select coalesce(string_agg(quote_ident(attname), ', ' order by attnum), '') from pg_attribute
            where attrelid = p.oid and attnum > 0 and not attisdropped and attgenerated = ''
        ) as columns
        from testkit.present p
    loop
        execute format('select exists (select from %s)', one.name) into has_rows;
        copy := null;
        if has_rows then
            copy := format('testkit.rows_%s', one.oid);
            execute format('create table %s as select %s from %s', copy, one.columns, one.name);
        end if;
        insert into testkit.relation values (one.name, one.columns, copy);
    end loop;
    insert into testkit.sequence
    select format('%I.%I', schemaname, sequencename), coalesce(last_value, start_value), last_value is not null
    from pg_sequences where schemaname <> 'testkit';
    insert into testkit.shape select testkit.fingerprint();
end
$$;
