-- What was taken out of a report was taken out for a reason. An event that everybody reads names the fields that were
-- edited; the texts are kept beside, for administrators and the reporter, also when a private report is opened later.

create or replace function _touchstone.quiet_event() returns trigger language plpgsql as $$
begin
    if new."visibility" = 'all' and new."data"::text like '%"snoozedUntil"%' then
        -- Whether there was anything to hide must not show either, so the key goes in any case.
        new."whole" := case when new."data"::text ~ '"snoozedUntil": [0-9]' then new."data" end;
        new."data" := _touchstone.without_key(new."data", 'snoozedUntil');
    end if;
    if new."visibility" = 'all' and new."type" = 'edited' then
        new."whole" := new."data";
        new."data" := new."data" - 'before' - 'after';
    end if;
    return new;
end
$$;

alter table "IssueEvent" disable trigger only_grows;
update "IssueEvent" set "whole" = "data", "data" = "data" - 'before' - 'after'
    where "visibility" = 'all' and "type" = 'edited' and "data" ?| array['before', 'after'];
alter table "IssueEvent" enable trigger only_grows;
