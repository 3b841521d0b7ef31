-- Until when administrators put an issue off is theirs to know. An event that everybody reads says nothing of it; the whole of
-- it is kept beside, for taking decisions back and for whoever recounts the timeline.

create function _touchstone.without_key(document jsonb, key text) returns jsonb
    language plpgsql immutable parallel safe as $$
begin
    return case jsonb_typeof(document)
        when 'object' then (select coalesce(jsonb_object_agg(pair.key, _touchstone.without_key(pair.value, without_key.key)), '{}')
            from jsonb_each(document) pair where pair.key <> without_key.key)
        when 'array' then (select coalesce(jsonb_agg(_touchstone.without_key(part.value, without_key.key) order by part.place), '[]')
            from jsonb_array_elements(document) with ordinality part(value, place))
        else document end;
end
$$;

create function _touchstone.quiet_event() returns trigger language plpgsql as $$
begin
    if new."visibility" = 'all' and new."data"::text like '%"snoozedUntil"%' then
        -- Whether there was anything to hide must not show either, so the key goes in any case.
        new."whole" := case when new."data"::text ~ '"snoozedUntil": [0-9]' then new."data" end;
        new."data" := _touchstone.without_key(new."data", 'snoozedUntil');
    end if;
    return new;
end
$$;
create trigger quiet before insert on "IssueEvent" for each row execute function _touchstone.quiet_event();

alter table "IssueEvent" disable trigger only_grows;
update "IssueEvent" set "whole" = case when "data"::text ~ '"snoozedUntil": [0-9]' then "data" end,
    "data" = _touchstone.without_key("data", 'snoozedUntil')
    where "visibility" = 'all' and "data"::text like '%"snoozedUntil"%';
alter table "IssueEvent" enable trigger only_grows;
