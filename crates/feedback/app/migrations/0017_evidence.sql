-- Evidence, and the queue of transactions that are to be looked up.

alter table "Evidence"
    -- Whether it counts, and the time, person and tokens with which it was counted.
    add column "counted" boolean not null default false,
    add column "seenAt" timestamptz,
    add column "person" text,
    add column "symbols" text[],
    alter column "owner" set not null, alter column "kind" set not null, alter column "state" set not null,
    alter column "ownerMatch" set default 'unknown', alter column "ownerMatch" set not null,
    alter column "steps" set default '[]', alter column "tried" set default '[]', alter column "attempts" set default 0,
    add constraint "Evidence_kind" check ("kind" in ('tx', 'rpc_error', 'quote_only')),
    add constraint "Evidence_state" check ("state" in ('queued', 'fetching', 'decoded', 'partial', 'waiting', 'not_found', 'failed')),
    add constraint "Evidence_hash" check (("kind" = 'tx') = ("txHash" is not null) and "txHash" ~ '^0x[0-9a-f]{64}$'),
    add constraint "Evidence_owner_match" check ("ownerMatch" in ('yes', 'no', 'relayed', 'unknown')),
    add constraint "Evidence_verdict" check ("verdict" in ('expected', 'setup', 'suspect', 'unknown')),
    add constraint "Evidence_confidence" check ("confidence" in ('exact', 'approx', 'text', 'none')),
    add constraint "Evidence_chain_status" check ("chainStatus" in ('success', 'reverted', 'pending', 'dropped', 'replaced')),
    add constraint "Evidence_fingerprint" check ("fingerprint" ~ '^[0-9a-f]{64}$'),
    add constraint "Evidence_wallet_kind" check ("walletKind" in ('injected', 'walletconnect', 'hardware', 'smart_account', 'other')),
    add constraint "Evidence_explained" check ("state" not in ('decoded', 'partial') or ("explanation" is not null and "decodedAt" is not null)),
    add constraint "Evidence_vote_has_an_issue" check ("vote" is null or "issue" is not null);

-- A transaction has one piece of evidence per owner. While its network is unknown, the hash alone is compared.
create unique index "Evidence_network_hash_owner" on "Evidence" ("network", "txHash", "owner");
create unique index "Evidence_hash_owner" on "Evidence" ("txHash", "owner") where "network" is null;
create index "Evidence_hash" on "Evidence" ("txHash") where "txHash" is not null;
create index "Evidence_owner" on "Evidence" ("owner", "createdAt" desc);
create index "Evidence_issue" on "Evidence" ("issue", "createdAt" desc, "objectId") where "issue" is not null;
create index "Evidence_issue_owner" on "Evidence" ("issue", "owner") where "issue" is not null;
create index "Evidence_same_failure" on "Evidence" ("fingerprint", "issue") where "fingerprint" is not null and "issue" is not null;
create index "Evidence_cluster" on "Evidence" ("cluster", "seenAt" desc, "objectId") where "cluster" is not null;
create index "Evidence_fingerprint" on "Evidence" ("fingerprint" text_pattern_ops, "decodedAt") where "fingerprint" is not null;
create index "Evidence_decoded" on "Evidence" ("decodedAt") where "decodedAt" is not null;
create index "Evidence_coverage" on "Evidence" ("network", "walletKind", "decodedAt") where "decodedAt" is not null;
create index "Evidence_unsettled" on "Evidence" ("createdAt") where "state" in ('queued', 'fetching', 'waiting');
create index "Evidence_orphans" on "Evidence" ("createdAt") where "issue" is null;

-- For evidence that a new known error may explain: by the selector of the innermost frame, and by its class.
create index "Evidence_selector" on "Evidence" (("explanation" -> 'revert' -> 'frames' -> -1 ->> 'selector'))
    where "explanation" -> 'revert' -> 'frames' -> -1 ->> 'selector' is not null;
create index "Evidence_unexplained" on "Evidence" ("decodedAt")
    where "failureClass" in ('unknown_revert', 'empty_revert', 'wallet_error', 'rpc_error');

create function _touchstone.keep_evidence() returns trigger language plpgsql as $$
begin
    new."_rperm" := array[new."owner", 'role:administrators'];
    new."_wperm" := '{}';
    return new;
