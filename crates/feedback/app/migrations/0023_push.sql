-- Push to browsers.

-- VAPID keys. A browser subscribes for one key and rejects messages signed with another. One key is in use.
create table _touchstone.vapid_key (
    public text primary key,
    -- The private key, sealed.
    private text not null,
    made_at timestamptz not null,
    retired_at timestamptz
);
create unique index vapid_key_in_use on _touchstone.vapid_key ((true)) where retired_at is null;

create table _touchstone.push_subscription (
    id text primary key,
    "user" text not null,
    -- The session that subscribed. The subscription ends with it.
    session text not null,
    endpoint_digest text not null unique check (endpoint_digest ~ '^[0-9a-f]{64}$'),
    -- The endpoint and the keys, sealed.
    secret text not null,
    -- The host of the push service, and the browser as shown to the user.
    service text not null,
    label text not null,
    vapid_key text not null references _touchstone.vapid_key,
    created_at timestamptz not null,
    -- The last message that the push service accepted.
    last_at timestamptz
);
create index push_subscription_user on _touchstone.push_subscription ("user", created_at);
create index push_subscription_session on _touchstone.push_subscription (session);
create index push_subscription_key on _touchstone.push_subscription (vapid_key, service, last_at);

-- Browsers that have received a delivery of which others are still to come.
create table _touchstone.push_sent (
    delivery bigint not null,
    subscription text not null references _touchstone.push_subscription on delete cascade,
    primary key (delivery, subscription)
);
create index push_sent_subscription on _touchstone.push_sent (subscription);

-- Subscriptions that were removed from another browser, and must not be renewed automatically.
create table _touchstone.push_removed (
    endpoint_digest text primary key,
    "user" text not null,
    at timestamptz not null
);

-- The last test message of a user.
create table _touchstone.push_test ("user" text primary key, at timestamptz not null);

-- A user is reachable by push while they have a subscription.
create function _touchstone.push_reaches() returns trigger language plpgsql as $$
begin
    if tg_op = 'INSERT' then
        perform pg_advisory_xact_lock(hashtextextended('touchstone.push.' || new."user", 0));
        insert into _touchstone.channel_address ("user", channel, state, since) values (new."user", 'push', 'ok', new.created_at)
        on conflict ("user", channel) do update set state = 'ok', since = excluded.since where channel_address.state <> 'ok';
    else
        perform pg_advisory_xact_lock(hashtextextended('touchstone.push.' || old."user", 0));
        delete from _touchstone.channel_address a where a."user" = old."user" and a.channel = 'push'
            and not exists (select from _touchstone.push_subscription p where p."user" = old."user");
    end if;
    return null;
end $$;
create trigger reaches after insert or delete on _touchstone.push_subscription for each row execute function _touchstone.push_reaches();

-- Subscriptions end with their session and with their account.
create function _touchstone.push_ends() returns trigger language plpgsql as $$
begin
    if tg_table_name = '_Session' then
        delete from _touchstone.push_subscription where session = old."objectId";
    else
        delete from _touchstone.push_subscription where "user" = old."objectId";
        delete from _touchstone.push_removed where "user" = old."objectId";
        delete from _touchstone.push_test where "user" = old."objectId";
    end if;
    return null;
end $$;
create trigger push_ends after delete on "_Session" for each row execute function _touchstone.push_ends();
create trigger push_ends after delete on "_User" for each row execute function _touchstone.push_ends();
create trigger push_ends_with_the_account after update of "status" on "_User" for each row
    when (new."status" = 'deleted' and old."status" is distinct from 'deleted') execute function _touchstone.push_ends();
