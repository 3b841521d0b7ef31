-- Failed attempts to sign in: for an account and a network, and under the network `*` for an
-- account from everywhere. Accounts are digests, because names that do not exist are counted too.
create table _touchstone.sign_in_attempt (
    account text not null,
    network text not null,
    failures integer not null,
    -- When the counting began; it begins again after a day.
    since timestamptz not null,
    -- No attempt is looked at before.
    free_at timestamptz not null,
    -- When somebody last signed in to the account from there.
    seen_at timestamptz,
    primary key (account, network)
);

create index sign_in_attempt_since on _touchstone.sign_in_attempt (since);
