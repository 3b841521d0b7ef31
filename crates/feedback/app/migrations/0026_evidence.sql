-- Evidence: what the database itself holds of its rules, the queue of what is still to be looked up, and what issues tell of it.

alter table "Evidence"
    alter column "owner" set not null,
    alter column "kind" set not null,
    alter column "state" set not null,
    alter column "ownerMatch" set default 'unknown',
    alter column "ownerMatch" set not null,
    alter column "steps" set default '[]',
    alter column "tried" set default '[]',
    alter column "attempts" set default 0,
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
-- The same transaction of the same owner is one piece of evidence; until its network is known, by its hash alone.
create unique index "Evidence_network_hash_owner" on "Evidence" ("network", "txHash", "owner");
create unique index "Evidence_hash_owner" on "Evidence" ("txHash", "owner") where "network" is null;
create index "Evidence_hash" on "Evidence" ("txHash") where "txHash" is not null;
create index "Evidence_owner" on "Evidence" ("owner", "createdAt" desc);
create index "Evidence_issue" on "Evidence" ("issue", "createdAt" desc, "objectId") where "issue" is not null;
create index "Evidence_fingerprint" on "Evidence" ("fingerprint" text_pattern_ops, "decodedAt") where "fingerprint" is not null;
create index "Evidence_decoded" on "Evidence" ("decodedAt") where "decodedAt" is not null;
create index "Evidence_coverage" on "Evidence" ("network", "walletKind", "decodedAt") where "decodedAt" is not null;
create index "Evidence_unsettled" on "Evidence" ("createdAt") where "state" in ('queued', 'fetching', 'waiting');
create index "Evidence_orphans" on "Evidence" ("createdAt") where "issue" is null;
-- What an administrator may yet say the meaning of: by where the failure began, and by its text.
create index "Evidence_selector" on "Evidence" (("explanation" -> 'revert' -> 'frames' -> -1 ->> 'selector'))
    where "explanation" -> 'revert' -> 'frames' -> -1 ->> 'selector' is not null;
create index "Evidence_unexplained" on "Evidence" ("decodedAt")
    where "failureClass" in ('unknown_revert', 'empty_revert', 'wallet_error', 'rpc_error');

create function _touchstone.keep_evidence() returns trigger language plpgsql as $$
begin
    new."_rperm" := array[new."owner", 'role:administrators'];
    new."_wperm" := '{}';
    return new;
end
$$;
create trigger kept before insert or update on "Evidence" for each row execute function _touchstone.keep_evidence();

-- What is still to be looked up. Whoever takes a row moves `due_at` to the end of their lease, and the exact moment proves
-- whose it is: after it anybody may take the row again, and who held it before changes nothing any more.
create table _touchstone.evidence_queue (
    evidence text primary key,
    due_at timestamptz not null,
    -- Why it is looked at: to fetch it, because it waits to be mined, because no network knew it, because its block may yet
    -- be replaced, or to explain it again.
    task text not null default 'fetch' check (task in ('fetch', 'wait', 'search', 'settle', 'explain')),
    -- How often it was looked at for that reason, and since when.
    looks integer not null default 0,
    since timestamptz not null
);
create index evidence_queue_due on _touchstone.evidence_queue (due_at);

-- What nodes said about transactions. Once no re-organisation can change it, nobody asks for it again.
create table _touchstone.found_transaction (
    network text not null,
    hash text not null,
    found jsonb not null,
    is_final boolean not null,
    at timestamptz not null,
    primary key (network, hash)
);

-- How often somebody asked to look again.
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
end
$$;
create trigger leaves after delete on "Evidence" for each row execute function _touchstone.evidence_leaves();

-- The wallets of somebody: addresses, and for contracts `@` and their chain. Without wallets there is no such table.
create function _touchstone.wallets_of(person text) returns text[] language plpgsql stable as $$
begin
    if to_regclass('"_EthAddress"') is null then
        return '{}';
    end if;
    return coalesce((select array_agg(a."objectId") from "_EthAddress" a where a."user" = person), '{}');
