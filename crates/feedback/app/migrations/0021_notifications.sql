-- Notifications: who is notified of an event, in the app and by which channels.

-- Notifications in the app.
alter table "Notification"
    alter column "user" set not null, alter column "event" set not null, alter column "bucket" set not null,
    alter column "groupKey" set not null, alter column "count" set default 1, alter column "count" set not null,
    alter column "data" set default '{}',
    add constraint "Notification_bucket" check ("bucket" in ('action', 'news')),
    add constraint "Notification_done_is_read" check ("doneAt" is null or "readAt" is not null);

-- One open row per user and group. Further events of the group are counted in it.
create unique index "Notification_open" on "Notification" ("user", "groupKey")
    where case "bucket" when 'action' then "doneAt" is null else "readAt" is null end;
create index "Notification_list" on "Notification" ("user", "bucket", "updatedAt" desc, "objectId");
create index "Notification_unread" on "Notification" ("user") where "readAt" is null;
create index "Notification_waiting" on "Notification" ("user") where "bucket" = 'action' and "doneAt" is null;
create index "Notification_issue" on "Notification" ("issue", "event") where "doneAt" is null and "issue" is not null;
create index "Notification_group" on "Notification" ("groupKey") where "bucket" = 'action' and "doneAt" is null;
create index "Notification_old" on "Notification" ("readAt") where "readAt" is not null;

create function _touchstone.keep_notification() returns trigger language plpgsql as $$
begin
    new."_rperm" := array[new."user"];
    new."_wperm" := '{}';
    return new;
end $$;
create trigger readers before insert or update on "Notification" for each row execute function _touchstone.keep_notification();

