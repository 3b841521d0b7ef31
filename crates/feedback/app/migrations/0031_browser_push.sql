-- Browsers that are pushed to, and the key that signs for us.

-- Browsers subscribe for one key, and take nothing that another signs. There is one that is in use.
create table _touchstone.vapid_key (
    public text primary key,
    -- The private half, sealed.
    private text not null,
    made_at timestamptz not null,
    retired_at timestamptz
);
create unique index vapid_key_in_use on _touchstone.vapid_key ((true)) where retired_at is null;

create table _touchstone.push_subscription (
    id text primary key,
    "user" text not null,
    -- The session that subscribed: a browser that is signed out is told nothing any more.
    session text not null,
    endpoint_digest text not null unique check (endpoint_digest ~ '^[0-9a-f]{64}$'),
    -- The endpoint and the keys, sealed.
    secret text not null,
    -- The host of the push service, and the browser in words.
    service text not null,
    label text not null,
    vapid_key text not null references _touchstone.vapid_key,
    created_at timestamptz not null,
    -- When the push service last took something.
    last_at timestamptz
);
create index push_subscription_user on _touchstone.push_subscription ("user", created_at);
create index push_subscription_session on _touchstone.push_subscription (session);
create index push_subscription_key on _touchstone.push_subscription (vapid_key, service, last_at);

-- Which browsers have taken a delivery that others are still to take.
create table _touchstone.push_sent (
    delivery bigint not null,
    subscription text not null references _touchstone.push_subscription on delete cascade,
    primary key (delivery, subscription)
);
create index push_sent_subscription on _touchstone.push_sent (subscription);

-- What was removed from another browser, which must not come back by itself.
create table _touchstone.push_removed (
    endpoint_digest text primary key,
    "user" text not null,
    at timestamptz not null
);

-- When somebody last had a test sent.
create table _touchstone.push_test ("user" text primary key, at timestamptz not null);

-- Somebody is reached by push while a browser of theirs is.
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
end
$$;
create trigger reaches after insert or delete on _touchstone.push_subscription for each row execute function _touchstone.push_reaches();

-- However a session or an account ends, its browsers are told nothing any more.
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
end
$$;
create trigger push_ends after delete on "_Session" for each row execute function _touchstone.push_ends();
create trigger push_ends after delete on "_User" for each row execute function _touchstone.push_ends();
create trigger push_ends_with_the_account after update of "status" on "_User" for each row
    when (new."status" = 'deleted' and old."status" is distinct from 'deleted') execute function _touchstone.push_ends();
