-- Pushes that are still to be sent. A push has one row; one for everybody's own time of day has one
-- per offset from UTC once its time comes near.
create table _touchstone.push_work (
    id bigint generated always as identity primary key,
    push text not null,
    due timestamptz not null,
    task jsonb not null,
    is_prepared boolean not null default false,
    -- The last installation that is done.
    "cursor" text not null default '',
    -- Until when somebody is at it, who knows the exact moment and so owns the row.
    lease timestamptz,
    tries integer not null default 0
);
create index push_work_due on _touchstone.push_work (due);
create index push_work_push on _touchstone.push_work (push);
