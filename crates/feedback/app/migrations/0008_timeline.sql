-- The timeline of an issue, in the order of events. It is append-only, but readers may change.

create sequence _touchstone.issue_event_seq;

alter table "IssueEvent"
    alter column "issue" set not null, alter column "type" set not null, alter column "data" set not null,
    alter column "at" set not null,
    alter column "seq" set default nextval('_touchstone.issue_event_seq'), alter column "seq" set not null,
    alter column "visibility" set default 'all', alter column "visibility" set not null,
    add constraint "IssueEvent_visibility" check ("visibility" in ('all', 'staff'));
create unique index "IssueEvent_issue" on "IssueEvent" ("issue", "seq");
create index "IssueEvent_at" on "IssueEvent" ("at");
create trigger readers before insert or update on "IssueEvent" for each row execute function _touchstone.keep_readers();

-- The timeline is append-only, except that texts can be erased. The type of an event and the names of edited fields
-- stay.
create function _touchstone.keep_event() returns trigger language plpgsql as $$
declare
    texts constant text[] := array['note', 'title'];
begin
    if tg_op = 'DELETE' or to_jsonb(new) - '_rperm' - 'whole' - 'data' <> to_jsonb(old) - '_rperm' - 'whole' - 'data'
        or (new."data" is distinct from old."data" and new."data" is distinct from old."data" - texts)
        or (new."whole" is distinct from old."whole" and new."whole" is distinct from old."whole" - texts
            and (old."type" <> 'edited' or new."whole" is distinct from old."whole" - 'before' - 'after')) then
        raise exception 'the timeline only grows: nothing in it is changed or removed' using errcode = '23514';
    end if;
    return new;
end $$;
create trigger only_grows before update or delete on "IssueEvent" for each row execute function _touchstone.keep_event();
create trigger only_grows_whole before truncate on "IssueEvent"
    for each statement execute function _touchstone.refuse_change();

-- Removes a key from a document at every depth.
create function _touchstone.without_key(document jsonb, key text) returns jsonb
    language plpgsql immutable parallel safe as $$
begin
    return case jsonb_typeof(document)
        when 'object' then (select coalesce(jsonb_object_agg(pair.key, _touchstone.without_key(pair.value, without_key.key)), '{}')
            from jsonb_each(document) pair where pair.key <> without_key.key)
        when 'array' then (select coalesce(jsonb_agg(_touchstone.without_key(part.value, without_key.key) order by part.place), '[]')
            from jsonb_array_elements(document) with ordinality part(value, place))
        else document end;
end $$;

-- Removes from public events what only some may read, and keeps the whole event in "whole". That is until when an issue
-- is snoozed, and the texts of edits, which were perhaps removed for a reason. "whole" is needed to undo a decision and
-- to verify the timeline.
create function _touchstone.quiet_event() returns trigger language plpgsql as $$
begin
    if new."visibility" = 'all' and new."data"::text like '%"snoozedUntil"%' then
        -- The key is removed in any case, so that its absence says nothing.
        new."whole" := case when new."data"::text ~ '"snoozedUntil": [0-9]' then new."data" end;
        new."data" := _touchstone.without_key(new."data", 'snoozedUntil');
    end if;
    if new."visibility" = 'all' and new."type" = 'edited' then
        new."whole" := new."data";
        new."data" := new."data" - 'before' - 'after';
    end if;
    return new;
end $$;
create trigger quiet before insert on "IssueEvent" for each row execute function _touchstone.quiet_event();
