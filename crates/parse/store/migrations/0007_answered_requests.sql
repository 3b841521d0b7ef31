-- Idempotent requests.

-- Requests that had a request id, with their answers. The id is stored as a digest and the answer is sealed with a key
-- derived from the id, so the table exposes no session. A row is written twice within its transaction and deleted after
-- some minutes.
create table _touchstone.answered_request (
    scope text not null,
    id text not null,
    digest text not null,
    answer text,
    expires_at timestamptz not null,
    primary key (scope, id)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000);
create index answered_request_expires_at on _touchstone.answered_request (expires_at);