end
$$;

-- The cluster of a fingerprint, as evidence shows it to anybody.
create function _touchstone.cluster_brief(print text) returns jsonb language plpgsql stable parallel safe as $$
begin
    return null;
end
$$;

-- What others see of a piece of evidence beside its explanation, which is cut where it is told.
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
end
$$;

-- Whether somebody may see a piece of evidence at all: their own, and what belongs to an issue that they may read.
create function _touchstone.may_see_evidence(e "Evidence", me text, is_admin boolean) returns boolean
    language plpgsql stable parallel safe as $$
begin
    return e."owner" = me or is_admin or exists (select from "Issue" i where i."objectId" = e."issue"
        and _touchstone.may_read(i."_rperm", me, is_admin));
end
$$;

-- What an issue tells of its evidence.
create index "Issue_class" on "Issue" ("failureClass", "verdict") where "failureClass" is not null;
create index "Issue_cluster" on "Issue" ("cluster") where "cluster" is not null;
create index "Issue_network" on "Issue" ("network") where "network" is not null;

create or replace function _touchstone.issue_rows(ids text[], me text, is_admin boolean) returns table (id text, "row" json)
    language plpgsql stable parallel safe rows 50 as $$
begin
    return query
    select i."objectId", json_build_object(
        'id', i."objectId", 'number', i."number"::int, 'kind', i."kind", 'title', i."title", 'area', i."area",
        'status', i."status", 'resolution', i."resolution", 'severity', i."severity", 'severityClaimed', i."severityClaimed",
        'quality', case when is_admin or i."confirmedAt" is not null then i."quality" end, 'visibility', i."visibility",
        'reporter', _touchstone.person_text(by_whom), 'assignee', _touchstone.person_text(for_whom),
        'voteCount', i."voteCount"::bigint + coalesce(waiting.affected, 0),
        'proofCount', i."proofCount"::bigint + coalesce(waiting.proven, 0), 'evidenceCount', i."evidenceCount"::int,
        'commentCount', i."commentCount"::int, 'mergedCount', i."mergedCount"::int,
        'build', _touchstone.build_text(found_in), 'buildFixed', _touchstone.build_text(fixed_in),
        'impact', round(i."impact"::numeric, 3)::float8, 'regressions', i."regressions"::int, 'tags', i."tags",
        'failureClass', i."failureClass", 'verdict', i."verdict", 'cluster', i."cluster",
        'network', case when seen_on."objectId" is not null then json_build_object('id', seen_on."objectId", 'name', seen_on."name") end,
        'submittedAt', _touchstone.iso(i."submittedAt"), 'lastActivityAt', _touchstone.iso(i."lastActivityAt"),
        'snoozedUntil', case when is_admin then _touchstone.iso(i."snoozedUntil") end, 'duplicateOf', root."number"::int,
        'affectsMe', i."reporter" = me or reached."root" is not null, 'watching', watched."level",
        'mine', i."reporter" = me, 'answered', i."answered", 'preview', left(i."body", 200), 'match', null)
    from "Issue" i
    left join "_User" mine on mine."objectId" = me
    left join "_User" by_whom on by_whom."objectId" = i."reporter"
    left join "_User" for_whom on for_whom."objectId" = i."assignee"
    left join "Build" found_in on found_in."objectId" = i."buildReported"
    left join "Build" fixed_in on fixed_in."objectId" = i."buildFixed"
    left join "Network" seen_on on seen_on."objectId" = i."network"
    left join "Issue" root on root."objectId" = i."duplicateOf"
    left join "IssueReach" reached on reached."root" = coalesce(i."duplicateOf", i."objectId")
        and reached."personId" = coalesce(mine."personId", mine."objectId")
    left join "Watch" watched on watched."issue" = i."objectId" and watched."user" = me
    left join (select c.root, sum(c.affected)::bigint as affected, sum(c.proven)::bigint as proven from _touchstone.count_change c
        where c.root = any(ids) group by c.root) waiting on waiting.root = i."objectId"
    where i."objectId" = any(ids);
end
$$;
