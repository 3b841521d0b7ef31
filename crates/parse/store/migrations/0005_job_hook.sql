-- Jobs that a webhook runs. Parse Server knows no such thing, so they are not in its table `_Hooks`,
-- where it would take them for functions.
create table _touchstone.job_hook (
    name text primary key,
    url text not null,
    created_at timestamptz not null default now()
);
