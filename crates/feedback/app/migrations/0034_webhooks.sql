-- Services outside: until when each must be left alone, so that no node spends what another was told to leave.
-- Credentials are told apart by a digest; an empty bucket is all of a service.
create table _touchstone.service_rate (
    service text not null,
    credential text not null,
    bucket text not null,
    until timestamptz not null,
    primary key (service, credential, bucket)
);

-- Whom programs outside are told of events by. Addresses and secrets are sealed: many addresses are secrets by themselves.
create table _touchstone.webhook (
    id text primary key,
    name text not null check (char_length(name) between 1 and 60),
    preset text not null check (preset in ('json', 'discord', 'slack', 'telegram')),
    url text not null,
    url_shown text not null,
    events text[] not null check (cardinality(events) between 1 and 100),
    secret text,
    -- Signs beside the new one until then.
    previous_secret text,
    previous_until timestamptz,
    state text not null default 'on' check (state in ('on', 'off', 'disabled')),
    disabled_why text,
    -- Attempts that failed, one after the other.
    failures integer not null default 0 check (failures >= 0),
    -- While it fails it is left alone for a while, so that its queue holds nobody up.
    rests_until timestamptz,
    last_at timestamptz,
    last_status integer,
    created_at timestamptz not null,
    created_by text,
    -- Chats verify no signatures.
    constraint webhook_secret check ((preset = 'json') = (secret is not null)),
    constraint webhook_previous check ((previous_secret is null) = (previous_until is null))
);

-- One message to one webhook: what is sent, byte for byte, however often, and what became of it.
create table _touchstone.webhook_delivery (
    id bigint generated always as identity primary key,
    webhook text not null references _touchstone.webhook on delete cascade,
    message_id text not null unique check (message_id ~ '^msg_[0-9A-Za-z]{22}$'),
    event text not null,
    type text not null,
    issue text,
    body text not null check (octet_length(body) <= 20000),
    -- Whether the body says no more of an issue than that there is one.
    is_private boolean not null default false,
    state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'unsure', 'dead')),
    attempts integer not null default 0,
    replays integer not null default 0,
    due_at timestamptz not null,
    lease_until timestamptz,
    status integer,
    duration_ms integer,
    response text check (octet_length(response) <= 2048),
    problem text,
    created_at timestamptz not null,
    sent_at timestamptz,
    unique (webhook, event)
);
create index webhook_delivery_due on _touchstone.webhook_delivery (webhook, due_at, id) where state = 'waiting';
create index webhook_delivery_sending on _touchstone.webhook_delivery (webhook, lease_until) where state = 'sending';
create index webhook_delivery_log on _touchstone.webhook_delivery (webhook, id desc);
create index webhook_delivery_old on _touchstone.webhook_delivery (created_at);

-- A delivery as the worker that has taken it sees it.
create function _touchstone.webhook_job(d _touchstone.webhook_delivery, w _touchstone.webhook, now timestamptz) returns jsonb
    language sql stable
    return jsonb_build_object('id', d.id, 'webhook', d.webhook, 'messageId', d.message_id, 'body', d.body, 'attempts', d.attempts,
        'tellsTooMuch', not d.is_private and exists (select from "Issue" i where i."objectId" = d.issue
            and not _touchstone.is_public(i."_rperm")),
        'preset', w.preset, 'url', w.url, 'secret', w.secret,
        'previousSecret', case when w.previous_until > now then w.previous_secret end);

-- A webhook as administrators see it.
create function _touchstone.webhook_shown(w _touchstone.webhook) returns jsonb language sql stable
    return jsonb_build_object('id', w.id, 'name', w.name, 'url', w.url_shown, 'preset', w.preset, 'events', w.events, 'state', w.state,
        'failures', w.failures, 'lastAt', _touchstone.iso(w.last_at), 'lastStatus', w.last_status,
        'restsUntil', _touchstone.iso(w.rests_until), 'disabledWhy', w.disabled_why,
        'hasPreviousSecretUntil', _touchstone.iso(w.previous_until), 'createdAt', _touchstone.iso(w.created_at));

