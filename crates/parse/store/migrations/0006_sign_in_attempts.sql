-- Limits of sign-in attempts.

-- Failed sign-ins: per account and network, and per account with the network `*` for all networks. Accounts are
-- digests, because unknown names are counted too.
create table _touchstone.sign_in_attempt (
    account text not null,
    network text not null,
    failures integer not null,
    -- When counting began. It restarts after a day.
    since timestamptz not null,
    -- Attempts before this time are rejected.
    free_at timestamptz not null,
    -- The last successful sign-in to the account from there.
    seen_at timestamptz,
    primary key (account, network)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
create index sign_in_attempt_since on _touchstone.sign_in_attempt (since);
