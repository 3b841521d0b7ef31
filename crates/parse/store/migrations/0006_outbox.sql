-- Work that must happen after the transaction that asked for it: a row is put in by that
-- transaction, taken by one node at a time, and deleted when it is done.
create table _touchstone.outbox (
    id bigint generated always as identity primary key,
    topic text not null,
    body jsonb not null,
    attempts integer not null default 0,
    put_at timestamptz not null,
    -- Not to be taken before; while somebody works on it, when they are taken for dead.
    due_at timestamptz not null,
    problem text,
    -- Given up; kept for a while to be looked at.
    is_dead boolean not null default false
);

create index outbox_due on _touchstone.outbox (topic, due_at) where not is_dead;