end $$;
create trigger kept before insert or update on "Evidence" for each row execute function _touchstone.keep_evidence();

-- The queue of lookups. A worker moves `due_at` to the end of its lease, and its exact value is the proof of ownership:
-- after that time another worker may take the row, and the first one can no longer change it.
create table _touchstone.evidence_queue (
    evidence text primary key,
    due_at timestamptz not null,
    -- The reason: fetch it, wait until it is mined, search it on other networks, wait until its block is final,
    -- explain it again, or find out what would have made it pass.
    task text not null default 'fetch' check (task in ('fetch', 'wait', 'search', 'settle', 'explain', 'rerun')),
    -- Lookups for this reason, and since when.
    looks integer not null default 0,
    since timestamptz not null,
    -- Consecutive failures. Retries are delayed further each time, and end after a limit.
    failures integer not null default 0
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index evidence_queue_due on _touchstone.evidence_queue (due_at);

-- Responses of RPC endpoints about transactions. A final one is never fetched again.
create table _touchstone.found_transaction (
    network text not null,
    hash text not null,
    found jsonb not null,
    is_final boolean not null,
    at timestamptz not null,
    primary key (network, hash)
);

-- For the rate limit of manual refreshes.
create table _touchstone.evidence_refresh (
    person text not null,
    at timestamptz not null
);
create index evidence_refresh_person on _touchstone.evidence_refresh (person, at);

create function _touchstone.evidence_leaves() returns trigger language plpgsql as $$
begin
    delete from _touchstone.evidence_queue where evidence = old."objectId";
    delete from _touchstone.found_transaction f where f.network = old."network" and f.hash = old."txHash"
        and not exists (select from "Evidence" e where e."network" = old."network" and e."txHash" = old."txHash");
    return null;
end $$;
create trigger leaves after delete on "Evidence" for each row execute function _touchstone.evidence_leaves();

-- Evidence as returned to a user. The caller removes private parts of the explanation.
create function _touchstone.evidence_shown(e "Evidence", me text, is_admin boolean) returns jsonb
    language plpgsql stable parallel safe as $$
declare
    is_open boolean := e."owner" = me or is_admin or coalesce(e."shareHash", false);
begin
    return jsonb_build_object('id', e."objectId", 'kind', e."kind", 'state', e."state", 'reason', e."reason",
        'network', (select jsonb_build_object('id', n."objectId", 'chainId', n."chainId"::bigint, 'name', n."name",
                'isTestnet', n."isTestnet", 'nativeSymbol', n."nativeSymbol", 'explorerUrl', n."explorerUrl")
            from "Network" n where n."objectId" = e."network"),
        'txHash', case when is_open then e."txHash" end, 'isMine', e."owner" = me, 'isShared', coalesce(e."shareHash", false),
        'ownerMatch', e."ownerMatch",
        'owner', (select jsonb_build_object('id', u."objectId", 'username', u."username") from "_User" u where u."objectId" = e."owner"),
        'build', (select jsonb_build_object('id', b."objectId", 'version', b."version") from "Build" b where b."objectId" = e."build"),
        'walletKind', case when is_open then e."walletKind" end, 'createdAt', _touchstone.iso(e."createdAt"),
        'decodedAt', _touchstone.iso(e."decodedAt"), 'blockTime', _touchstone.iso(e."blockTime"),
        'confirmations', e."confirmations"::int, 'quote', e."quote", 'tried', coalesce(e."tried", '[]'),
        'steps', coalesce(e."steps", '[]'), 'cluster', _touchstone.cluster_brief(e."fingerprint"),
        'issue', (select i."number"::int from "Issue" i where i."objectId" = e."issue"
            and _touchstone.may_read(i."_rperm", me, is_admin)),
        'explanation', e."explanation")
    || jsonb_build_object('isOpen', is_open);
end $$;

-- True if a user may see evidence: their own, and that of an issue they may read.
create function _touchstone.may_see_evidence(e "Evidence", me text, is_admin boolean) returns boolean
    language plpgsql stable parallel safe as $$
begin
    return e."owner" = me or is_admin or exists (select from "Issue" i where i."objectId" = e."issue"
        and _touchstone.may_read(i."_rperm", me, is_admin));
end $$;