-- A delivery as administrators see it.
create function _touchstone.webhook_delivery_shown(d _touchstone.webhook_delivery, w _touchstone.webhook) returns jsonb
    language sql stable
    return jsonb_build_object('id', d.id::text, 'messageId', d.message_id, 'event', d.event, 'type', d.type,
        'webhook', jsonb_build_object('id', w.id, 'name', w.name),
        'state', case when d.state = 'waiting' and d.attempts > 0 then 'failed' else d.state end,
        'attempts', d.attempts, 'replayed', d.replays, 'status', d.status, 'ms', d.duration_ms, 'response', d.response,
        'problem', d.problem, 'at', _touchstone.iso(d.created_at), 'sentAt', _touchstone.iso(d.sent_at),
        'nextAt', case when d.state = 'waiting' then _touchstone.iso(greatest(d.due_at, w.rests_until)) end,
        'issue', (select i."number"::int from "Issue" i where i."objectId" = d.issue), 'body', d.body);

-- Keys of programs. The key itself is nowhere: it has its full entropy, so its digest is enough and cannot be turned back.
create table _touchstone.api_key (
    id text primary key,
    name text not null check (char_length(name) between 1 and 60),
    prefix text not null check (char_length(prefix) = 12),
    digest text not null unique check (digest ~ '^[0-9a-f]{64}$'),
    scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['read', 'report', 'builds', 'mail']),
    created_at timestamptz not null,
    created_by text not null,
    -- The day alone.
    last_used_on date,
    expires_at timestamptz,
    -- Rolled: a new one has taken its place, and it works until then.
    ends_at timestamptz,
    revoked_at timestamptz
);

-- Where a key stands. It counts only while whoever made it is an administrator.
create function _touchstone.api_key_state(k _touchstone.api_key, now timestamptz) returns text language sql stable
    return case when k.revoked_at is not null or k.ends_at <= now then 'revoked'
        when k.expires_at <= now then 'expired'
        when not exists (select from "_User" u where u."objectId" = k.created_by and u."isAdmin"
            and coalesce(u."status", 'active') = 'active') then 'ownerless'
        when k.ends_at is not null then 'ending'
        else 'live' end;

-- A key as administrators see it.
create function _touchstone.api_key_shown(k _touchstone.api_key, now timestamptz) returns jsonb language sql stable
    return jsonb_build_object('id', k.id, 'name', k.name, 'prefix', k.prefix, 'scopes', k.scopes, 'lastUsedOn', k.last_used_on,
        'expiresAt', _touchstone.iso(k.expires_at), 'endsAt', _touchstone.iso(k.ends_at), 'revokedAt', _touchstone.iso(k.revoked_at),
        'createdAt', _touchstone.iso(k.created_at), 'state', _touchstone.api_key_state(k, now),
        'by', (select jsonb_build_object('id', u."objectId", 'username', u."username") from "_User" u where u."objectId" = k.created_by));

-- An issue as programs with a key read it; the address is added where it is known.
create function _touchstone.api_issue(i "Issue") returns jsonb language sql stable
    return jsonb_build_object('id', i."objectId", 'number', i."number"::int, 'kind', i."kind", 'title', i."title", 'area', i."area",
        'status', i."status", 'resolution', i."resolution", 'severity', i."severity", 'tags', coalesce(i."tags", '[]'),
        'build', (select b."version" from "Build" b where b."objectId" = i."buildReported"),
        'fixedIn', (select b."version" from "Build" b where b."objectId" = i."buildFixed"),
        'reporter', (select jsonb_build_object('id', u."objectId", 'username', u."username") from "_User" u
            where u."objectId" = i."reporter"),
        'votes', coalesce(i."voteCount", 0)::int, 'comments', coalesce(i."commentCount", 0)::int,
        'submittedAt', _touchstone.iso(i."submittedAt"), 'lastActivityAt', _touchstone.iso(i."lastActivityAt"));
