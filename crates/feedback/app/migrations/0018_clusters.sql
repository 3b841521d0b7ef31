-- Clusters: evidence with the same fingerprint.
--
-- Evidence counts once it is decoded and belongs to a public issue. Triggers decide this, independent of the writer.
-- Counts are written at commit and in one order, so that no transaction waits there for another one that still has to
-- take locks.

alter table "FailureCluster"
    alter column "fingerprint" set not null, alter column "failureClass" set not null,
    alter column "title" set not null, alter column "state" set not null, alter column "state" set default 'open',
    alter column "evidenceCount" set default 0, alter column "evidenceCount" set not null,
    alter column "personCount" set default 0, alter column "personCount" set not null,
    alter column "networks" set default '[]', alter column "path" set default '[]',
    -- Whether the issue was chosen by an administrator or a reporter. Otherwise it is the first confirmed one.
    add column "rootChosen" boolean not null default false,
    add constraint "FailureCluster_state" check ("state" in ('open', 'fixed', 'regressed', 'ignored')),
    add constraint "FailureCluster_title" check (char_length("title") between 1 and 140),
    add constraint "FailureCluster_texts" check (char_length("sentence") <= 300 and char_length("advice") <= 600
        and char_length("ignoredReason") <= 500),
    add constraint "FailureCluster_ignored_says_why" check (("state" = 'ignored') = ("ignoredReason" is not null)),
    add constraint "FailureCluster_counts" check ("evidenceCount" >= 0 and "personCount" >= 0 and "personCount" <= "evidenceCount");
alter table "FailureCluster" set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 200);
create unique index "FailureCluster_fingerprint" on "FailureCluster" ("fingerprint");
create index "FailureCluster_root" on "FailureCluster" ("rootIssue") where "rootIssue" is not null;

-- Counts by hour and by day since 1970.
create table _touchstone.cluster_hour (cluster text, hour int, count bigint not null, primary key (cluster, hour) include (count));
create index cluster_hour_by_hour on _touchstone.cluster_hour (hour) include (cluster, count);

create table _touchstone.cluster_day (day int, cluster text, count bigint not null, primary key (day, cluster)) with (fillfactor = 70);

create table _touchstone.cluster_facet (cluster text, facet text, key text, day int, count bigint not null,
    primary key (cluster, facet, key, day));

create table _touchstone.cluster_person (cluster text, person text, count bigint not null, primary key (cluster, person));

create table _touchstone.evidence_day (day int, network text, wallet text, build text, class text, count bigint not null,
    failed bigint not null, primary key (day, network, wallet, build, class)) with (fillfactor = 70);

create table _touchstone.compare_day (kind text, day int, build text, bps int, count bigint not null,
    primary key (kind, day, build, bps)) with (fillfactor = 70);

