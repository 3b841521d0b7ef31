-- The change log: every change of objects of live classes, in the transaction of the change, independent of the writer.
-- Nodes read it by snapshot (parse-store/src/change_log.rs).
--
-- It does not contain states that were never committed, writes that change nothing, and bulk writes after which all
-- clients are asked to query again.

create table _touchstone.change (
    -- Drawn while the changed row is locked, one at a time: within an object it follows the order of commits.
    seq bigint generated always as identity (cache 1),
    -- The outermost transaction, not a savepoint.
    xid xid8 not null default pg_current_xact_id(),
    class text not null,
    id text not null,
    before jsonb,
    after jsonb,
    -- True if the writer was a Touchstone node, false if it was a Parse Server on the same database.
    is_ours boolean not null,
    at timestamptz not null default now()
) with (
    -- Rows live for minutes and arrive in thousands a second, so fractions of the table size mean nothing.
    autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000,
    autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 20000
);

-- For lookups by transaction, and by object within a transaction.
create index change_xid on _touchstone.change (xid, class, id);

-- The table has no key, and a publication for all tables would reject deletions without a replica identity.
alter table _touchstone.change replica identity full;

-- Identifies the numbering of transactions. It changes when a database is restored or a standby is promoted.
create function _touchstone.log_place() returns text language sql stable
return (select system_identifier::text from pg_control_system())
    || '.' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)
    || '.' || (select oid::text from pg_database where datname = current_database());

-- How far each node has read. Entries at or above the smallest `oldest` are kept. One row per node, updated at every
-- read.
create table _touchstone.change_cursor (
    node text primary key,
    cursor text not null,
    oldest xid8 not null,
    seen_at timestamptz not null
) with (fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200);

-- The numbering in which the log was written, and the last transaction of which entries were trimmed.
create table _touchstone.change_log (
    is_only boolean primary key default true check (is_only),
    place text not null,
    trimmed xid8 not null
);
insert into _touchstone.change_log (place, trimmed) values (_touchstone.log_place(), '0');

-- A row of a class of the protocol, without secrets.
create function _touchstone.without_secrets(subject jsonb, omitted text[]) returns jsonb
language sql immutable parallel safe
return case when subject is not null then (
    select jsonb_object_agg(key, value) from jsonb_each(subject)
    where key <> all (omitted) and (not starts_with(key, '_') or key in ('_rperm', '_wperm'))) end;

-- Updates the entry that this transaction has already logged for an object, and returns whether there was one.
-- Sequential scans are off because the log may have been empty when the statement was planned.
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

-- Logs new objects of a class without omitted columns: nothing to compare, nothing to amend. It runs once per
-- statement, so a bulk insert writes one batch of entries. It runs with its owner's rights, because a writer of the
-- class needs no access to the log.
create function _touchstone.log_inserts() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
    insert into _touchstone.change (class, id, after, is_ours)
    select tg_table_name, made."objectId", pg_catalog.to_jsonb(made),
        pg_catalog.starts_with(pg_catalog.current_setting('application_name'), 'touchstone')
    from made;
    if found then
        perform pg_catalog.set_config('touchstone.has_logged', 'on', true);
    end if;
    return null;
end $$;

-- Logs changes of live classes. The argument lists the columns to omit, separated by commas. An object has one entry
-- per transaction, from its state before to its state at commit: states in between were never visible. It runs with its
-- owner's rights.
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
    -- Most transactions write an object once and have nothing to amend.
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

-- All objects of a class were removed by TRUNCATE, without an entry for each.
create function _touchstone.log_truncation() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
    insert into _touchstone.change (class, id, is_ours)
    values ('*', '', starts_with(current_setting('application_name'), 'touchstone'));
    return null;
end $$;

-- The columns of a class that are omitted from the log: secrets, and columns that are not fields.
create function _touchstone.omitted_columns(class text) returns text language sql stable
return (select coalesce(string_agg(attname::text, ',' order by attname::text), '') from pg_attribute
    where attrelid = to_regclass(quote_ident(class)) and attnum > 0 and not attisdropped
    and (starts_with(attname::text, '_') and attname not in ('_rperm', '_wperm')
        or atttypid = 'tsvector'::regtype
        or class = '_User' and attname = 'authData'
        or class = '_Session' and attname = 'sessionToken'));

-- True if the changes of a class are logged with the right columns omitted.
create function _touchstone.is_logged(class text) returns boolean language sql stable
return exists (select from pg_trigger
    where tgrelid = to_regclass(quote_ident(class)) and tgname = 'touchstone_change'
    and tgargs = case _touchstone.omitted_columns(class) when '' then ''::bytea
        else convert_to(_touchstone.omitted_columns(class), 'UTF8') || '\x00'::bytea end);

-- Starts logging changes of a class. Transactions with `touchstone.keep_still` are not logged.
create function _touchstone.log_changes_of(class text) returns void language plpgsql as $$
declare
    omitted text := _touchstone.omitted_columns(class);
    argument text := case omitted when '' then '' else quote_literal(omitted) end;
begin
    if to_regclass(quote_ident(class)) is null or _touchstone.is_logged(class) then
        return;
    end if;
    execute format('create or replace trigger touchstone_insert after insert on %I %s
        when (current_setting(''touchstone.keep_still'', true) is distinct from ''on'')
        execute function _touchstone.%I(%s)', class,
        case omitted when '' then 'referencing new table as made for each statement' else 'for each row' end,
        case omitted when '' then 'log_inserts' else 'log_change' end, argument);
    execute format('create or replace trigger touchstone_change after update or delete on %I for each row
        when (current_setting(''touchstone.keep_still'', true) is distinct from ''on'')
        execute function _touchstone.log_change(%s)', class, argument);
    execute format('create or replace trigger touchstone_truncation after truncate on %I
        for each statement execute function _touchstone.log_truncation()', class);
end $$;

-- Stops logging changes of a class.
create function _touchstone.log_no_changes_of(class text) returns void language plpgsql as $$
begin
    execute format('drop trigger if exists touchstone_insert on %I', class);
    execute format('drop trigger if exists touchstone_change on %I', class);
    execute format('drop trigger if exists touchstone_truncation on %I', class);
end $$;
