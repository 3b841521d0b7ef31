-- The outbox.

-- Work that follows a commit. The transaction inserts a row, one node at a time takes it, and deletes it when it is
-- done.
create table _touchstone.outbox (
    id bigint generated always as identity primary key,
    topic text not null,
    body jsonb not null,
    attempts integer not null default 0,
    put_at timestamptz not null,
    -- Not taken before. While a node works on it, the end of its lease.
    due_at timestamptz not null,
    problem text,
    -- Given up, and kept for a while for inspection.
    is_dead boolean not null default false
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
create index outbox_due on _touchstone.outbox (topic, due_at) where not is_dead;
create index outbox_push on _touchstone.outbox ((body ->> 'push')) where topic = 'push';
