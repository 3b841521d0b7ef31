-- Chat services, accounts linked at them, and what they sent us.

-- A service as administrators set it up. Secrets in `settings` are sealed.
create table _touchstone.chat_service (
    service text primary key check (service in ('discord', 'telegram')),
    settings jsonb not null default '{}',
    -- `off` until a test of these settings went well; `broken` if a later one did not.
    state text not null default 'off' check (state in ('off', 'on', 'broken')),
    -- What the bot is called there.
    name text,
    problem text,
    changed_at timestamptz not null
);

-- A link that somebody began and has not ended yet. What proves it is kept as a digest: nobody who reads this can use it.
create table _touchstone.account_link_attempt (
    digest text primary key check (digest ~ '^[0-9a-f]{64}$'),
    service text not null,
    -- By a page of the service, by a code that is typed there, or by a link that opens a chat there.
    way text not null check (way in ('oauth', 'code', 'deep_link')),
    "user" text not null,
    session text not null,
    verifier text,
    redirect_uri text,
    expires_at timestamptz not null,
    used_at timestamptz,
    -- Who the service says used it: to be confirmed by the user on the page.
    external_id text,
    name text,
    check ((external_id is null) = (name is null)),
    check ((way = 'oauth') = (verifier is not null and redirect_uri is not null))
);
create index account_link_attempt_user on _touchstone.account_link_attempt ("user", service);
create index account_link_attempt_expires on _touchstone.account_link_attempt (expires_at);

-- An account at a service. No token of it is kept.
create table _touchstone.account_link (
    "user" text not null,
    service text not null,
    external_id text not null,
    name text not null,
    -- Where messages to it go, once that is known.
    chat text,
    -- `broken` while the service does not let us write to them.
    state text not null default 'linked' check (state in ('linked', 'broken')),
    problem text,
    linked_at timestamptz not null,
    -- Not before this may the next message go there.
    next_at timestamptz not null default '-infinity',
    primary key ("user", service),
    unique (service, external_id)
);

-- Wrong codes that somebody at a service typed.
create table _touchstone.account_link_try (
    service text not null,
    external_id text not null,
    at timestamptz not null
);
create index account_link_try_who on _touchstone.account_link_try (service, external_id, at);

-- When the next message of a bot may go out, whichever node sends it.
create table _touchstone.chat_pace (service text primary key, next_at timestamptz not null);
insert into _touchstone.chat_pace values ('discord', '-infinity'), ('telegram', '-infinity');

-- What a service sent already, so that it is taken once.
create table _touchstone.service_update (
    service text not null,
    id text not null,
    at timestamptz not null,
    primary key (service, id)
);
create index service_update_old on _touchstone.service_update (at);

-- Whoever is gone is linked nowhere.
create function _touchstone.unlink_accounts() returns trigger language plpgsql as $$
begin
    delete from _touchstone.account_link where "user" = old."objectId";
    delete from _touchstone.account_link_attempt where "user" = old."objectId";
    delete from _touchstone.channel_address where "user" = old."objectId" and channel in ('discord', 'telegram');
    return null;
end
$$;
create trigger unlinked after update of "status" on "_User" for each row
    when (new."status" = 'deleted' and old."status" is distinct from 'deleted') execute function _touchstone.unlink_accounts();
create trigger unlinked_row after delete on "_User" for each row execute function _touchstone.unlink_accounts();
