-- Questions to testers about failed calls of their linked wallets.
--
-- Only testers who agreed are asked. Nothing is stored about the wallets of others.

-- Failures whose sender is a linked wallet of a tester who agreed to be asked. Deleted once the failure was looked up.
create table _touchstone.call_asker (
    network text not null,
    hash text not null,
    place int not null,
    "user" text not null,
    primary key (network, hash, place),
    foreign key (network, hash, place) references _touchstone.call_failure on delete cascade
);
create index call_asker_user on _touchstone.call_asker ("user");

-- Failures of a tester that were looked up on a day (since 1970, in UTC) only to ask about them.
create table _touchstone.failure_look_up (
    "user" text primary key,
    day int not null,
    count int not null
);

-- The questions and their answers. A tester reported if a report of theirs has the transaction.
create table _touchstone.failure_question (
    id text primary key,
    "user" text not null,
    network text not null,
    -- Deleted after 30 days.
    hash text check (hash ~ '^0x[0-9a-f]{64}$'),
    fingerprint text not null,
    class text not null,
    sentence text not null,
    is_swap boolean not null,
    failed_at timestamptz not null,
    asked_at timestamptz not null,
    answer text check (answer in ('report', 'fine', 'stop')),
    answered_at timestamptz,
    check ((answer is null) = (answered_at is null)),
    unique ("user", fingerprint)
);
create index failure_question_cause on _touchstone.failure_question (fingerprint, failed_at);
create index failure_question_hash on _touchstone.failure_question (asked_at) where hash is not null;

insert into _touchstone.event_consumer (name) values ('failure questions');

-- Whether an account agreed to be asked about failed calls of its wallets.
create function _touchstone.agrees_to_questions(account "_User") returns boolean
    language sql stable parallel safe
    return coalesce(account."privacy" ->> 'askAboutFailures', 'false') = 'true' and coalesce(account."status", 'active') = 'active';

-- Those of these addresses that are linked to an account, and the account if it is asked about failures. The table exists
-- only if wallet sign-in is configured.
create function _touchstone.linked_wallets(senders text[]) returns setof jsonb language plpgsql stable as $$
begin
    if to_regclass('"_EthAddress"') is null then
        return;
    end if;
    return query select jsonb_build_object('wallet', a."objectId", 'asked', case when _touchstone.agrees_to_questions(u) then u."objectId" end)
        from "_EthAddress" a left join "_User" u on u."objectId" = a."user" where a."objectId" = any(senders);
end $$;