-- Deliveries outside of the app. Rows are updated two or three times and then stay until they are deleted.
create table _touchstone.delivery (
    id bigint generated always as identity primary key,
    -- Event, receiver and channel: a receiver gets an event once per channel.
    key text not null unique,
    channel text not null check (channel in ('mail', 'push', 'discord', 'telegram')),
    receiver text not null,
    notification text,
    event text not null,
    kind text not null,
    bucket text not null check (bucket in ('action', 'news')),
    issue text,
    -- The content of the notification when the delivery was planned.
    data jsonb not null default '{}',
    state text not null check (state in ('waiting', 'sending', 'sent', 'digest', 'unsure', 'dropped', 'dead')),
    attempts integer not null default 0,
    -- Repeated sendings after an unknown result.
    repeats integer not null default 0,
    -- Part of a digest, which is sent at the receiver's hour or when their quiet hours end.
    in_digest boolean not null default false,
    due_at timestamptz not null,
    lease_until timestamptz,
    external_id text,
    problem text,
    created_at timestamptz not null,
    sent_at timestamptz
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
create index delivery_due on _touchstone.delivery (channel, due_at) where state = 'waiting';
create index delivery_digest on _touchstone.delivery (channel, due_at, receiver) where state = 'digest';
create index delivery_sending on _touchstone.delivery (channel, lease_until) where state = 'sending';
create index delivery_receiver on _touchstone.delivery (receiver, channel, created_at);
create index delivery_issue on _touchstone.delivery (issue) where state in ('waiting', 'digest') and issue is not null;
create index delivery_old on _touchstone.delivery (created_at) where state in ('sent', 'unsure', 'dropped', 'dead');

-- A delivery as its channel reads it.
create function _touchstone.delivery_shown(d _touchstone.delivery) returns jsonb language sql stable
    return jsonb_build_object('id', d.id, 'receiver', d.receiver, 'notification', d.notification, 'event', d.event,
        'kind', d.kind, 'bucket', d.bucket, 'issue', d.issue, 'data', d.data, 'attempts', d.attempts,
        'at', _touchstone.in_millis(d.created_at));

-- Addresses per channel. Push and chat need a row with `ok`. Mail needs none if the address was verified, and a row
-- with another state says why nothing is sent.
create table _touchstone.channel_address (
    "user" text not null,
    channel text not null check (channel in ('mail', 'push', 'discord', 'telegram')),
    state text not null default 'ok',
    since timestamptz not null,
    primary key ("user", channel)
);

-- Channels that a service has rejected. They wait for an administrator.
create table _touchstone.channel_stop (channel text primary key, problem text not null, at timestamptz not null);

-- Alerts that were sent: for a cluster once a day, for a missed response target once.
create table _touchstone.cluster_alarm (cluster text primary key, at timestamptz not null);

create table _touchstone.promise_alarm (issue text, promise text, at timestamptz not null, primary key (issue, promise));

-- For counting receivers: users with a status or choices other than the default.
create index "_User_looked_at" on "_User" ("objectId")
    where coalesce("status", 'active') not in ('active', 'limited') or "notifyPrefs" -> 'kinds' is not null;

-- The time zone, or UTC if the database does not know it.
create function _touchstone.zone_of(zone text) returns text language plpgsql stable as $$
begin
    if zone is null or zone = 'UTC' then
        return 'UTC';
    end if;
    perform now() at time zone zone;
    return zone;
exception when invalid_parameter_value then
    return 'UTC';
end $$;

-- The end of the quiet hours that a moment is in, or the moment itself.
create function _touchstone.after_quiet(moment timestamptz, zone text, quiet jsonb) returns timestamptz language plpgsql stable as $$
declare
    here timestamp;
    begins time;
    ends time;
begin
    if quiet is null or jsonb_typeof(quiet) <> 'object' then
        return moment;
    end if;
    here := moment at time zone _touchstone.zone_of(zone);
    begins := (quiet ->> 'from')::time;
    ends := (quiet ->> 'to')::time;
    if begins < ends and here::time >= begins and here::time < ends then
        return greatest(moment, (here::date + ends) at time zone _touchstone.zone_of(zone));
    elsif begins > ends and (here::time >= begins or here::time < ends) then
        return greatest(moment, (here::date + (here::time >= begins)::int + ends) at time zone _touchstone.zone_of(zone));
    end if;
    return moment;
end $$;

-- The next time at which the local clock shows an hour.
create function _touchstone.next_hour(moment timestamptz, zone text, hour int) returns timestamptz language plpgsql stable as $$
declare
    here timestamp := moment at time zone _touchstone.zone_of(zone);
    strikes time := make_time(hour, 0, 0);
begin
    return (here::date + (here::time >= strikes)::int + strikes) at time zone _touchstone.zone_of(zone);
end $$;

-- A receiver: whether it is about their own issue, and data for them alone.
create type _touchstone.receiver as (person text, is_own boolean, extra jsonb);

-- The receivers that are notified, and by which channels, according to their choices. `told` describes the notification:
--   event, at, kind, bucket, actor, issue, groupKey, data, isAlways (in the app, independent of choices), forAdmins,
--   earlier (group keys with which the same event was sent to receivers it concerns more), zone, digestHour, mailPerDay,
--   reach (the channels of each preset: app, mail, mailOthers, push, chat).
create function _touchstone.reached(told jsonb, receivers _touchstone.receiver[])
    returns table (person text, data jsonb, app boolean, mail text, push boolean, discord boolean, telegram boolean, zone text,
        quiet jsonb, digest_hour int)
    language sql stable
begin atomic
    select c.person, c.data, c.app, c.mail, c.push and exists (select from _touchstone.channel_address a
            where a."user" = c.person and a.channel = 'push' and a.state = 'ok'),
        c.chat and exists (select from _touchstone.channel_address a
            where a."user" = c.person and a.channel = 'discord' and a.state = 'ok'),
        c.chat and exists (select from _touchstone.channel_address a
            where a."user" = c.person and a.channel = 'telegram' and a.state = 'ok'),
        c.zone, c.quiet, c.digest_hour
    from (
        select u."objectId" as person, told -> 'data' || coalesce(r.extra, '{}') as data,
            (told ->> 'isAlways')::boolean or coalesce((choice.own ->> 'app')::boolean, (preset.reach ->> 'app')::boolean) as app,
            case when u."email" is null or not coalesce(u."emailVerified", false)
                    or exists (select from _touchstone.channel_address a
                        where a."user" = u."objectId" and a.channel = 'mail' and a.state <> 'ok')
                    or _touchstone.mail_suppressed(u."objectId", told ->> 'kind') then 'off'
                else coalesce(choice.own ->> 'mail',
                    case when coalesce(r.is_own, true) then preset.reach ->> 'mail' else preset.reach ->> 'mailOthers' end) end as mail,
            coalesce((choice.own ->> 'push')::boolean, (preset.reach ->> 'push')::boolean) as push,
            coalesce((choice.own ->> 'chat')::boolean, (preset.reach ->> 'chat')::boolean) as chat,
            coalesce(u."timeZone", told ->> 'zone') as zone, u."notifyPrefs" -> 'quiet' as quiet,
            coalesce((u."notifyPrefs" ->> 'digestHour')::int, (told ->> 'digestHour')::int) as digest_hour
        from (select distinct on (one.person) one.person, one.is_own, one.extra from unnest(receivers) one
                order by one.person, one.is_own desc) r
            join "_User" u on u."objectId" = r.person
            left join "Issue" i on i."objectId" = told ->> 'issue',
            lateral (select u."notifyPrefs" -> 'kinds' -> (told ->> 'kind') as own) choice,
            lateral (select told -> 'reach' -> coalesce(u."notifyPrefs" ->> 'preset', 'normal') as reach) preset
        where coalesce(u."status", 'active') in ('active', 'limited')
            and u."objectId" is distinct from told ->> 'actor'
            and (not (told ->> 'forAdmins')::boolean or u."isAdmin")
            and (told -> 'earlier' = '[]' or not exists (select from "Notification" n where n."user" = u."objectId"
                and told -> 'earlier' ? n."groupKey" and n."updatedAt" >= (told ->> 'at')::timestamptz))
            and (i."objectId" is null or _touchstone.may_read(i."_rperm", u."objectId", coalesce(u."isAdmin", false)))
            and not (told ->> 'bucket' = 'news' and exists (select from "Watch" w
                where w."issue" = told ->> 'issue' and w."user" = u."objectId" and w."level" = 'mute'))) c
    where c.app or c.mail <> 'off' or c.push or c.chat;
end;

-- The data of an open notification after another event of its group: the newest values, all persons, and sums.
create function _touchstone.said_more(before jsonb, after jsonb) returns jsonb language sql immutable
    return before || after
        || case when before ? 'people' and after ? 'people' then jsonb_build_object('people', (
            select jsonb_agg(one.name order by one.place) from (
                select name, min(place) as place from jsonb_array_elements_text((after -> 'people') || (before -> 'people'))
                    with ordinality every(name, place) group by name order by 2 limit 5) one)) else '{}' end
        || case when before ? 'amount' and after ? 'amount'
            then jsonb_build_object('amount', (before ->> 'amount')::bigint + (after ->> 'amount')::bigint) else '{}' end;

-- Notifies receivers: a row in the app, and deliveries for their channels. Returns who was notified. Sequential scans
-- are off, because tables that were small when this was planned may be large at the last page.
create function _touchstone.tell(told jsonb, moment timestamptz, receivers _touchstone.receiver[]) returns text[]
    language plpgsql set enable_seqscan = off as $$
declare
    people text[];
    most int := (told ->> 'mailPerDay')::int;
begin
    with reached as materialized (
        select r.*, _touchstone.after_quiet(moment, r.zone, r.quiet) as awake from _touchstone.reached(told, receivers) r
        where r.app or r.mail <> 'off' or r.push or r.discord or r.telegram order by r.person),
    written as (
        insert into "Notification" as n ("objectId", "createdAt", "updatedAt", "user", "event", "bucket", "issue", "actor",
            "groupKey", "count", "data")
        select left(translate(encode(sha256(convert_to((told ->> 'event') || (told ->> 'kind') || r.person, 'UTF8')), 'base64'), '+/=', 'abc'), 10),
            moment, moment, r.person, told ->> 'kind', told ->> 'bucket', told ->> 'issue', told ->> 'actor',
            told ->> 'groupKey', 1, r.data
        from reached r where r.app order by r.person
        on conflict ("user", "groupKey") where case "bucket" when 'action' then "doneAt" is null else "readAt" is null end
        do update set "count" = n."count" + 1, "data" = _touchstone.said_more(n."data", excluded."data"), "actor" = excluded."actor",
            "readAt" = null, "updatedAt" = excluded."updatedAt"
        returning n."user" as person, n."objectId" as id, n."data" as data),
    mails as materialized (
        select r.person, r.data, r.mail, r.awake, r.zone, r.digest_hour,
            r.mail = 'digest' or r.awake > moment
                or told ->> 'issue' is not null and exists (select from _touchstone.delivery d
                    where d.receiver = r.person and d.channel = 'mail' and d.created_at > moment - interval '1 hour'
                        and d.issue = told ->> 'issue' and not d.in_digest and d.state <> 'dropped')
                or (select count(*) from (select from _touchstone.delivery d
                    where d.receiver = r.person and d.channel = 'mail' and d.created_at > moment - interval '1 day'
                        and not d.in_digest and d.state <> 'dropped' limit most) sent) >= most as in_digest
        from reached r where r.mail <> 'off'),
    planned as (
        select m.person, 'mail' as channel, m.data, m.in_digest,
            case when not m.in_digest then moment when m.mail = 'now' and m.awake > moment then m.awake
                else _touchstone.next_hour(moment, m.zone, m.digest_hour) end as due
        from mails m
        union all select r.person, 'push', r.data, false, r.awake from reached r where r.push
        union all select r.person, 'discord', r.data, false, r.awake from reached r where r.discord
        union all select r.person, 'telegram', r.data, false, r.awake from reached r where r.telegram),
    sent as (
        insert into _touchstone.delivery (key, channel, receiver, notification, event, kind, bucket, issue, data, state, in_digest,
            due_at, created_at)
        select (told ->> 'event') || ':' || p.person || ':' || p.channel, p.channel, p.person, w.id, told ->> 'event',
            told ->> 'kind', told ->> 'bucket', told ->> 'issue', coalesce(w.data, p.data),
            case when p.in_digest then 'digest' else 'waiting' end, p.in_digest, p.due, moment
        from planned p left join written w on w.person = p.person order by p.person, p.channel
        on conflict (key) do nothing)
    select coalesce(array_agg(r.person), '{}') into people from reached r;
    return people;
end $$;

-- Closes notifications that asked for an action, because it was done or is no longer needed.
create function _touchstone.end_waiting(kinds text[], about text, of_person text, keys text[], moment timestamptz) returns bigint
    language plpgsql as $$
declare
    ended bigint;
begin
    update "Notification" n set "doneAt" = moment, "readAt" = coalesce(n."readAt", moment), "updatedAt" = moment
    where n."objectId" in (select o."objectId" from "Notification" o
        where o."bucket" = 'action' and o."doneAt" is null and o."event" = any(kinds)
            and (about is null or o."issue" = about) and (of_person is null or o."user" = of_person)
            and (keys is null or o."groupKey" = any(keys)) order by o."objectId" for update);
    get diagnostics ended = row_count;
    -- Deliveries that were not sent yet are dropped.
    update _touchstone.delivery d set state = 'dropped', problem = 'there is nothing left to do'
    where d.state in ('waiting', 'digest') and d.bucket = 'action' and d.kind = any(kinds) and d.issue = about
        and (of_person is null or d.receiver = of_person);
    return ended;
end $$;

-- Receivers that are still to be notified, if they are too many for one transaction: the next page begins after
-- `after`. Pages are taken in the order of events.
create table _touchstone.fan_out (
    id bigint generated always as identity primary key,
    event text not null,
    told jsonb not null,
    audience text not null,
    issue text,
    given jsonb not null default '{}',
    after text not null default '',
    is_done boolean not null default false,
    people bigint not null default 0,
    created_at timestamptz not null,
    -- No node continues before this time. Null before the first page.
    rests_until timestamptz
);
create index fan_out_open on _touchstone.fan_out (id) where not is_done;
create index fan_out_event on _touchstone.fan_out (event);

-- Milliseconds that are left of a pause. A pause longer than the longest one comes from a changed clock and is ignored.
create function _touchstone.rest_left(until timestamptz, longest bigint) returns bigint language sql volatile
    return (select case when one.millis between 0 and longest then one.millis else 0 end
        from (select ceil(extract(epoch from until - clock_timestamp()) * 1000)::bigint) one(millis));
