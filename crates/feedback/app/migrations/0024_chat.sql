-- Chat services and linked accounts.

-- Chat services. Secrets in `settings` are sealed.
create table _touchstone.chat_service (
    service text primary key check (service in ('discord', 'telegram')),
    settings jsonb not null default '{}',
    -- `off` until the settings were tested, `broken` if a later test failed.
    state text not null default 'off' check (state in ('off', 'on', 'broken')),
    -- The name of the bot.
    name text,
    problem text,
    changed_at timestamptz not null
);

-- Pending account links. The secret is stored as a digest.
create table _touchstone.account_link_attempt (
    digest text primary key check (digest ~ '^[0-9a-f]{64}$'),
    service text not null,
    -- By a page of the service, by a code that is entered there, or by a link that opens a chat.
    way text not null check (way in ('oauth', 'code', 'deep_link')),
    "user" text not null,
    session text not null,
    verifier text,
    redirect_uri text,
    expires_at timestamptz not null,
    used_at timestamptz,
    -- The account at the service, which the user confirms on the page.
    external_id text,
    name text,
    check ((external_id is null) = (name is null)),
    check ((way = 'oauth') = (verifier is not null and redirect_uri is not null))
);
create index account_link_attempt_user on _touchstone.account_link_attempt ("user", service);
create index account_link_attempt_expires on _touchstone.account_link_attempt (expires_at);

-- Linked accounts. No token of them is stored.
create table _touchstone.account_link (
    "user" text not null,
    service text not null,
    external_id text not null,
    name text not null,
    -- Where messages are sent, once known.
    chat text,
    -- `broken` while the service rejects messages to it.
    state text not null default 'linked' check (state in ('linked', 'broken')),
    problem text,
    linked_at timestamptz not null,
    -- The earliest time of the next message.
    next_at timestamptz not null default '-infinity',
    primary key ("user", service),
    unique (service, external_id)
);

-- Wrong codes that were entered at a service.
create table _touchstone.account_link_try (
    service text not null,
    external_id text not null,
    at timestamptz not null
);
create index account_link_try_who on _touchstone.account_link_try (service, external_id, at);

-- The earliest time of a bot's next message, for all nodes.
create table _touchstone.chat_pace (service text primary key, next_at timestamptz not null);
insert into _touchstone.chat_pace values ('discord', '-infinity'), ('telegram', '-infinity');

-- Updates received from services, so that each is processed once.
create table _touchstone.service_update (
    service text not null,
    id text not null,
    at timestamptz not null,
    primary key (service, id)
);
create index service_update_old on _touchstone.service_update (at);

-- Links end with the account.
create function _touchstone.unlink_accounts() returns trigger language plpgsql as $$
begin
    delete from _touchstone.account_link where "user" = old."objectId";
    delete from _touchstone.account_link_attempt where "user" = old."objectId";
    delete from _touchstone.channel_address where "user" = old."objectId" and channel in ('discord', 'telegram');
    return null;
end $$;
create trigger unlinked after update of "status" on "_User" for each row
    when (new."status" = 'deleted' and old."status" is distinct from 'deleted') execute function _touchstone.unlink_accounts();
create trigger unlinked_row after delete on "_User" for each row execute function _touchstone.unlink_accounts();
