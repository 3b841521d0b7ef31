-- Missions and submissions.

alter table "Mission"
    add constraint "Mission_state" check ("state" is not null and "state" in ('draft', 'scheduled', 'live', 'paused', 'ended', 'archived')),
    add constraint "Mission_kind" check ("kind" is not null and "kind" in ('guided', 'onchain', 'survey', 'verify_fix')),
    add constraint "Mission_words" check (char_length("title") between 8 and 100 and char_length("brief") <= 4000
        and "slug" ~ '^[a-z0-9][a-z0-9-]{1,58}[a-z0-9]$'),
    add constraint "Mission_points" check ("points" is not null and "points" between 5 and 200 and "points" = trunc("points")),
    add constraint "Mission_trust" check ("minTrust" is not null and "minTrust" between 0 and 3),
    add constraint "Mission_steps" check (jsonb_typeof("steps") = 'array' and jsonb_array_length("steps") between 1 and 12),
    add constraint "Mission_window" check ("opensAt" is null or "closesAt" is null or "opensAt" < "closesAt"),
    add constraint "Mission_extended" check ("extendedSeconds" is not null and "extendedSeconds" >= 0);
create unique index "Mission_slug" on "Mission" ("slug");
create index "Mission_state_of" on "Mission" ("state", "closesAt");

-- Taken places. They are outside of the mission because they change with every start. A transaction that takes a place
-- holds the row.
create table _touchstone.mission_places (
    mission text primary key,
    capacity integer,
    taken integer not null default 0,
    constraint mission_places_whole check (taken >= 0 and (capacity is null or taken <= capacity))
);

-- The seed of the sample of submissions that are reviewed. It is secret.
create table _touchstone.mission_seed (mission text primary key, seed text not null);

-- Corrections of texts of a mission that was already live.
create table _touchstone.mission_mended (
    mission text not null,
    at timestamptz not null,
    by text not null,
    before jsonb not null,
    after jsonb not null,
    note text
);
create index mission_mended_of on _touchstone.mission_mended (mission, at);

-- Steps without their texts: this part must not change once a mission is live.
create function _touchstone.frozen_steps(steps jsonb) returns jsonb language sql immutable
    return (select jsonb_agg(one.step - 'text' order by one.place) from jsonb_array_elements(steps) with ordinality one(step, place));

create function _touchstone.keep_mission() returns trigger language plpgsql as $$
declare
    follows constant jsonb := '{"draft": ["draft", "scheduled", "live", "archived"], "scheduled": ["scheduled", "draft", "live", "ended"],
        "live": ["live", "paused", "ended"], "paused": ["paused", "live", "ended"], "ended": ["ended", "archived"], "archived": ["archived"]}';
begin
    if tg_op = 'UPDATE' and not follows -> old."state" ? new."state" then
        raise exception 'a mission that is % cannot become %', old."state", new."state" using errcode = '23514';
    end if;
    if tg_op = 'UPDATE' and old."state" not in ('draft', 'scheduled') and (new."points", new."kind", new."minTrust", new."review",
            _touchstone.frozen_steps(new."steps")) is distinct from (old."points", old."kind", old."minTrust", old."review",
            _touchstone.frozen_steps(old."steps")) then
        raise exception 'mission % is frozen', old."slug" using errcode = '23514';
    end if;
    new."endsAt" := new."closesAt" + make_interval(secs => new."extendedSeconds");
    new."_rperm" := case when new."state" in ('draft', 'archived') then '{role:administrators}'::text[] else '{*}'::text[] end;
    new."_wperm" := '{}';
    return new;
end $$;
create trigger kept before insert or update on "Mission" for each row execute function _touchstone.keep_mission();

create function _touchstone.place_missions() returns trigger language plpgsql as $$
begin
    insert into _touchstone.mission_places as p (mission, capacity) values (new."objectId", new."capacity"::int)
    on conflict (mission) do update set capacity = excluded.capacity where p.capacity is distinct from excluded.capacity;
    insert into _touchstone.mission_seed (mission, seed) values (new."objectId", gen_random_uuid()::text) on conflict do nothing;
    return null;
end $$;
create trigger placed after insert or update of "capacity" on "Mission" for each row execute function _touchstone.place_missions();

