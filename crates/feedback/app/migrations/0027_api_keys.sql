-- API keys, and issues as the public API returns them.

-- API keys. Only the digest is stored. A key has full entropy, so a plain digest is safe.
create table _touchstone.api_key (
    id text primary key,
    name text not null check (char_length(name) between 1 and 60),
    prefix text not null check (char_length(prefix) = 12),
    digest text not null unique check (digest ~ '^[0-9a-f]{64}$'),
    scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['read', 'report', 'builds', 'mail']),
    created_at timestamptz not null,
    created_by text not null,
    last_used_on date,
    expires_at timestamptz,
    -- When a rolled key ends.
    ends_at timestamptz,
    revoked_at timestamptz
);

-- The state of a key. It works only while its creator is an active administrator.
create function _touchstone.api_key_state(k _touchstone.api_key, now timestamptz) returns text language sql stable
    return case when k.revoked_at is not null or k.ends_at <= now then 'revoked'
        when k.expires_at <= now then 'expired'
        when not exists (select from "_User" u where u."objectId" = k.created_by and u."isAdmin"
            and coalesce(u."status", 'active') = 'active') then 'ownerless'
        when k.ends_at is not null then 'ending'
        else 'live' end;

-- A key as returned to administrators.
create function _touchstone.api_key_shown(k _touchstone.api_key, now timestamptz) returns jsonb language sql stable
    return jsonb_build_object('id', k.id, 'name', k.name, 'prefix', k.prefix, 'scopes', k.scopes, 'lastUsedOn', k.last_used_on,
        'expiresAt', _touchstone.iso(k.expires_at), 'endsAt', _touchstone.iso(k.ends_at), 'revokedAt', _touchstone.iso(k.revoked_at),
        'createdAt', _touchstone.iso(k.created_at), 'state', _touchstone.api_key_state(k, now),
        'by', (select jsonb_build_object('id', u."objectId", 'username', u."username") from "_User" u where u."objectId" = k.created_by));

-- An issue as returned by the public API. The server adds the URL.
create function _touchstone.api_issue(i "Issue") returns jsonb language sql stable
    return jsonb_build_object('id', i."objectId", 'number', i."number"::int, 'kind', i."kind", 'title', i."title", 'area', i."area",
        'status', i."status", 'resolution', i."resolution", 'severity', i."severity", 'tags', coalesce(i."tags", '[]'),
        'build', (select b."version" from "Build" b where b."objectId" = i."buildReported"),
        'fixedIn', (select b."version" from "Build" b where b."objectId" = i."buildFixed"),
        'reporter', (select jsonb_build_object('id', u."objectId", 'username', u."username") from "_User" u
            where u."objectId" = i."reporter"),
        'votes', coalesce(i."voteCount", 0)::int, 'comments', coalesce(i."commentCount", 0)::int,
        'submittedAt', _touchstone.iso(i."submittedAt"), 'lastActivityAt', _touchstone.iso(i."lastActivityAt"));
