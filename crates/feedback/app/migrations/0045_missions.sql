-- Missions: what the database itself holds of their rules, their places, and how they are shown.

alter table "Mission"
    add constraint "Mission_state" check ("state" is not null and "state" in ('draft', 'scheduled', 'live', 'paused', 'ended', 'archived')) not valid,
    add constraint "Mission_kind" check ("kind" is not null and "kind" in ('guided', 'onchain', 'survey', 'verify_fix')) not valid,
    add constraint "Mission_words" check (char_length("title") between 8 and 100 and char_length("brief") <= 4000
        and "slug" ~ '^[a-z0-9][a-z0-9-]{1,58}[a-z0-9]$') not valid,
    add constraint "Mission_points" check ("points" is not null and "points" between 5 and 200 and "points" = trunc("points")) not valid,
    add constraint "Mission_trust" check ("minTrust" is not null and "minTrust" between 0 and 3) not valid,
    add constraint "Mission_steps" check (jsonb_typeof("steps") = 'array' and jsonb_array_length("steps") between 1 and 12) not valid,
    add constraint "Mission_window" check ("opensAt" is null or "closesAt" is null or "opensAt" < "closesAt") not valid,
    add constraint "Mission_extended" check ("extendedSeconds" is not null and "extendedSeconds" >= 0) not valid;
create unique index "Mission_slug" on "Mission" ("slug");
create index "Mission_state_of" on "Mission" ("state", "closesAt");

-- How many places are taken. Beside the mission, because it changes with every start and the mission does not; whoever
-- takes one holds this row.
create table _touchstone.mission_places (
    mission text primary key,
    capacity integer,
    taken integer not null default 0,
    constraint mission_places_whole check (taken >= 0 and (capacity is null or taken <= capacity))
);
-- What decides at which submissions a person looks: nobody outside may know it.
create table _touchstone.mission_seed (mission text primary key, seed text not null);
create table _touchstone.mission_mended (
    -- What was mended in the words of a mission that was live already.
    mission text not null,
    at timestamptz not null,
    by text not null,
    before jsonb not null,
    after jsonb not null,
    note text
);
create index mission_mended_of on _touchstone.mission_mended (mission, at);

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
end
$$;
-- Steps without their words: what must not change once somebody may have begun.
create function _touchstone.frozen_steps(steps jsonb) returns jsonb language sql immutable
    return (select jsonb_agg(one.step - 'text' order by one.place) from jsonb_array_elements(steps) with ordinality one(step, place));
create trigger kept before insert or update on "Mission" for each row execute function _touchstone.keep_mission();

create function _touchstone.place_missions() returns trigger language plpgsql as $$
begin
    insert into _touchstone.mission_places as p (mission, capacity) values (new."objectId", new."capacity"::int)
    on conflict (mission) do update set capacity = excluded.capacity where p.capacity is distinct from excluded.capacity;
    insert into _touchstone.mission_seed (mission, seed) values (new."objectId", gen_random_uuid()::text) on conflict do nothing;
    return null;
end
$$;
create trigger placed after insert or update of "capacity" on "Mission" for each row execute function _touchstone.place_missions();

-- Submissions.
alter table "Submission"
    add constraint "Submission_state" check ("state" is not null and "state" in ('started', 'checking', 'needs_review', 'approved',
        'approved_partial', 'rejected', 'blocked', 'withdrawn', 'expired', 'revoked')) not valid,
    add constraint "Submission_whose" check ("mission" is not null and "user" is not null and "personId" is not null and "startedAt" is not null) not valid,
    add constraint "Submission_attempt" check ("attempt" is not null and "attempt" between 1 and 3 and "attempt" = trunc("attempt")) not valid,
    add constraint "Submission_paid" check ("paid" is not null and "paid" between 0 and 200 and "paid" = trunc("paid")
        and ("state" not in ('withdrawn', 'expired', 'revoked') or "paid" = 0)) not valid,
    add constraint "Submission_blocked" check ("state" not in ('blocked', 'approved_partial') or "blockedBy" is not null) not valid;
