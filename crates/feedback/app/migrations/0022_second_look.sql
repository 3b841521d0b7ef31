-- Large points by hand wait here until a second administrator has agreed or declined.
create table _touchstone.pending_adjustment (
    id text primary key,
    "user" text not null,
    amount bigint not null,
    reason text not null,
    asked_by text not null,
    asked_at timestamptz not null,
    decided_by text,
    decided_at timestamptz,
    is_agreed boolean,
    check (num_nonnulls(decided_by, decided_at, is_agreed) in (0, 3)),
    check (decided_by <> asked_by)
);
create index pending_adjustment_open on _touchstone.pending_adjustment (asked_at) where decided_at is null;
