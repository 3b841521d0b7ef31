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
