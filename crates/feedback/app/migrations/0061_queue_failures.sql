-- How often the work of a row failed on our side, one time after the other: it is tried again ever later, and given up in the end.
alter table _touchstone.evidence_queue add column failures integer not null default 0;
alter table _touchstone.submission_queue add column failures integer not null default 0;
