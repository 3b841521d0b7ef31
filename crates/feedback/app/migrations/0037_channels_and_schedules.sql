-- What a team's channel is told beside single events: a summary of each day, and no more than it asked for; and announcements
-- that go out later.

-- Which days were summed up, each by its date where it ended in the programme's time zone.
create table _touchstone.daily_summary (day date primary key, at timestamptz not null);

-- How severe an issue must be for this webhook to be told of it; null for all of them.
alter table _touchstone.webhook add column min_severity text check (min_severity in ('S1', 'S2', 'S3'));

create or replace function _touchstone.webhook_shown(w _touchstone.webhook) returns jsonb language sql stable
    return jsonb_build_object('id', w.id, 'name', w.name, 'url', w.url_shown, 'preset', w.preset, 'events', w.events, 'state', w.state,
        'minSeverity', coalesce(w.min_severity, 'any'), 'failures', w.failures, 'lastAt', _touchstone.iso(w.last_at),
        'lastStatus', w.last_status, 'restsUntil', _touchstone.iso(w.rests_until), 'disabledWhy', w.disabled_why,
        'hasPreviousSecretUntil', _touchstone.iso(w.previous_until), 'createdAt', _touchstone.iso(w.created_at));

-- When a draft goes out by itself, and who chose that.
create table _touchstone.announcement_schedule (
    announcement text primary key,
    at timestamptz not null,
    "by" text not null
);
create index announcement_schedule_at on _touchstone.announcement_schedule (at);
create function _touchstone.forget_schedule() returns trigger language plpgsql as $$
begin
    delete from _touchstone.announcement_schedule where announcement = old."objectId";
    return null;
end
$$;
create trigger unscheduled after delete on "Announcement" for each row execute function _touchstone.forget_schedule();
create trigger published after update of "publishedAt" on "Announcement" for each row when (new."publishedAt" is not null)
    execute function _touchstone.forget_schedule();

-- An announcement as somebody may read it: which of the issues they may see it fixes, and which of those are theirs.
create or replace function _touchstone.announcement_shown(a "Announcement", me text, is_admin boolean) returns jsonb language sql stable
    return jsonb_build_object('id', a."objectId", 'kind', a."kind", 'title', a."title", 'body', a."body",
        'build', (select jsonb_build_object('id', b."objectId", 'version', b."version", 'channel', b."channel") from "Build" b
            where b."objectId" = a."build"),
        'publishedAt', _touchstone.iso(a."publishedAt"), 'pinnedUntil', _touchstone.iso(a."pinnedUntil"),
        'publishAt', case when is_admin then (select _touchstone.iso(s.at) from _touchstone.announcement_schedule s
            where s.announcement = a."objectId") end,
        'audience', case when a."cohort" is null then '"all"'::jsonb else jsonb_build_object('cohort', a."cohort") end,
        'fixes', (select coalesce(jsonb_agg(jsonb_build_object('number', i."number"::int, 'title', i."title") order by i."number"), '[]')
            from "Issue" i where i."number" = any(array(select one.number::float8 from jsonb_array_elements_text(a."fixes") one(number)))
                and _touchstone.may_read(i."_rperm", me, is_admin)),
        'mine', (select coalesce(jsonb_agg(i."number"::int order by i."number"), '[]') from "Issue" i
            where i."number" = any(array(select one.number::float8 from jsonb_array_elements_text(a."fixes") one(number)))
                and (i."reporter" = me or exists (select from "Vote" v where v."issue" = i."objectId" and v."user" = me)
                    or exists (select from "Issue" d where d."duplicateOf" = i."objectId" and (d."reporter" = me
                        or exists (select from "Vote" v where v."issue" = d."objectId" and v."user" = me))))),
        'people', case when is_admin then a."people"::bigint end,
        'told', case when is_admin and a."publishedAt" is not null then coalesce((select sum(f.people) from _touchstone.fan_out f
            where f.told -> 'data' ->> 'announcement' = a."objectId"), a."people")::bigint end,
        'by', (select jsonb_build_object('id', u."objectId", 'username', u."username") from "_User" u where u."objectId" = a."by"));
