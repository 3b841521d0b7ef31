-- What the change log does not tell: states that were never committed, writes that change nothing, and what is written in bulk
-- by a writer that asks everybody to look again afterwards.

-- By object within a transaction, beside by transaction.
drop index _touchstone.change_xid;
create index change_xid on _touchstone.change (xid, class, id);

-- The trigger of live classes. Its argument names the columns that stay out of the log, with commas between.
-- An object has one row for each transaction that changed it, from what it was before to what it is when that commits: what it
-- was in between, perhaps readable by others, nobody could ever read.
-- It writes as its owner: whoever may write to a class need not know of the log.
create or replace function _touchstone.log_change() returns trigger
language plpgsql security definer set search_path = pg_catalog set enable_seqscan = off as $$
declare
    omitted text[];
    was jsonb := to_jsonb(old);
    becomes jsonb := to_jsonb(new);
    is_undone boolean;
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
    -- Most transactions write once, and have nothing to look for. Looking is never by going through the log: that it was
    -- empty when this was planned says nothing of what it is.
    if tg_op <> 'INSERT' and current_setting('touchstone.has_logged', true) = 'on' then
        update _touchstone.change c set after = becomes
        where c.xid = pg_current_xact_id() and c.class = tg_table_name and c.id = was ->> 'objectId' and c.after is not null
        returning c.before is not distinct from becomes into is_undone;
        if is_undone then
            delete from _touchstone.change c
            where c.xid = pg_current_xact_id() and c.class = tg_table_name and c.id = was ->> 'objectId'
                and c.before is not distinct from c.after;
        end if;
        if found then
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

-- Logs the changes of a class from now on, but for those of transactions that keep still.
create or replace function _touchstone.log_changes_of(class text) returns void language plpgsql as $$
declare
    omitted text := _touchstone.omitted_columns(class);
    argument text := case omitted when '' then '' else quote_literal(omitted) end;
begin
    if to_regclass(quote_ident(class)) is null or _touchstone.is_logged(class) then
        return;
    end if;
    execute format('create or replace trigger touchstone_change after insert or update or delete on %I for each row
        when (current_setting(''touchstone.keep_still'', true) is distinct from ''on'')
        execute function _touchstone.log_change(%s)', class, argument);
    execute format('create or replace trigger touchstone_truncation after truncate on %I
        for each statement execute function _touchstone.log_truncation()', class);
end $$;

-- Logs the changes of a class no longer.
create or replace function _touchstone.log_no_changes_of(class text) returns void language plpgsql as $$
begin
    execute format('drop trigger if exists touchstone_change on %I', class);
    execute format('drop trigger if exists touchstone_truncation on %I', class);
end $$;
