-- Tables whose rows are changed often or live shortly: swept by how much changed, and with room on their pages so that a
-- change of what no index holds stays on its page. None of this stops readers or writers.

-- A row is written twice within its transaction, and forgotten after some minutes.
alter table _touchstone.answered_request set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000);
alter table _touchstone.outbox set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
alter table _touchstone.sign_in_attempt set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
alter table _touchstone.job_run set (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200);
-- A row for each node, changed as often as it looks.
alter table _touchstone.change_cursor set (fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200);
