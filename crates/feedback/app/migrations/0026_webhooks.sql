-- Webhooks.

-- Rate limits of external services, shared by all nodes. Credentials are digests, and an empty bucket means the whole
-- service.
create table _touchstone.service_rate (
    service text not null,
    credential text not null,
    bucket text not null,
    until timestamptz not null,
    primary key (service, credential, bucket)
);

-- Webhooks. URLs and secrets are sealed, because many URLs contain secrets.
create table _touchstone.webhook (
    id text primary key,
    name text not null check (char_length(name) between 1 and 60),
    preset text not null check (preset in ('json', 'discord', 'slack', 'telegram')),
    url text not null,
    url_shown text not null,
    events text[] not null check (cardinality(events) between 1 and 100),
    secret text,
    -- Also signs until `previous_until`.
    previous_secret text,
    previous_until timestamptz,
    state text not null default 'on' check (state in ('on', 'off', 'disabled')),
    disabled_why text,
    -- Consecutive failed attempts.
    failures integer not null default 0 check (failures >= 0),
    -- A failing webhook is paused, so that it does not delay others.
    rests_until timestamptz,
    last_at timestamptz,
    last_status integer,
    created_at timestamptz not null,
    created_by text,
    -- The least severity of issues that are sent, and null for all.
    min_severity text check (min_severity in ('S1', 'S2', 'S3')),
    -- Chat services do not verify signatures.
    constraint webhook_secret check ((preset = 'json') = (secret is not null)),
    constraint webhook_previous check ((previous_secret is null) = (previous_until is null))
);

-- Messages to webhooks. The body is the same in every attempt.
create table _touchstone.webhook_delivery (
    id bigint generated always as identity primary key,
    webhook text not null references _touchstone.webhook on delete cascade,
    message_id text not null unique check (message_id ~ '^msg_[0-9A-Za-z]{22}$'),
    event text not null,
    type text not null,
    issue text,
    body text not null check (octet_length(body) <= 20000),
    -- True if the body contains nothing of the issue except its existence.
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
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
create index webhook_delivery_due on _touchstone.webhook_delivery (webhook, due_at, id) where state = 'waiting';
create index webhook_delivery_sending on _touchstone.webhook_delivery (webhook, lease_until) where state = 'sending';
create index webhook_delivery_log on _touchstone.webhook_delivery (webhook, id desc);
create index webhook_delivery_old on _touchstone.webhook_delivery (created_at);

-- Days with a summary, by their date in the time zone of the program.
create table _touchstone.daily_summary (day date primary key, at timestamptz not null);

-- A delivery as its worker reads it.
create function _touchstone.webhook_job(d _touchstone.webhook_delivery, w _touchstone.webhook, now timestamptz) returns jsonb
    language sql stable
    return jsonb_build_object('id', d.id, 'webhook', d.webhook, 'messageId', d.message_id, 'body', d.body, 'attempts', d.attempts,
        'tellsTooMuch', not d.is_private and exists (select from "Issue" i where i."objectId" = d.issue
            and not _touchstone.is_public(i."_rperm")),
        'preset', w.preset, 'url', w.url, 'secret', w.secret,
        'previousSecret', case when w.previous_until > now then w.previous_secret end);

-- A webhook as returned to administrators.
create function _touchstone.webhook_shown(w _touchstone.webhook) returns jsonb language sql stable
    return jsonb_build_object('id', w.id, 'name', w.name, 'url', w.url_shown, 'preset', w.preset, 'events', w.events, 'state', w.state,
        'minSeverity', coalesce(w.min_severity, 'any'), 'failures', w.failures, 'lastAt', _touchstone.iso(w.last_at),
        'lastStatus', w.last_status, 'restsUntil', _touchstone.iso(w.rests_until), 'disabledWhy', w.disabled_why,
        'hasPreviousSecretUntil', _touchstone.iso(w.previous_until), 'createdAt', _touchstone.iso(w.created_at));

-- A delivery as returned to administrators.
create function _touchstone.webhook_delivery_shown(d _touchstone.webhook_delivery, w _touchstone.webhook) returns jsonb
    language sql stable
    return jsonb_build_object('id', d.id::text, 'messageId', d.message_id, 'event', d.event, 'type', d.type,
        'webhook', jsonb_build_object('id', w.id, 'name', w.name),
        'state', case when d.state = 'waiting' and d.attempts > 0 then 'failed' else d.state end,
        'attempts', d.attempts, 'replayed', d.replays, 'status', d.status, 'ms', d.duration_ms, 'response', d.response,
        'problem', d.problem, 'at', _touchstone.iso(d.created_at), 'sentAt', _touchstone.iso(d.sent_at),
        'nextAt', case when d.state = 'waiting' then _touchstone.iso(greatest(d.due_at, w.rests_until)) end,
        'issue', (select i."number"::int from "Issue" i where i."objectId" = d.issue), 'body', d.body);
