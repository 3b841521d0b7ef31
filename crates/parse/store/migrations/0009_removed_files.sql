-- Files whose bytes are to go: what referred to them has been deleted.
alter table _touchstone.file add column removed_at timestamptz;
create index file_removed on _touchstone.file (removed_at) where removed_at is not null;
