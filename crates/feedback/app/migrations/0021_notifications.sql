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

-- A receiver: whether it is about their own issue, and data for them alone.
create type _touchstone.receiver as (person text, is_own boolean, extra jsonb);

-- The minutes of a time after midnight.
create function _touchstone.minute_of(at time) returns int language sql immutable
    return extract(hour from at)::int * 60 + extract(minute from at)::int;

-- What is known of receivers. Whether and how each is notified is decided from it elsewhere. `notice` says of which event:
--   kind, actor, issue, at, earlier (group keys with which the same event was sent to receivers it concerns more), and
--   the programme's zone and digestHour.
create function _touchstone.receiver_facts(notice jsonb, receivers _touchstone.receiver[])
    returns table (person text, extra jsonb, zone text, facts jsonb) language sql stable
begin atomic
    select u."objectId", r.extra, coalesce(u."timeZone", notice ->> 'zone'), jsonb_build_object(
        'isOwn', coalesce(r.is_own, true),
        'isActive', coalesce(u."status", 'active') in ('active', 'limited'),
        'isActor', coalesce(u."objectId" = notice ->> 'actor', false),
        'isAdmin', coalesce(u."isAdmin", false),
        'mayRead', i."objectId" is null or _touchstone.may_read(i."_rperm", u."objectId", coalesce(u."isAdmin", false)),
        'isMuted', exists (select from "Watch" w
            where w."issue" = notice ->> 'issue' and w."user" = u."objectId" and w."level" = 'mute'),
        'wasTold', notice -> 'earlier' <> '[]' and exists (select from "Notification" n where n."user" = u."objectId"
            and notice -> 'earlier' ? n."groupKey" and n."updatedAt" >= (notice ->> 'at')::timestamptz),
        'preset', u."notifyPrefs" -> 'preset',
        'choice', u."notifyPrefs" -> 'kinds' -> (notice ->> 'kind'),
        'hasMail', u."email" is not null and coalesce(u."emailVerified", false)
            and not exists (select from _touchstone.channel_address a
                where a."user" = u."objectId" and a.channel = 'mail' and a.state <> 'ok')
            and not _touchstone.mail_suppressed(u."objectId", notice ->> 'kind'),
        'hasPush', exists (select from _touchstone.channel_address a
            where a."user" = u."objectId" and a.channel = 'push' and a.state = 'ok'),
        'hasDiscord', exists (select from _touchstone.channel_address a
            where a."user" = u."objectId" and a.channel = 'discord' and a.state = 'ok'),
        'hasTelegram', exists (select from _touchstone.channel_address a
            where a."user" = u."objectId" and a.channel = 'telegram' and a.state = 'ok'),
        'quiet', case when u."notifyPrefs" #>> '{quiet,from}' ~ '^([01]\d|2[0-3]):[0-5]\d$'
            and u."notifyPrefs" #>> '{quiet,to}' ~ '^([01]\d|2[0-3]):[0-5]\d$' then jsonb_build_object(
            'from', _touchstone.minute_of((u."notifyPrefs" #>> '{quiet,from}')::time),
            'to', _touchstone.minute_of((u."notifyPrefs" #>> '{quiet,to}')::time)) end,
        'digestHour', coalesce(case when u."notifyPrefs" ->> 'digestHour' ~ '^(\d|1\d|2[0-3])$' then u."notifyPrefs" -> 'digestHour' end,
            notice -> 'digestHour'))
    from (select distinct on (one.person) one.person, one.is_own, one.extra from unnest(receivers) one
            order by one.person, one.is_own desc) r
        join "_User" u on u."objectId" = r.person
        left join "Issue" i on i."objectId" = notice ->> 'issue';
end;

-- The same for receivers who are about to be notified, with what limits their mails, and no other node notifies them until
-- the transaction ends: each holds the locks of its receivers, which are 256. Null if it does not wait and another has one.
-- Sequential scans are off, because tables that were small when this was planned may be large at the last page.
create function _touchstone.hold_receivers(notice jsonb, moment timestamptz, receivers _touchstone.receiver[], waits boolean)
    returns jsonb language plpgsql set enable_seqscan = off as $$
declare
    bucket int;
begin
    for bucket in select distinct hashtext(one.person) & 255 from unnest(receivers) one order by 1 loop
        if waits then
            perform pg_advisory_xact_lock(hashtext('touchstone.receiver'), bucket);
        elsif not pg_try_advisory_xact_lock(hashtext('touchstone.receiver'), bucket) then
            return null;
        end if;
    end loop;
    return (select coalesce(jsonb_agg(jsonb_build_object('person', f.person, 'extra', f.extra, 'zone', here.zone, 'facts', f.facts
            || jsonb_build_object('minute', _touchstone.minute_of((moment at time zone here.zone)::time))
            || case when (f.facts ->> 'hasMail')::boolean then jsonb_build_object(
                'wasMailedAboutIssue', notice ->> 'issue' is not null and exists (select from _touchstone.delivery d
                    where d.receiver = f.person and d.channel = 'mail' and d.created_at > moment - interval '1 hour'
                        and d.issue = notice ->> 'issue' and not d.in_digest and d.state <> 'dropped'),
                'mailsToday', (select count(*) from (select from _touchstone.delivery d
                    where d.receiver = f.person and d.channel = 'mail' and d.created_at > moment - interval '1 day'
                        and not d.in_digest and d.state <> 'dropped' limit (notice ->> 'mailsPerDay')::int) sent))
                else '{}' end) order by f.person), '[]')
        from _touchstone.receiver_facts(notice, receivers) f, lateral (select _touchstone.zone_of(f.zone) as zone) here);
end $$;

-- The data of an open notification after another event of its group: the newest values, all persons, and sums.
create function _touchstone.said_more(before jsonb, after jsonb) returns jsonb language sql immutable
    return before || after
        || case when before ? 'people' and after ? 'people' then jsonb_build_object('people', (
            select jsonb_agg(one.name order by one.place) from (
                select name, min(place) as place from jsonb_array_elements_text((after -> 'people') || (before -> 'people'))
                    with ordinality every(name, place) group by name order by 2 limit 5) one)) else '{}' end
        || case when before ? 'amount' and after ? 'amount'
            then jsonb_build_object('amount', (before ->> 'amount')::bigint + (after ->> 'amount')::bigint) else '{}' end;

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
    notice jsonb not null,
    audience text not null,
    issue text,
    given jsonb not null default '{}',
    after text not null default '',
    is_done boolean not null default false,
    people bigint not null default 0,
    created_at timestamptz not null,
    -- No node continues before this time. Null before the first page.
    rests_until timestamptz,
    -- Consecutive failures of the next page, and when it is tried again: `infinity` once it was given up. Others go on.
    failures integer not null default 0,
    retry_at timestamptz
);
create index fan_out_open on _touchstone.fan_out (id) where not is_done;
create index fan_out_event on _touchstone.fan_out (event);

-- Milliseconds that are left of a pause. A pause longer than the longest one comes from a changed clock and is ignored.
create function _touchstone.rest_left(until timestamptz, longest bigint) returns bigint language sql volatile
    return (select case when one.millis between 0 and longest then one.millis else 0 end
        from (select ceil(extract(epoch from until - clock_timestamp()) * 1000)::bigint) one(millis));
