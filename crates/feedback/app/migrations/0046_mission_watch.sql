-- Watching chains for what missions wait for: how far each network was looked through, and whom a transaction may concern.

-- One node at a time looks through a network: who takes the row moves `due_at` to the end of their lease.
create table _touchstone.mission_watch (
    network text primary key,
    -- The last block that was looked through; null before the first.
    block bigint,
    looked_at timestamptz,
    due_at timestamptz not null
);

-- The networks on which somebody is at a mission with a transaction to be found.
create function _touchstone.watched_networks() returns setof text language sql stable
    begin atomic
    select distinct step.value #>> '{check,network}'
    from "Mission" m, lateral jsonb_array_elements(m."steps") step
    where m."state" in ('live', 'paused') and step.value ? 'check'
        and exists (select from "Submission" s where s."mission" = m."objectId" and s."state" = 'started');
    end;

-- Which steps of whose submissions the transactions of a block may do: sent by a linked wallet, to a contract of the wanted
-- role, after the start. Each transaction for the first step it fits.
create function _touchstone.watched_steps(of_network text, txs jsonb) returns setof jsonb language plpgsql stable as $$
begin
    -- Without wallets there is no such table.
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
end
$$;

-- Missions as somebody reads them. The planner makes it part of the statement that asks, so that what it calls is planned
-- once and not for each of them.
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
