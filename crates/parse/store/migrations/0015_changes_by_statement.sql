-- New objects are logged by the statement that makes them: who makes thousands of them at once pays for one entry into the
-- log, and not for one for each object.

-- The trigger for new objects of a class that keeps no column out: there is nothing to compare with and nothing to amend.
-- Logging at the end of the statement is as good as within it: nobody else sees the objects before the commit.
-- It names everything with its schema, because a search path that is set for each call takes time for each statement.
-- It writes as its owner: whoever may write to a class need not know of the log.
create function _touchstone.log_inserts() returns trigger
language plpgsql security definer as $$
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

-- Whether the changes of a class are logged, without what must stay out, and in the way of now.
create or replace function _touchstone.is_logged(class text) returns boolean language sql stable
return exists (select from pg_trigger
    where tgrelid = to_regclass(quote_ident(class)) and tgname = 'touchstone_change'
    and tgargs = case _touchstone.omitted_columns(class) when '' then ''::bytea
        else convert_to(_touchstone.omitted_columns(class), 'UTF8') || '\x00'::bytea end)
    and not exists (select from pg_trigger
        where tgrelid = to_regclass(quote_ident(class)) and tgfoid = '_touchstone.log_insert'::regproc);

-- Logs the changes of a class from now on, but for those of transactions that keep still.
create or replace function _touchstone.log_changes_of(class text) returns void language plpgsql as $$
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
