-- Calls to the programme's contracts and their failures, counted from the blocks of networks.
--
-- No address of a sender is stored. The contracts are those of the programme.

-- How far the blocks of each network are counted. A row is leased by `holder`, so that one node reads a network.
create table _touchstone.call_watch (
    network text primary key,
    is_on boolean not null,
    -- The last counted block, and null before the first round.
    block bigint check (block >= 0),
    -- The first block that was to be counted.
    first_block bigint check (first_block >= 0),
    -- The last block that could be counted at the last round.
    confirmed bigint,
    counted_at timestamptz,
    -- Why the last round did not end. Null if it did.
    problem text check (char_length(problem) <= 200),
    -- Consecutive rounds in which no node had the next block.
    misses int not null default 0,
    holder text,
    held_until timestamptz,
    due_at timestamptz not null
);

-- The last counted blocks of each network, and what each added to the counts.
create table _touchstone.call_block (
    network text not null,
    number bigint not null,
    hash text not null check (hash ~ '^0x[0-9a-f]{64}$'),
    -- The hour since 1970 in which it was mined.
    hour int not null,
    counted jsonb not null,
    primary key (network, number)
);

-- Blocks that were not counted.
create table _touchstone.call_gap (
    network text not null,
    first_block bigint not null,
    last_block bigint not null check (last_block >= first_block),
    reason text not null check (reason in ('behind', 'unavailable')),
    noticed_at timestamptz not null,
    primary key (network, first_block)
);

-- Calls by day since 1970 and in UTC, contract, function and build. Operations are calls by smart accounts.
-- `linked` counts failures whose sender is a linked wallet.
create table _touchstone.call_day (
    day int not null,
    network text not null,
    contract text not null check (contract ~ '^0x[0-9a-f]{40}$'),
    selector text not null check (selector ~ '^(0x[0-9a-f]{8})?$'),
    kind text not null check (kind in ('direct', 'operation')),
    -- The newest build of the app when the block was mined. Empty before the first one.
    build text not null,
    calls bigint not null,
    failed bigint not null check (failed <= calls),
    linked bigint not null check (linked <= failed),
    primary key (network, day, contract, selector, kind, build)
);
create index call_day_build on _touchstone.call_day (build, day);

-- Failures that are looked up, as samples. They are kept for 30 days, and at most 50 with the same fingerprint.
create table _touchstone.call_failure (
    network text not null,
    hash text not null check (hash ~ '^0x[0-9a-f]{64}$'),
    -- The place among the calls of its transaction.
    place int not null,
    block bigint not null,
    at timestamptz not null,
    contract text not null,
    selector text not null,
    kind text not null,
    build text not null,
    state text not null default 'waiting' check (state in ('waiting', 'explained', 'unexplained')),
    due_at timestamptz not null,
    failures int not null default 0,
    class text,
    fingerprint text,
    -- Whether it counts for the causes. Others are looked up for their senders.
    is_sample boolean not null,
    primary key (network, hash, place)
);
create index call_failure_due on _touchstone.call_failure (due_at) where state = 'waiting';
create index call_failure_group on _touchstone.call_failure (network, contract, selector, at);
create index call_failure_fingerprint on _touchstone.call_failure (fingerprint, at);
create index call_failure_at on _touchstone.call_failure (at);

-- Failures with a known cause. Where not every failure was looked up, they are a sample of those in `call_day`.
create table _touchstone.call_cause (
    day int not null,
    network text not null,
    contract text not null,
    selector text not null,
    kind text not null,
    build text not null,
    fingerprint text not null,
    class text not null,
    failures bigint not null,
    first_at timestamptz not null,
    primary key (network, day, contract, selector, kind, build, fingerprint)
);
create index call_cause_fingerprint on _touchstone.call_cause (fingerprint);

-- Causes with the failures they stand for. Failures without a look-up are shared out like those of the same day,
-- contract and function that have one.
create view _touchstone.call_cause_share as
select c.day, c.network, c.build, c.fingerprint, c.class, c.first_at,
    c.failures * d.failed / g.explained as failed, d.failed > g.explained as is_estimated
from _touchstone.call_cause c
    join (select network, day, contract, selector, kind, build, sum(failures) as explained from _touchstone.call_cause
        group by network, day, contract, selector, kind, build) g using (network, day, contract, selector, kind, build)
    join _touchstone.call_day d using (network, day, contract, selector, kind, build);

-- The failures of a cause that were counted on chains, and how many of them reports show. Null if none were counted.
create function _touchstone.seen_on_chain(print text) returns jsonb language sql stable
    return (select jsonb_build_object('failed', sum(s.failed), 'isEstimated', bool_or(s.is_estimated),
            'since', _touchstone.iso(min(s.first_at)), 'reported', (select count(distinct (e."network", e."txHash")) from "Evidence" e
                where e."fingerprint" = print and e."issue" is not null and e."txHash" is not null and e."blockTime" >= min(s.first_at)))
        from _touchstone.call_cause_share s where s.fingerprint = print having count(*) > 0);
