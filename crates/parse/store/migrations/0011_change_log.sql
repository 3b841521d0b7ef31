-- The change log: what happened to the objects of live classes, in the transactions in which it happened, whoever
-- wrote. Nodes read it by snapshot (parse-store/src/change_log.rs).
--
-- It does not tell of states that were never committed, of writes that change nothing, and of what is written in bulk by a
-- writer that asks everybody to look again afterwards.

create table _touchstone.change (
    -- Drawn while the row that changed is locked, one at a time: within an object it follows the commits.
    seq bigint generated always as identity (cache 1),
    -- The outermost transaction, whatever savepoints there were.
    xid xid8 not null default pg_current_xact_id(),
    class text not null,
    id text not null,
    before jsonb,
    after jsonb,
    -- Whether the writer was one of our nodes, and not a Parse Server beside us.
    is_ours boolean not null,
    at timestamptz not null default now()
) with (
    -- Rows live for minutes and come in thousands a second: shares of the table mean nothing here.
    autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000,
    autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 20000
);
-- By object within a transaction, beside by transaction.
create index change_xid on _touchstone.change (xid, class, id);
-- It has no key, and a publication for all tables would refuse deletions without one.
alter table _touchstone.change replica identity full;

-- How far each node has read. What stands at or above the smallest `oldest` is kept for them.
create table _touchstone.change_cursor (
    node text primary key,
    cursor text not null,
    oldest xid8 not null,
    seen_at timestamptz not null
);

-- Where transactions are numbered: a restored or switched-over database numbers them anew.
create function _touchstone.log_place() returns text language sql stable
return (select system_identifier::text from pg_control_system())
    || '.' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)
    || '.' || (select oid::text from pg_database where datname = current_database());

-- Where the log was written, and the last transaction of which something was trimmed.
create table _touchstone.change_log (
    is_only boolean primary key default true check (is_only),
    place text not null,
    trimmed xid8 not null
);
insert into _touchstone.change_log (place, trimmed) values (_touchstone.log_place(), '0');

-- A row of a class of the protocol, without what must not leave its table.
create function _touchstone.without_secrets(subject jsonb, omitted text[]) returns jsonb
language sql immutable parallel safe
return case when subject is not null then (
    select jsonb_object_agg(key, value) from jsonb_each(subject)
    where key <> all (omitted) and (not starts_with(key, '_') or key in ('_rperm', '_wperm'))) end;

-- Brings what this transaction has logged of an object in line, and tells whether there was something.
-- Looking is never by going through the log: that it was empty when this was planned says nothing of what it is.
create function _touchstone.amend_change(class_name text, object text, becomes jsonb) returns boolean
language plpgsql set enable_seqscan = off as $$
declare
    is_undone boolean;
begin
    update _touchstone.change c set after = becomes
    where c.xid = pg_current_xact_id() and c.class = class_name and c.id = object and c.after is not null
    returning c.before is not distinct from becomes into is_undone;
    if is_undone is null then
        return false;
    end if;
    if is_undone then
        delete from _touchstone.change c
        where c.xid = pg_current_xact_id() and c.class = class_name and c.id = object
            and c.before is not distinct from c.after;
    end if;
    return true;
end $$;

-- The trigger for new objects of a class that keeps no column out: there is nothing to compare with and nothing to amend.
-- It names everything with its schema, because a search path that is set for each call takes time for each object.
-- It writes as its owner: whoever may write to a class need not know of the log.
create function _touchstone.log_insert() returns trigger
language plpgsql security definer as $$
begin
    insert into _touchstone.change (class, id, after, is_ours)
    values (tg_table_name, new."objectId", pg_catalog.to_jsonb(new),
        pg_catalog.starts_with(pg_catalog.current_setting('application_name'), 'touchstone'));
    perform pg_catalog.set_config('touchstone.has_logged', 'on', true);
    return null;
end $$;

