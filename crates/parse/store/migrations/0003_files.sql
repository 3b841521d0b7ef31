-- What is known of a stored file beside its bytes. Files of an adopted folder or bucket have no row.
create table _touchstone.file (
    name text primary key,
    owner text,
    size bigint not null,
    content_type text,
    metadata jsonb not null default '{}',
    tags jsonb not null default '{}',
    created_at timestamptz not null
);

-- How much somebody has uploaded lately.
create index file_by_owner on _touchstone.file (owner, created_at) include (size) where owner is not null;
