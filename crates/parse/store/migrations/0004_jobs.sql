-- Background jobs.

-- Jobs that are run by a webhook. They are not in the table `_Hooks`, because Parse Server would treat them as
-- functions.
create table _touchstone.job_hook (
    name text primary key,
    url text not null,
    created_at timestamptz not null default now()
);

-- Running jobs, each with the last heartbeat of its node. A job whose heartbeat is old has lost its node.
create table _touchstone.job_run (
    status_id text primary key,
    beat timestamptz not null default now()
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200);