-- The trigger of live classes. Its argument names the columns that stay out of the log, with commas between.
-- An object has one row for each transaction that changed it, from what it was before to what it is when that commits: what it
-- was in between, perhaps readable by others, nobody could ever read.
-- It writes as its owner.
create function _touchstone.log_change() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
declare
    omitted text[];
    was jsonb := to_jsonb(old);
    becomes jsonb := to_jsonb(new);
begin
    if tg_nargs > 0 then
        omitted := string_to_array(tg_argv[0], ',');
        if starts_with(tg_table_name, '_') then
            was := _touchstone.without_secrets(was, omitted);
            becomes := _touchstone.without_secrets(becomes, omitted);
        else
            was := was - omitted;
            becomes := becomes - omitted;
        end if;
    end if;
    if was = becomes then
        return null;
    end if;
    -- Most transactions write once, and have nothing to look for.
    if tg_op <> 'INSERT' and current_setting('touchstone.has_logged', true) = 'on' then
        if _touchstone.amend_change(tg_table_name, was ->> 'objectId', becomes) then
            return null;
        end if;
    end if;
    insert into _touchstone.change (class, id, before, after, is_ours)
    values (tg_table_name, coalesce(becomes, was) ->> 'objectId', was, becomes,
        starts_with(current_setting('application_name'), 'touchstone'));
    perform set_config('touchstone.has_logged', 'on', true);
    return null;
end $$;

-- Everything of a class is gone at once, and no row says so.
create function _touchstone.log_truncation() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
    insert into _touchstone.change (class, id, is_ours)
    values ('*', '', starts_with(current_setting('application_name'), 'touchstone'));
    return null;
end $$;

-- The columns of a class that stay out of the log: secrets, and what is no field.
create function _touchstone.omitted_columns(class text) returns text language sql stable
return (select coalesce(string_agg(attname::text, ',' order by attname::text), '') from pg_attribute
    where attrelid = to_regclass(quote_ident(class)) and attnum > 0 and not attisdropped
    and (starts_with(attname::text, '_') and attname not in ('_rperm', '_wperm')
        or atttypid = 'tsvector'::regtype
        or class = '_User' and attname = 'authData'
        or class = '_Session' and attname = 'sessionToken'));

-- Whether the changes of a class are logged, and without what must stay out.
create function _touchstone.is_logged(class text) returns boolean language sql stable
return exists (select from pg_trigger
    where tgrelid = to_regclass(quote_ident(class)) and tgname = 'touchstone_change'
    and tgargs = case _touchstone.omitted_columns(class) when '' then ''::bytea
        else convert_to(_touchstone.omitted_columns(class), 'UTF8') || '\x00'::bytea end);

-- Logs the changes of a class from now on, but for those of transactions that keep still.
create function _touchstone.log_changes_of(class text) returns void language plpgsql as $$
declare
    omitted text := _touchstone.omitted_columns(class);
    argument text := case omitted when '' then '' else quote_literal(omitted) end;
    insertion text := case omitted when '' then 'log_insert' else 'log_change' end;
begin
    if to_regclass(quote_ident(class)) is null or _touchstone.is_logged(class) then
        return;
    end if;
    execute format('create or replace trigger touchstone_insert after insert on %I for each row
        when (current_setting(''touchstone.keep_still'', true) is distinct from ''on'')
        execute function _touchstone.%I(%s)', class, insertion, argument);
    execute format('create or replace trigger touchstone_change after update or delete on %I for each row
        when (current_setting(''touchstone.keep_still'', true) is distinct from ''on'')
        execute function _touchstone.log_change(%s)', class, argument);
    execute format('create or replace trigger touchstone_truncation after truncate on %I
        for each statement execute function _touchstone.log_truncation()', class);
end $$;

-- Logs the changes of a class no longer.
create function _touchstone.log_no_changes_of(class text) returns void language plpgsql as $$
begin
    execute format('drop trigger if exists touchstone_insert on %I', class);
    execute format('drop trigger if exists touchstone_change on %I', class);
    execute format('drop trigger if exists touchstone_truncation on %I', class);
end $$;