-- One of an account in a mission; what was given up or ran out does not count. That a person starts it with one account
-- alone is seen to by who starts, because accounts may turn out to be one person later.
create unique index "Submission_one_per_account" on "Submission" ("mission", "user") where "state" not in ('withdrawn', 'expired');
create index "Submission_of_user" on "Submission" ("user", "startedAt" desc);
create index "Submission_of_mission" on "Submission" ("mission", "state");
create index "Submission_to_review" on "Submission" ("submittedAt", "objectId") where "state" = 'needs_review';
create index "Submission_stopped" on "Submission" ("blockedBy") where "state" = 'blocked';
create index "Submission_at_work" on "Submission" ("mission") where "state" = 'started';

-- Whether a submission has one of the places.
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
end
$$;
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
end
$$;
create trigger counted after insert or update of "state", "attempt" or delete on "Submission"
    for each row execute function _touchstone.count_place();

create table _touchstone.submission_queue (
    -- Submissions whose steps are to be looked at, because evidence of theirs has changed. Taken as evidence is: who takes a
    -- row moves `due_at` to the end of their lease.
    submission text primary key,
    due_at timestamptz not null
);
create index submission_queue_due on _touchstone.submission_queue (due_at);

create table _touchstone.submission_evidence (
    -- What each piece of evidence is shown for.
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
end
$$;
create trigger stirs after update of "state", "ownerMatch", "explanation", "network" on "Evidence" for each row
    when (new."submission" is not null
        and (new."state", new."ownerMatch", new."network", new."blockHash") is distinct from (old."state", old."ownerMatch", old."network", old."blockHash"))
    execute function _touchstone.evidence_stirs();

-- When the nodes of a network were down: a mission there ends so much later.
create table _touchstone.network_outage (
    network text not null,
    began_at timestamptz not null,
    ended_at timestamptz,
    primary key (network, began_at)
);
create function _touchstone.note_outage() returns trigger language plpgsql as $$
begin
    if new."health" = 'down' then
        insert into _touchstone.network_outage (network, began_at) values (new."objectId", coalesce(new."checkedAt", now()))
        on conflict do nothing;
    else
        update _touchstone.network_outage set ended_at = greatest(began_at, coalesce(new."checkedAt", now()))
        where network = new."objectId" and ended_at is null;
    end if;
    return null;
end
$$;
create trigger outage after update of "health" on "Network" for each row when (new."health" is distinct from old."health")
    execute function _touchstone.note_outage();

-- How many seconds of a mission's window one of its networks was down.
create function _touchstone.outage_seconds(m "Mission", at timestamptz) returns bigint language sql stable
    return (select coalesce(sum(extract(epoch from upper(one.span) - lower(one.span))), 0)::bigint
        from unnest((select range_agg(tstzrange(o.began_at, coalesce(o.ended_at, at)))
            from _touchstone.network_outage o
            where o.network in (select jsonb_array_elements_text(m."networks")) and o.began_at < coalesce(o.ended_at, at))
            * tstzmultirange(tstzrange(m."openedAt", m."endsAt"))) one(span));

-- What people are shown.
create function _touchstone.token_brief(token text, network text) returns jsonb language sql stable
    return case when token = 'native'
        then (select jsonb_build_object('symbol', n."nativeSymbol", 'decimals', n."nativeDecimals"::int) from "Network" n where n."objectId" = network)
        else (select jsonb_build_object('symbol', t."symbol", 'decimals', t."decimals"::int) from "Token" t where t."objectId" = token) end;

-- Steps with the names of what their checks are about.
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

-- What keeps somebody from starting a mission, or makes it hard.
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

-- What a check is told of a piece of evidence. A token is named by its id where the registry has it, by its address where not.
create function _touchstone.token_named(of_network text, told jsonb) returns text language sql stable
    return case when told is null or told = 'null' then null when told ->> 'address' is null then 'native'
        else coalesce((select t."objectId" from "Token" t where t."network" = of_network and t."address" = lower(told ->> 'address')),
            lower(told ->> 'address')) end;
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
