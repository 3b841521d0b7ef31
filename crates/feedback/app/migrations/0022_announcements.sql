-- Announcements.

alter table "Announcement"
    alter column "kind" set not null, alter column "title" set not null,
    alter column "body" set default '', alter column "body" set not null,
    alter column "fixes" set default '[]', alter column "fixes" set not null,
    add constraint "Announcement_kind" check ("kind" in ('news', 'release', 'rules', 'incident')),
    add constraint "Announcement_texts" check (char_length("title") between 1 and 140 and char_length("body") <= 10000
        and char_length("cohort") <= 80),
    add constraint "Announcement_release_has_a_build" check ("kind" <> 'release' or "build" is not null);
create index "Announcement_published" on "Announcement" ("publishedAt" desc, "objectId" desc) where "publishedAt" is not null;
create index "Announcement_drafts" on "Announcement" ("updatedAt" desc) where "publishedAt" is null;

-- Drafts that are published at a time, and by whom.
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
end $$;
create trigger unscheduled after delete on "Announcement" for each row execute function _touchstone.forget_schedule();
create trigger published after update of "publishedAt" on "Announcement" for each row when (new."publishedAt" is not null)
    execute function _touchstone.forget_schedule();

-- An announcement as returned to a user: the visible issues that it fixes, and which of them concern the user.
create function _touchstone.announcement_shown(a "Announcement", me text, is_admin boolean) returns jsonb language sql stable
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
            where f.notice -> 'data' ->> 'announcement' = a."objectId"), a."people")::bigint end,
        'by', (select jsonb_build_object('id', u."objectId", 'username', u."username") from "_User" u where u."objectId" = a."by"));