-- Submissions.
alter table "Submission"
    add constraint "Submission_state" check ("state" is not null and "state" in ('started', 'checking', 'needs_review', 'approved',
        'approved_partial', 'rejected', 'blocked', 'withdrawn', 'expired', 'revoked')),
    add constraint "Submission_whose" check ("mission" is not null and "user" is not null and "personId" is not null and "startedAt" is not null),
    add constraint "Submission_attempt" check ("attempt" is not null and "attempt" between 1 and 3 and "attempt" = trunc("attempt")),
    add constraint "Submission_paid" check ("paid" is not null and "paid" between 0 and 200 and "paid" = trunc("paid")
        and ("state" not in ('withdrawn', 'expired', 'revoked') or "paid" = 0)),
    add constraint "Submission_blocked" check ("state" not in ('blocked', 'approved_partial') or "blockedBy" is not null);

-- One per account and mission, except withdrawn and expired ones. The start command checks that a person uses one
-- account only, because accounts may be linked later.
create unique index "Submission_one_per_account" on "Submission" ("mission", "user") where "state" not in ('withdrawn', 'expired');
create index "Submission_of_user" on "Submission" ("user", "startedAt" desc);
create index "Submission_of_mission" on "Submission" ("mission", "state");
create index "Submission_to_review" on "Submission" ("submittedAt", "objectId") where "state" = 'needs_review';
create index "Submission_stopped" on "Submission" ("blockedBy") where "state" = 'blocked';
create index "Submission_at_work" on "Submission" ("mission") where "state" = 'started';

-- True if a submission takes a place.
create function _touchstone.has_place(state text, attempt double precision) returns boolean language sql immutable parallel safe
    return state in ('started', 'checking', 'needs_review', 'approved', 'approved_partial', 'blocked')
        or (state = 'rejected' and attempt < 3);

create function _touchstone.keep_submission() returns trigger language plpgsql as $$
declare
    follows constant jsonb := '{"started": ["started", "checking", "blocked", "withdrawn", "expired", "approved_partial"],
        "checking": ["checking", "approved", "needs_review", "rejected"], "needs_review": ["needs_review", "approved", "rejected"],
        "approved": ["approved", "revoked"], "approved_partial": ["approved_partial", "started", "revoked"],
        "rejected": ["rejected", "started", "approved"], "blocked": ["blocked", "started", "withdrawn", "approved_partial"],
        "withdrawn": ["withdrawn"], "expired": ["expired"], "revoked": ["revoked"]}';
begin
    if tg_op = 'UPDATE' and (not follows -> old."state" ? new."state"
            or (new."mission", new."user") is distinct from (old."mission", old."user") or new."attempt" < old."attempt") then
        raise exception 'a submission that is % cannot become %', old."state", new."state" using errcode = '23514';
    end if;
    if new."paid" > (select m."points" from "Mission" m where m."objectId" = new."mission") then
        raise exception 'a submission is paid no more than its mission' using errcode = '23514';
    end if;
    new."_rperm" := array[new."user", 'role:administrators'];
    new."_wperm" := '{}';
    return new;
end $$;
create trigger kept before insert or update on "Submission" for each row execute function _touchstone.keep_submission();

create function _touchstone.count_place() returns trigger language plpgsql as $$
declare
    step integer := 0;
begin
    if tg_op <> 'INSERT' and _touchstone.has_place(old."state", old."attempt") then step := step - 1; end if;
    if tg_op <> 'DELETE' and _touchstone.has_place(new."state", new."attempt") then step := step + 1; end if;
    if step <> 0 then
        update _touchstone.mission_places set taken = taken + step where mission = coalesce(new."mission", old."mission");
    end if;
    return null;
end $$;
create trigger counted after insert or update of "state", "attempt" or delete on "Submission"
    for each row execute function _touchstone.count_place();

-- Submissions whose evidence has changed and whose steps are to be checked. Rows are leased as in `evidence_queue`.
create table _touchstone.submission_queue (
    submission text primary key,
    due_at timestamptz not null,
    -- Consecutive failures, as in `evidence_queue`.
    failures integer not null default 0
);
create index submission_queue_due on _touchstone.submission_queue (due_at);