-- Changes of counts by a transaction, until it commits.
create table _touchstone.evidence_change (
    id bigint generated always as identity primary key,
    tx xid8 not null default pg_current_xact_id(),
    -- 1 if it begins to count, -1 if it ends, 0 if only the state of the cluster may change.
    sign int not null,
    changed_at timestamptz not null,
    cluster text,
    person text,
    at timestamptz,
    network text,
    build text,
    wallet text,
    class text,
    failed boolean,
    symbols text[],
    quote int,
    headroom int
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index evidence_change_tx on _touchstone.evidence_change (tx);

-- The default title of a cluster: class, contract and error name.
create function _touchstone.cluster_title(class text, told jsonb) returns text
    language sql immutable parallel safe
    return left(upper(left(class, 1)) || replace(substr(class, 2), '_', ' ') || coalesce(' › ' || nullif(concat_ws(' ',
        coalesce(told #>> '{revert,frames,-1,label}', nullif(told #>> '{revert,frames,-1,role}', 'unknown')),
        told #>> '{revert,frames,-1,name}'), ''), ''), 140);

-- The contracts from the outermost to the one that failed.
create function _touchstone.failed_path(told jsonb) returns jsonb
    language sql immutable parallel safe
    return coalesce((select jsonb_agg(coalesce(frame ->> 'label', frame ->> 'role', 'unknown') order by place)
        from jsonb_array_elements(case when jsonb_typeof(told #> '{revert,frames}') = 'array' then told #> '{revert,frames}' else '[]' end)
            with ordinality frames(frame, place) where place <= 12), '[]');

-- The cluster of a fingerprint, which is created on first use. It is visible to administrators only until evidence was
-- counted.
create function _touchstone.cluster_for(print text, class text, is_judged text, told jsonb, at timestamptz) returns text
    language plpgsql volatile as $$
declare
    found_id text;
begin
    select "objectId" into found_id from "FailureCluster" where "fingerprint" = print;
    if found_id is null then
        found_id := left(translate(encode(sha256(convert_to('cluster' || print, 'UTF8')), 'base64'), '+/=', 'abc'), 10);
        insert into "FailureCluster" ("objectId", "createdAt", "updatedAt", "fingerprint", "failureClass", "verdict", "title", "sentence",
            "advice", "path", "_rperm", "_wperm")
        values (found_id, at, at, print, coalesce(class, 'unknown_revert'), coalesce(is_judged, 'unknown'),
            _touchstone.cluster_title(coalesce(class, 'unknown_revert'), told), left(told ->> 'sentence', 300), left(told ->> 'advice', 600),
            _touchstone.failed_path(told), '{role:administrators}', '{}')
        on conflict do nothing;
    end if;
    return found_id;
end $$;

create function _touchstone.place_evidence() returns trigger language plpgsql as $$
declare
    was_counted boolean := tg_op = 'UPDATE' and old."counted";
begin
    -- The readers of the issue must not change before this is written.
    if new."issue" is not null and (was_counted or new."state" in ('decoded', 'partial')) then
        perform _touchstone.hold_issue(new."issue");
    end if;
    if tg_op = 'UPDATE' and old."issue" is not null and old."issue" is distinct from new."issue" then
        perform _touchstone.hold_issue(old."issue");
    end if;
    new."seenAt" := coalesce(new."blockTime", new."createdAt");
    new."counted" := new."state" in ('decoded', 'partial') and exists (
        select from "Issue" i where i."objectId" = new."issue" and _touchstone.is_public(i."_rperm"));
    new."cluster" := null;
    if new."counted" then
        if not was_counted or new."owner" <> old."owner" then
            new."person" := (select coalesce(u."personId", u."objectId") from "_User" u where u."objectId" = new."owner");
        end if;
        new."symbols" := array(select distinct symbol from unnest(array[new."explanation" #>> '{swap,tokenIn,symbol}',
            new."explanation" #>> '{swap,tokenOut,symbol}']) symbol where symbol is not null order by 1);
        if new."fingerprint" is not null then
            new."cluster" := _touchstone.cluster_for(new."fingerprint", new."failureClass", new."verdict", new."explanation", new."createdAt");
        end if;
    else
        new."person" := null;
        new."symbols" := null;
    end if;
    return new;
end $$;
create trigger placed before insert or update on "Evidence" for each row execute function _touchstone.place_evidence();

-- Evidence as it is counted.
create function _touchstone.count_of(e "Evidence") returns _touchstone.evidence_change
    language sql stable
    return row(null, null, 0, null, e."cluster", case when e."ownerMatch" is distinct from 'no' then e."person" end, e."seenAt",
        coalesce(e."network", ''), coalesce(e."build", ''), coalesce(e."walletKind", ''), coalesce(e."failureClass", ''),
        e."failureClass" is not null or e."chainStatus" is not distinct from 'reverted', e."symbols",
        case when e."quoteErrorBps" is not null then least(greatest(e."quoteErrorBps", -10000), 10000)::int end,
        -- Headroom is counted in steps of one percent.
        case when e."headroomBps" is not null then (floor(least(greatest(e."headroomBps", 0), 10000) / 100) * 100)::int end)
        ::_touchstone.evidence_change;

-- Counts decoded evidence in the root of an issue, and in a duplicate itself.
create function _touchstone.count_evidence(of_issue text, step int) returns void language plpgsql volatile as $$
declare
    root_id text;
begin
    select coalesce(i."duplicateOf", i."objectId") into root_id from "Issue" i where i."objectId" = of_issue;
    insert into _touchstone.count_change (root, evidence) values (root_id, step);
    if root_id <> of_issue then
        update "Issue" i set "evidenceCount" = i."evidenceCount" + step where i."objectId" = of_issue;
    end if;
end $$;

-- Sets the cluster of an issue. The reporter's evidence has precedence.
create function _touchstone.name_failure(of_issue text) returns void language plpgsql volatile as $$
begin
    update "Issue" i set "cluster" = named.cluster from (
        select (select e."cluster" from "Evidence" e where e."issue" = of_issue and e."cluster" is not null
            order by e."owner" = r."reporter" desc, e."createdAt", e."objectId" limit 1) as cluster
        from "Issue" r where r."objectId" = of_issue) named
    where i."objectId" = of_issue and i."cluster" is distinct from named.cluster;
end $$;

-- Applies the difference between two states of evidence to counts, proofs and clusters.
create function _touchstone.follow_evidence(was "Evidence", now_is "Evidence") returns void language plpgsql volatile as $$
declare
    counted_before _touchstone.evidence_change := case when was."counted" then _touchstone.count_of(was) end;
    counted_now _touchstone.evidence_change := case when now_is."counted" then _touchstone.count_of(now_is) end;
    was_explained boolean := was."issue" is not null and was."state" in ('decoded', 'partial');
    is_explained boolean := now_is."issue" is not null and now_is."state" in ('decoded', 'partial');
    had_proof boolean := was."issue" is not null and _touchstone.proves(was."state", was."ownerMatch");
    has_proof boolean := now_is."issue" is not null and _touchstone.proves(now_is."state", now_is."ownerMatch");
begin
    if counted_before is distinct from counted_now then
        insert into _touchstone.evidence_change (sign, changed_at, cluster, person, at, network, build, wallet, class, failed, symbols, quote, headroom)
        select c.sign, coalesce(now_is."updatedAt", was."updatedAt"), c.cluster, c.person, c.at, c.network, c.build, c.wallet, c.class, c.failed,
            c.symbols, c.quote, c.headroom
        from (select (counted_before).*, -1 as step where was."counted" union all select (counted_now).*, 1 where now_is."counted") c
            (id, tx, sign_before, changed_at, cluster, person, at, network, build, wallet, class, failed, symbols, quote, headroom, sign);
    end if;
    if was_explained and (not is_explained or was."issue" <> now_is."issue") then
        perform _touchstone.count_evidence(was."issue", -1);
    end if;
    if is_explained and (not was_explained or was."issue" <> now_is."issue") then
        perform _touchstone.count_evidence(now_is."issue", 1);
    end if;
    if had_proof and (not has_proof or (was."issue", was."owner") is distinct from (now_is."issue", now_is."owner")) then
        perform _touchstone.prove(was."issue", was."owner");
    end if;
    if has_proof and (not had_proof or (was."issue", was."owner") is distinct from (now_is."issue", now_is."owner")) then
        perform _touchstone.prove(now_is."issue", now_is."owner");
    end if;
    if (was."issue", was."cluster") is distinct from (now_is."issue", now_is."cluster") then
        if was."cluster" is not null then
            perform _touchstone.name_failure(was."issue");
        end if;
        if now_is."cluster" is not null then
            perform _touchstone.name_failure(now_is."issue");
        end if;
    end if;
end $$;

create function _touchstone.note_evidence() returns trigger language plpgsql as $$
begin
    perform _touchstone.follow_evidence(case when tg_op <> 'INSERT' then old end, case when tg_op <> 'DELETE' then new end);
    return null;
end $$;
create trigger followed after insert or update or delete on "Evidence" for each row execute function _touchstone.note_evidence();

-- If an issue becomes public or private, its evidence begins or ends to count.
create function _touchstone.pass_readers_to_evidence() returns trigger language plpgsql as $$
begin
    update "Evidence" set "issue" = "issue" where "issue" = new."objectId";
    return null;
end $$;
create trigger evidence_follows after update on "Issue" for each row
    when (_touchstone.is_public(old."_rperm") <> _touchstone.is_public(new."_rperm")) execute function _touchstone.pass_readers_to_evidence();

-- The state of a cluster follows its issue.
create function _touchstone.pass_standing_to_clusters() returns trigger language plpgsql as $$
begin
    insert into _touchstone.evidence_change (sign, changed_at, cluster)
    select 0, new."updatedAt", named.cluster from (
        select "objectId" as cluster from "FailureCluster" where "rootIssue" = new."objectId"
        union select old."cluster" union select new."cluster") named
    where named.cluster is not null;
    return null;
end $$;
create trigger clusters_follow after update on "Issue" for each row
    when ((old."status", old."duplicateOf", old."regressions", old."confirmedAt", old."cluster", old."_rperm")
        is distinct from (new."status", new."duplicateOf", new."regressions", new."confirmedAt", new."cluster", new."_rperm"))
    execute function _touchstone.pass_standing_to_clusters();

-- The issue of a cluster: the current one or its root, otherwise the first confirmed one.
create function _touchstone.cluster_root(c "FailureCluster") returns text language plpgsql stable as $$
declare
    root_id text;
begin
    select r."objectId" into root_id from "Issue" i join "Issue" r on r."objectId" = coalesce(i."duplicateOf", i."objectId")
        where i."objectId" = c."rootIssue" and _touchstone.is_public(r."_rperm");
    if root_id is null and not c."rootChosen" then
        select i."objectId" into root_id from "Issue" i where i."cluster" = c."objectId" and i."confirmedAt" is not null
            and i."duplicateOf" is null and i."status" <> 'closed' and _touchstone.is_public(i."_rperm")
            order by i."confirmedAt", i."number" limit 1;
    end if;
    return root_id;
end $$;

create function _touchstone.cluster_state(is_ignored boolean, root_id text) returns text language plpgsql stable as $$
begin
    return case when is_ignored then 'ignored' else coalesce((
        select case when i."status" in ('fixed', 'verified') then 'fixed'
            when i."regressions" > 0 and i."status" <> 'closed' then 'regressed' else 'open' end
        from "Issue" i where i."objectId" = root_id), 'open') end;
end $$;

-- The first and the last build in which a cluster occurred. Builds of the web app have precedence.
create function _touchstone.cluster_build(of_cluster text, is_last boolean) returns text language plpgsql stable as $$
begin
    return (select b."objectId" from "Build" b
        where b."ordinal" > 0 and b."objectId" in (select f.key from _touchstone.cluster_facet f
            where f.cluster = of_cluster and f.facet = 'build' group by f.key having sum(f.count) > 0)
        order by array_position(array['web', 'mobile', 'contracts'], b."channel"), case when is_last then -b."ordinal" else b."ordinal" end limit 1);
end $$;

-- Updates the totals of clusters whose rows are locked.
create function _touchstone.sum_clusters(touched text[], this_tx xid8) returns void language plpgsql volatile as $$
begin
    update "FailureCluster" c set
        "evidenceCount" = c."evidenceCount" + moved.evidence,
        "personCount" = case when moved.evidence = 0 and moved.changes = 0 then c."personCount"
            else (select count(*) from _touchstone.cluster_person p where p.cluster = c."objectId" and p.count > 0) end,
        "networks" = case when moved.changes = 0 then c."networks" else coalesce((
            select jsonb_agg(f.key order by f.key) from (select f.key from _touchstone.cluster_facet f
                where f.cluster = c."objectId" and f.facet = 'network' group by f.key having sum(f.count) > 0) f), '[]') end,
        "firstBuild" = _touchstone.cluster_build(c."objectId", false),
        "lastBuild" = _touchstone.cluster_build(c."objectId", true),
        "firstSeenAt" = (select min(e."seenAt") from "Evidence" e where e."cluster" = c."objectId"),
        "lastSeenAt" = (select max(e."seenAt") from "Evidence" e where e."cluster" = c."objectId"),
        "rootIssue" = _touchstone.cluster_root(c),
        "state" = _touchstone.cluster_state(c."state" = 'ignored', _touchstone.cluster_root(c)),
        "_rperm" = case when c."evidenceCount" + moved.evidence > 0 then '{*}'::text[] else '{role:administrators}'::text[] end,
        "updatedAt" = greatest(c."updatedAt", moved.at)
    from (select cluster, max(changed_at) as at, sum(sign) as evidence, count(*) filter (where sign <> 0) as changes from _touchstone.evidence_change
        where tx = this_tx and cluster = any(touched) group by cluster) moved
    where c."objectId" = moved.cluster;
end $$;

-- Applies the changes of a transaction to the counts. All transactions lock rows in the same order.
create function _touchstone.fold_evidence() returns trigger language plpgsql as $$
declare
    this_tx xid8 := pg_current_xact_id();
    touched text[];
begin
    if not exists (select from _touchstone.evidence_change where tx = this_tx) then
        return null;
    end if;
    touched := array(select distinct cluster from _touchstone.evidence_change where tx = this_tx and cluster is not null);
    perform from "FailureCluster" where "objectId" = any(touched) order by "objectId" collate "C" for update;
    insert into _touchstone.cluster_hour as kept (cluster, hour, count)
        select cluster, floor(extract(epoch from at) / 3600)::int, sum(sign) from _touchstone.evidence_change
        where tx = this_tx and cluster is not null and sign <> 0 group by 1, 2 having sum(sign) <> 0 order by 1, 2
        on conflict (cluster, hour) do update set count = kept.count + excluded.count;
    insert into _touchstone.cluster_day as kept (day, cluster, count)
        select floor(extract(epoch from at) / 86400)::int, cluster, sum(sign) from _touchstone.evidence_change
        where tx = this_tx and cluster is not null and sign <> 0 group by 1, 2 having sum(sign) <> 0 order by 1, 2
        on conflict (day, cluster) do update set count = kept.count + excluded.count;
    insert into _touchstone.cluster_facet as kept (cluster, facet, key, day, count)
        select c.cluster, f.facet, f.key, floor(extract(epoch from c.at) / 86400)::int, sum(c.sign)
        from _touchstone.evidence_change c, lateral (
            select 'network' as facet, c.network as key union all select 'build', c.build union all select 'wallet', c.wallet
            union all select 'token', symbol from unnest(c.symbols) symbol) f
        where c.tx = this_tx and c.cluster is not null and c.sign <> 0 and f.key <> ''
        group by 1, 2, 3, 4 having sum(c.sign) <> 0 order by 1, 2, 3, 4
        on conflict (cluster, facet, key, day) do update set count = kept.count + excluded.count;
    insert into _touchstone.cluster_person as kept (cluster, person, count)
        select cluster, person, sum(sign) from _touchstone.evidence_change
        where tx = this_tx and cluster is not null and person is not null and sign <> 0 group by 1, 2 having sum(sign) <> 0 order by 1, 2
        on conflict (cluster, person) do update set count = kept.count + excluded.count;
    insert into _touchstone.evidence_day as kept (day, network, wallet, build, class, count, failed)
        select floor(extract(epoch from at) / 86400)::int, network, wallet, build, class, sum(sign), coalesce(sum(sign) filter (where failed), 0)
        from _touchstone.evidence_change where tx = this_tx and sign <> 0 group by 1, 2, 3, 4, 5 having sum(sign) <> 0 or sum(sign) filter (where failed) <> 0
        order by 1, 2, 3, 4, 5
        on conflict (day, network, wallet, build, class) do update set count = kept.count + excluded.count, failed = kept.failed + excluded.failed;
    insert into _touchstone.compare_day as kept (kind, day, build, bps, count)
        select m.kind, floor(extract(epoch from c.at) / 86400)::int, c.build, m.bps, sum(c.sign)
        from _touchstone.evidence_change c, lateral (values ('quote', c.quote), ('headroom', c.headroom)) m(kind, bps)
        where c.tx = this_tx and c.sign <> 0 and m.bps is not null group by 1, 2, 3, 4 having sum(c.sign) <> 0 order by 1, 2, 3, 4
        on conflict (kind, day, build, bps) do update set count = kept.count + excluded.count;
    perform _touchstone.sum_clusters(touched, this_tx);
    delete from _touchstone.cluster_person where cluster = any(touched) and count = 0;
    delete from _touchstone.evidence_change where tx = this_tx;
    return null;
end $$;
create constraint trigger folded after insert on _touchstone.evidence_change
    deferrable initially deferred for each row execute function _touchstone.fold_evidence();

-- The cluster of a fingerprint, as shown with evidence.
create function _touchstone.cluster_brief(print text) returns jsonb language plpgsql stable parallel safe as $$
begin
    return (select jsonb_build_object('id', c."objectId", 'title', c."title", 'state', c."state", 'evidenceCount', c."evidenceCount"::int,
        'personCount', c."personCount"::int, 'rootIssue', (select i."number"::int from "Issue" i where i."objectId" = c."rootIssue"),
        'firstBuild', (select b."version" from "Build" b where b."objectId" = c."firstBuild"))
        from "FailureCluster" c where c."fingerprint" = print and c."evidenceCount" > 0);
end $$;
