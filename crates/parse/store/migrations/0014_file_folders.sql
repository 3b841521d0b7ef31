-- In which folder each running node keeps files: nodes that keep them in different ones do not find each other's.
create table _touchstone.file_folder (
    node text primary key,
    -- Where it runs, in words for the operator.
    place text not null,
    -- The name that is written in the folder, the same for whoever sees the same folder.
    folder text not null,
    seen_at timestamptz not null
) with (fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200);