-- The step that each piece of evidence is for.
create table _touchstone.submission_evidence (
    submission text not null,
    step text not null,
    evidence text not null,
    primary key (submission, step),
    unique (submission, evidence)
);
create index submission_evidence_of on _touchstone.submission_evidence (evidence);

create function _touchstone.evidence_stirs() returns trigger language plpgsql as $$
begin
    insert into _touchstone.submission_queue as q (submission, due_at)
    select e.submission, new."updatedAt" from _touchstone.submission_evidence e where e.evidence = new."objectId"
    on conflict (submission) do update set due_at = least(q.due_at, excluded.due_at);
    return null;
end $$;
create trigger stirs after update of "state", "ownerMatch", "explanation", "network" on "Evidence" for each row
    when (new."submission" is not null
        and (new."state", new."ownerMatch", new."network", new."blockHash") is distinct from (old."state", old."ownerMatch", old."network", old."blockHash"))
    execute function _touchstone.evidence_stirs();

-- How far each network was scanned for transactions of missions. Rows are leased by `due_at`.
create table _touchstone.mission_watch (
    network text primary key,
    -- The last scanned block, and null before the first scan.
    block bigint,
    looked_at timestamptz,
    due_at timestamptz not null
);

-- Networks with started submissions that wait for a transaction.
create function _touchstone.watched_networks() returns setof text language sql stable
    begin atomic
    select distinct step.value #>> '{check,network}'
    from "Mission" m, lateral jsonb_array_elements(m."steps") step
    where m."state" in ('live', 'paused') and step.value ? 'check'
        and exists (select from "Submission" s where s."mission" = m."objectId" and s."state" = 'started');
    end;

