-- Events, who is told of them, and what is on its way to them.

-- What happened, in its stable form. Written by the command's own transaction; numbered afterwards, in the order in which
-- it became visible, so that whoever has read up to a place has missed nothing before it.
create table _touchstone.event (
    seq bigint generated always as identity primary key,
    id text not null unique check (id ~ '^evt_[0-9A-Za-z]{10}$'),
    at timestamptz not null,
    type text not null,
    version smallint not null default 1,
    issue text,
    actor text,
    data jsonb not null default '{}',
    position bigint
);
create unique index event_position on _touchstone.event (position);
create index event_unnumbered on _touchstone.event (seq) where position is null;
create index event_at on _touchstone.event (at);
create sequence _touchstone.event_place as bigint;

-- Gives places to what has none. One at a time: places become visible in their order, whoever gives them.
create function _touchstone.number_events() returns bigint language plpgsql as $$
declare
    numbered bigint;
begin
    if not exists (select from _touchstone.event where position is null) then
        return 0;
    end if;
    perform pg_advisory_xact_lock(hashtextextended('touchstone.event', 0));
    with next as (select seq from _touchstone.event where position is null order by seq limit 1000 for update),
    placed as (select seq, nextval('_touchstone.event_place') as place from (select seq from next order by seq) one)
    update _touchstone.event e set position = p.place from placed p where e.seq = p.seq;
    get diagnostics numbered = row_count;
    return numbered;
end
$$;

-- Up to where each consumer has come. Whoever holds the row consumes; what it does and its new place commit together.
create table _touchstone.event_consumer (
    name text primary key,
    position bigint not null default 0,
    -- How often the next event could not be taken, one after the other.
    failures integer not null default 0
);
insert into _touchstone.event_consumer (name) values ('notifications'), ('webhooks'), ('trackers');

-- What could not be taken, however often it was tried, and was left out so that the rest is not held up.
create table _touchstone.event_left_out (
    consumer text not null,
    event text not null,
    problem text not null,
    at timestamptz not null,
    primary key (consumer, event)
);

-- What people were told, in the app.
alter table "Notification"
    alter column "user" set not null,
    alter column "event" set not null,
    alter column "bucket" set not null,
    alter column "groupKey" set not null,
    alter column "count" set default 1,
    alter column "count" set not null,
    alter column "data" set default '{}',
    add constraint "Notification_bucket" check ("bucket" in ('action', 'news')),
    add constraint "Notification_done_is_read" check ("doneAt" is null or "readAt" is not null);
-- One row for what is not read, or not done, of one thing: more of it is counted there.
create unique index "Notification_open" on "Notification" ("user", "groupKey")
    where case "bucket" when 'action' then "doneAt" is null else "readAt" is null end;
create index "Notification_list" on "Notification" ("user", "bucket", "updatedAt" desc, "objectId");
create index "Notification_unread" on "Notification" ("user") where "readAt" is null;
create index "Notification_waiting" on "Notification" ("user") where "bucket" = 'action' and "doneAt" is null;
create index "Notification_issue" on "Notification" ("issue", "event") where "doneAt" is null and "issue" is not null;
create index "Notification_old" on "Notification" ("readAt") where "readAt" is not null;

create function _touchstone.keep_notification() returns trigger language plpgsql as $$
begin
    new."_rperm" := array[new."user"];
    new."_wperm" := '{}';
    return new;
end
$$;
create trigger readers before insert or update on "Notification" for each row execute function _touchstone.keep_notification();

-- What is on its way to somebody outside the app, and what became of it.
create table _touchstone.delivery (
    id bigint generated always as identity primary key,
    -- The event, the receiver and the channel: nobody is sent the same twice.
    key text not null unique,
    channel text not null check (channel in ('mail', 'push', 'discord', 'telegram')),
    receiver text not null,
    notification text,
    event text not null,
    kind text not null,
    bucket text not null check (bucket in ('action', 'news')),
    issue text,
    -- What the notification says, as it was when this was planned.
    data jsonb not null default '{}',
    state text not null check (state in ('waiting', 'sending', 'sent', 'digest', 'unsure', 'dropped', 'dead')),
    attempts integer not null default 0,
    -- How often it went out again because nobody knows whether it had.
    repeats integer not null default 0,
    -- Whether it comes with others in one message: at the receiver's hour, or when their quiet hours end.
    in_digest boolean not null default false,
    due_at timestamptz not null,
    lease_until timestamptz,
    external_id text,
    problem text,
    created_at timestamptz not null,
    sent_at timestamptz
);
create index delivery_due on _touchstone.delivery (channel, due_at) where state = 'waiting';
create index delivery_digest on _touchstone.delivery (channel, due_at, receiver) where state = 'digest';
create index delivery_sending on _touchstone.delivery (channel, lease_until) where state = 'sending';
create index delivery_receiver on _touchstone.delivery (receiver, channel, created_at);
create index delivery_old on _touchstone.delivery (created_at) where state in ('sent', 'unsure', 'dropped', 'dead');

-- By which channels somebody can be reached. For push and chat a row that is `ok` says that they can; mail needs none where
-- the address was verified, and any other state than `ok` says why nothing is sent there.
create table _touchstone.channel_address (
    "user" text not null,
    channel text not null check (channel in ('mail', 'push', 'discord', 'telegram')),
    state text not null default 'ok',
    since timestamptz not null,
    primary key ("user", channel)
);

-- A channel that a service refuses altogether waits until an administrator has seen to it.
create table _touchstone.channel_stop (channel text primary key, problem text not null, at timestamptz not null);

-- A delivery as its channel sees it.
create function _touchstone.delivery_shown(d _touchstone.delivery) returns jsonb language sql stable
    return jsonb_build_object('id', d.id, 'key', d.key, 'receiver', d.receiver, 'notification', d.notification, 'event', d.event,
        'kind', d.kind, 'bucket', d.bucket, 'issue', d.issue, 'data', d.data, 'attempts', d.attempts, 'isRepeat', d.repeats > 0,
        'at', _touchstone.in_millis(d.created_at));

-- A time zone that the database knows; UTC for what it does not.
create function _touchstone.zone_of(zone text) returns text language plpgsql stable as $$
begin
    perform now() at time zone zone;
    return coalesce(zone, 'UTC');
exception when invalid_parameter_value then
    return 'UTC';
end
$$;
