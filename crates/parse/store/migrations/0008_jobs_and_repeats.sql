-- Jobs that run now, each with the last sign of life of the node that runs it. A job whose node is
-- gone is found by a sign that is old.
create table _touchstone.job_run (
    status_id text primary key,
    beat timestamptz not null default now()
);

-- Requests that carried an id, with the answer they got. The id is kept as a digest and the answer
-- sealed with a key made of the id, so that the table gives nobody a session.
create table _touchstone.answered_request (
    scope text not null,
    id text not null,
    digest text not null,
    answer text,
    expires_at timestamptz not null,
    primary key (scope, id)
);
create index answered_request_expires_at on _touchstone.answered_request (expires_at);