-- The steps that the transactions of a block may complete: sent by a linked wallet, to a contract of the required role,
-- after the start. A transaction counts for the first step that it fits.
create function _touchstone.watched_steps(of_network text, txs jsonb) returns setof jsonb language plpgsql stable as $$
begin
    -- The table exists only if wallet sign-in is configured.
    if to_regclass('"_EthAddress"') is null then
        return;
    end if;
    return query
    select distinct on (s."objectId", tx.hash) jsonb_build_object('submission', s."objectId", 'step', step.value ->> 'id', 'hash', tx.hash)
    from jsonb_to_recordset(txs) tx(hash text, sender text, target text, mined bigint)
    join "_EthAddress" a on a."objectId" = tx.sender
    join "Submission" s on s."user" = a."user" and s."state" = 'started'
    join "Mission" m on m."objectId" = s."mission" and m."state" in ('live', 'paused')
    cross join lateral jsonb_array_elements(m."steps") with ordinality step(value, place)
    where step.value #>> '{check,network}' = of_network and to_timestamp(tx.mined) >= date_trunc('second', s."startedAt")
        and s."progress" #>> array[step.value ->> 'id', 'state'] in ('watching', 'failed')
        and (coalesce(step.value #>> '{check,toRole}', 'any') = 'any' or exists (select from "Contract" c where c."network" = of_network
            and c."enabled" and c."address" = tx.target and c."role" = step.value #>> '{check,toRole}'))
        and not exists (select from _touchstone.submission_evidence l join "Evidence" e on e."objectId" = l.evidence
            where l.submission = s."objectId" and e."txHash" = tx.hash)
    order by s."objectId", tx.hash, step.place;
end $$;

-- A token as checks compare it: its id in the registry, otherwise its address.
create function _touchstone.token_named(of_network text, told jsonb) returns text language sql stable
    return case when told is null or told = 'null' then null when told ->> 'address' is null then 'native'
        else coalesce((select t."objectId" from "Token" t where t."network" = of_network and t."address" = lower(told ->> 'address')),
            lower(told ->> 'address')) end;

-- A transaction as checks compare it.
create function _touchstone.tx_facts(e "Evidence") returns jsonb language sql stable
    return jsonb_build_object('network', e."network", 'minedAt', _touchstone.in_millis(e."blockTime"), 'owner', e."ownerMatch",
        'isSuccess', case e."chainStatus" when 'success' then true when 'reverted' then false end,
        'toRole', (select c."role" from "Contract" c where c."network" = e."network" and c."enabled"
            and c."address" = lower(e."explanation" ->> 'to')),
        'selector', lower(e."explanation" #>> '{method,selector}'), 'method', e."explanation" #>> '{method,name}',
        'hasSwap', coalesce(jsonb_typeof(e."explanation" -> 'swap') = 'object', false),
        'hasTransfer', coalesce(jsonb_array_length(e."explanation" -> 'transfers') > 0, false),
        'tokenIn', _touchstone.token_named(e."network", e."explanation" #> '{swap,tokenIn}'),
        'tokenOut', _touchstone.token_named(e."network", e."explanation" #> '{swap,tokenOut}'),
        'amountIn', e."explanation" #>> '{swap,amountIn}', 'isWhole', e."state" = 'decoded');

-- The seconds of a mission's window in which one of its networks was down.
create function _touchstone.outage_seconds(m "Mission", at timestamptz) returns bigint language sql stable
    return (select coalesce(sum(extract(epoch from upper(one.span) - lower(one.span))), 0)::bigint
        from unnest((select range_agg(tstzrange(o.began_at, coalesce(o.ended_at, at)))
            from _touchstone.network_outage o
            where o.network in (select jsonb_array_elements_text(m."networks")) and o.began_at < coalesce(o.ended_at, at))
            * tstzmultirange(tstzrange(m."openedAt", m."endsAt"))) one(span));

create function _touchstone.token_brief(token text, network text) returns jsonb language sql stable
    return case when token = 'native'
        then (select jsonb_build_object('symbol', n."nativeSymbol", 'decimals', n."nativeDecimals"::int) from "Network" n where n."objectId" = network)
        else (select jsonb_build_object('symbol', t."symbol", 'decimals', t."decimals"::int) from "Token" t where t."objectId" = token) end;

-- Steps with the names of the networks and tokens in their checks.
create function _touchstone.steps_shown(steps jsonb) returns jsonb language sql stable
    return (select coalesce(jsonb_agg(case when one.step ? 'check' then jsonb_set(one.step, '{check,names}', jsonb_build_object(
            'network', (select n."name" from "Network" n where n."objectId" = one.step #>> '{check,network}'),
            'chainId', (select n."chainId"::bigint from "Network" n where n."objectId" = one.step #>> '{check,network}'),
            'tokenIn', _touchstone.token_brief(one.step #>> '{check,tokenIn}', one.step #>> '{check,network}'),
            'tokenOut', _touchstone.token_brief(one.step #>> '{check,tokenOut}', one.step #>> '{check,network}')))
        else one.step end order by one.place), '[]')
    from jsonb_array_elements(steps) with ordinality one(step, place));

create function _touchstone.submission_shown(s "Submission", is_admin boolean) returns jsonb language sql stable
    return case when s."objectId" is null then null else jsonb_build_object('id', s."objectId", 'mission', s."mission", 'state', s."state",
        'attempt', s."attempt"::int, 'triesLeft', 3 - s."attempt"::int, 'answers', coalesce(s."answers", '{}'),
        'progress', coalesce(s."progress", '{}'), 'paid', s."paid"::int, 'note', s."note",
        'blockedBy', (select jsonb_build_object('number', i."number"::int, 'title', i."title", 'status', i."status")
            from "Issue" i where i."objectId" = s."blockedBy"),
        'attachments', (select coalesce(jsonb_agg(_touchstone.attachment_shown(a) order by a."createdAt"), '[]') from "Attachment" a
            where s."attachments" ? a."objectId" and a."submission" = s."objectId"),
        'sampled', case when is_admin then s."reviewWhy" = 'sample' end, 'startedAt', _touchstone.iso(s."startedAt"),
        'submittedAt', _touchstone.iso(s."submittedAt"), 'decidedAt', _touchstone.iso(s."decidedAt"),
        'blockedAt', _touchstone.iso(s."blockedAt"),
        'points', (select jsonb_build_object('amount', e."amount"::int, 'season', e."season"::int, 'seq', e."seq"::bigint)
            from "PointsEntry" e where e."sourceType" = 'submission' and e."sourceId" = s."objectId" and e."kind" = 'award'
            order by e."at" desc, e."seq" desc limit 1)) end;

-- The reasons why a user cannot start a mission, or cannot finish it.
create function _touchstone.mission_why(m "Mission", me "_User", at timestamptz, has_begun boolean) returns text[] language sql stable
    return array_remove(array[
        case when m."state" in ('draft', 'scheduled') or m."opensAt" > at then 'not_open' end,
        case when m."state" in ('ended', 'archived') or m."endsAt" <= at then 'ended' end,
        case when m."state" = 'paused' then 'paused' end,
        case when coalesce(me."trustLevel", 0) < m."minTrust" and not coalesce(me."isAdmin", false) then 'trust' end,
        case when not has_begun and exists (select from _touchstone.mission_places p
            where p.mission = m."objectId" and p.taken >= p.capacity) then 'full' end,
        case when coalesce(me."status", 'active') <> 'active' or exists (select from "Submission" s where s."mission" = m."objectId"
            and s."user" <> me."objectId" and s."user" in (select a."objectId" from "_User" a where a."personId" = me."personId")
            and s."state" not in ('withdrawn', 'expired')) then 'account' end,
        case when jsonb_array_length(m."networks") > 0 and not exists (select from "Network" n
            where m."networks" ? n."objectId" and n."health" <> 'down') then 'network' end,
        case when m."steps" @> '[{"type": "tx"}]' and cardinality(_touchstone.wallets_of(me."objectId")) = 0 then 'wallet' end], null);

-- Missions as returned to a user. A SQL function, so that the planner inlines it and plans it once for all missions.
create function _touchstone.missions_shown(me_id text, is_admin boolean, at timestamptz) returns table (id text, shown jsonb)
    language sql stable as $$
    select m."objectId", jsonb_build_object('id', m."objectId", 'slug', m."slug", 'title', m."title", 'brief', m."brief", 'kind', m."kind",
        'state', m."state", 'points', m."points"::int, 'blockedPoints', (m."points"::bigint * coalesce(share.bps, 0) / 10000)::int,
        'minutes', m."minutes"::int, 'season', m."season"::int, 'opensAt', _touchstone.iso(m."opensAt"),
        'closesAt', _touchstone.iso(m."closesAt"), 'endsAt', _touchstone.iso(m."endsAt"), 'extendedSeconds', m."extendedSeconds"::bigint,
        'capacity', places.capacity, 'taken', coalesce(places.taken, 0), 'placesLeft', places.capacity - places.taken,
        'minTrust', m."minTrust"::int, 'build', (select jsonb_build_object('id', b."objectId", 'version', b."version", 'channel', b."channel")
            from "Build" b where b."objectId" = m."build"),
        'networks', (select coalesce(jsonb_agg(jsonb_build_object('id', n."objectId", 'name', n."name", 'chainId', n."chainId"::bigint,
            'health', n."health", 'block', w.block, 'lookedAt', _touchstone.iso(w.looked_at)) order by n."name"), '[]')
            from "Network" n left join _touchstone.mission_watch w on w.network = n."objectId" where m."networks" ? n."objectId"),
        'review', m."review", 'steps', _touchstone.steps_shown(m."steps"),
        'outages', (select coalesce(jsonb_agg(jsonb_build_object('network', o.network, 'from', _touchstone.iso(o.began_at),
                'to', _touchstone.iso(o.ended_at)) order by o.began_at), '[]') from _touchstone.network_outage o
            where m."networks" ? o.network and o.began_at < coalesce(m."endsAt", at) and coalesce(o.ended_at, at) > m."openedAt"),
        'fits', cardinality(found.why) = 0, 'why', to_jsonb(found.why), 'mine', _touchstone.submission_shown(mine.submission, is_admin),
        'createdAt', _touchstone.iso(m."createdAt"), 'updatedAt', _touchstone.iso(m."updatedAt"))
    from "Mission" m
        left join "_User" me on me."objectId" = me_id
        left join lateral (select s as submission from "Submission" s where s."mission" = m."objectId" and s."user" = me_id
            order by s."state" in ('withdrawn', 'expired'), s."startedAt" desc limit 1) mine on true
        left join _touchstone.mission_places places on places.mission = m."objectId"
        left join lateral (select (r."rules" ->> 'missionBlockedBps')::bigint as bps from "RuleSet" r
            where r."effectiveFrom" <= at order by r."version" desc limit 1) share on true
        cross join lateral (select _touchstone.mission_why(m, me, at,
            (mine.submission)."objectId" is not null and _touchstone.has_place((mine.submission)."state", (mine.submission)."attempt")) as why) found
$$;
