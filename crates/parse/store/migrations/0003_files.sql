-- Stored files.

-- Metadata of stored files. Files of an adopted folder or bucket have no row.
create table _touchstone.file (
    name text primary key,
    owner text,
    size bigint not null,
    content_type text,
    metadata jsonb not null default '{}',
    tags jsonb not null default '{}',
    created_at timestamptz not null,
    -- When the last reference was deleted. The bytes are removed later.
    removed_at timestamptz
);

-- For the upload quota of an account.
create index file_by_owner on _touchstone.file (owner, created_at) include (size) where owner is not null;
create index file_removed on _touchstone.file (removed_at) where removed_at is not null;

-- The folder in which each running node keeps files. Nodes with different folders cannot read each other's files.
create table _touchstone.file_folder (
    node text primary key,
    -- Where the node runs, as shown to the operator.
    place text not null,
    -- The identifier stored in the folder: nodes that share a folder have the same one.
    folder text not null,
    seen_at timestamptz not null
) with (fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200);
