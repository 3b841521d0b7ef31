-- Fairness: accounts of one person, the signals for it, and decisions about it.

-- Accounts that count as one person with others. Rows stay when a link is undone.
create table _touchstone.person_link (
    id text primary key,
    person text not null,
    "user" text not null,
    reason text not null check (reason in ('same_funder', 'same_funder_device', 'same_device', 'same_payout', 'same_texts',
        'wallet_passed', 'said_so', 'other')),
    note text,
    case_number integer,
    by text not null,
    at timestamptz not null,
    undone_by text,
    undone_at timestamptz
);
create unique index person_link_live on _touchstone.person_link ("user") where undone_at is null;
create index person_link_by_time on _touchstone.person_link (at desc, id);

-- Accounts that are excluded from ranks and payouts. Rows stay when a hold is released.
create table _touchstone.person_hold (
    id text primary key,
    "user" text not null,
    reason text not null check (reason in ('same_funder', 'same_funder_device', 'same_device', 'same_payout', 'same_texts',
        'wallet_passed', 'said_so', 'other')),
    note text,
    by text not null,
    at timestamptz not null,
    released_by text,
    released_at timestamptz
);
create unique index person_hold_live on _touchstone.person_hold ("user") where released_at is null;

-- Cases: accounts that may belong to one person.
create table _touchstone.risk_case (
    number integer generated always as identity primary key,
    state text not null check (state in ('open', 'asked', 'watch', 'decided')),
    score integer not null,
    title text not null,
    -- Signals, counter-indications and unknowns at the last scan.
    facts jsonb not null,
    opened_at timestamptz not null,
    updated_at timestamptz not null,
    due timestamptz,
    decision text check (decision in ('link', 'dismiss')),
    reason text,
    note text,
    decided_by text,
    decided_at timestamptz,
    users text[],
    check ((state = 'decided') = (decision is not null))
);
create index risk_case_queue on _touchstone.risk_case (state, score desc, number);

create table _touchstone.risk_case_member (
    case_number integer not null references _touchstone.risk_case on delete cascade,
    "user" text not null,
    score integer not null,
    suggested boolean not null,
    primary key (case_number, "user")
);
create index risk_case_member_of on _touchstone.risk_case_member ("user");

-- Pairs of accounts that an administrator has cleared, and the facts that were known then.
create table _touchstone.risk_dismissed (
    a text not null,
    b text not null,
    facts text[] not null,
    by text not null,
    at timestamptz not null,
    primary key (a, b),
    check (a < b)
);

-- Questions to the users of a case.
create table _touchstone.risk_question (
    id text primary key,
    case_number integer not null references _touchstone.risk_case on delete cascade,
    "user" text not null,
    asked_at timestamptz not null,
    due timestamptz not null,
    answered_at timestamptz,
    body text,
    unique (case_number, "user")
);
create index risk_question_of on _touchstone.risk_question ("user");

-- The last scan.
create table _touchstone.risk_scan (
    is_only boolean primary key default true check (is_only),
    at timestamptz not null,
    testers bigint not null,
    millis bigint not null,
    pairs bigint not null,
    cases bigint not null,
    unknown_wallets bigint not null
);

-- Invitations whose sign-ups are expected to come in waves: events, classes, workshops.
create table _touchstone.cleared_invitation (invitation text primary key, note text not null, by text not null, at timestamptz not null);

-- When accounts were active, in which browser and from which network. Kept for 30 days.
create table _touchstone.visit (
    id bigint generated always as identity primary key,
    "user" text not null,
    device text,
    network text,
    began timestamptz not null,
    ended timestamptz not null
);
create index visit_of on _touchstone.visit ("user", ended desc);
create index visit_by_time on _touchstone.visit (ended);

-- Salts of network hashes. A salt is deleted with the last hash that uses it.
create table _touchstone.network_salt (made_at timestamptz primary key, salt text not null);

-- Extends the current visit of an account or begins a new one. The network is hashed with a salt that changes every 30
-- days. The IP address is not stored.
create function _touchstone.note_visit(who text, device_token text, net text, moment timestamptz) returns void
    language plpgsql volatile as $$
declare
    salted text;
    hashed_device text := left(encode(sha256(convert_to('device:' || device_token, 'UTF8')), 'hex'), 24);
    hashed_network text;
    last record;
begin
    select salt into salted from _touchstone.network_salt where made_at > moment - interval '30 days' order by made_at desc limit 1;
    if salted is null then
        salted := gen_random_uuid()::text;
        insert into _touchstone.network_salt (made_at, salt) values (moment, salted) on conflict do nothing;
    end if;
    hashed_network := left(encode(sha256(convert_to(salted || ':' || net, 'UTF8')), 'hex'), 24);
    select id, ended into last from _touchstone.visit v
        where v."user" = who and v.ended > moment - interval '15 minutes'
            and v.device is not distinct from hashed_device and v.network is not distinct from hashed_network
        order by v.ended desc limit 1;
    if not found then
        insert into _touchstone.visit ("user", device, network, began, ended) values (who, hashed_device, hashed_network, moment, moment);
    elsif last.ended < moment - interval '1 minute' then
        update _touchstone.visit set ended = moment where id = last.id;
    end if;
end $$;

-- Who paid the first gas of a wallet. It does not change once it is final.
create table _touchstone.wallet_funding (
    address text primary key,
    kind text not null check (kind in ('direct', 'contract', 'bridge', 'fees', 'staking', 'internal', 'older', 'never')),
    network text not null,
    funder text,
    via text,
    block bigint,
    at timestamptz,
    value text,
    looked_at timestamptz not null
);
create index wallet_funding_by on _touchstone.wallet_funding (funder) where funder is not null;

-- Wallets whose funder is unknown, and the last attempt.
create table _touchstone.funding_attempt (address text primary key, at timestamptz not null);

-- Funders, and the verdict of an administrator.
create table _touchstone.funder (
    address text primary key,
    sent bigint,
    is_contract boolean,
    looked_at timestamptz,
    verdict text check (verdict in ('exempt', 'counts')),
    note text,
    by text,
    at timestamptz
);

-- The weight of a common funder, as in `FunderWeight`.
create function _touchstone.funder_weight(sent bigint, verdict text) returns text
    language sql immutable parallel safe
    return case when verdict = 'exempt' then 'hub' when verdict = 'counts' then 'full' when sent >= 10000 then 'hub'
        when sent >= 1000 then 'half' else 'full' end;

create function _touchstone.funder_shown(funder _touchstone.funder) returns jsonb
    language sql stable
    return jsonb_build_object('address', funder.address, 'verdict', funder.verdict, 'note', funder.note, 'sent', funder.sent,
        'by', _touchstone.person_of(funder.by), 'at', _touchstone.iso(funder.at));
