-- Tables of which few rows change often: swept by how much changed, not by a fifth of their size, and with room on their
-- pages so that a change of what no index holds stays on its page. None of this stops readers or writers.

-- Votes reach it once a second; comments and decisions one by one.
alter table "Issue" set (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 200,
    autovacuum_analyze_scale_factor = 0.05);
alter table "Standing" set (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 200);
alter table "FailureCluster" set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 200);

-- Rows that live for a second, or for as long as something waits: shares of such a table mean nothing.
alter table _touchstone.count_change set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
    autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000);
alter table _touchstone.evidence_queue set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
alter table _touchstone.evidence_change set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
alter table "IssueViewer" set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

-- Each row changes two or three times on its way, then stays until it is old.
alter table _touchstone.event set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
alter table _touchstone.delivery set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
alter table _touchstone.webhook_delivery set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);

-- A handful of rows that nearly every command changes.
alter table _touchstone.ledger_head set (fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200);
alter table _touchstone.event_consumer set (fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200);
alter table _touchstone.points_told set (fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200);
alter table _touchstone.board set (fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200);
alter table _touchstone.board_count set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
alter table _touchstone.board_move set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);

-- Ten joins take PostgreSQL several times longer to plan than to run, and it would plan them anew for every call, because a
-- plan for one row always looks a little cheaper than one for any number. Each connection plans them once.
alter function _touchstone.issue_rows(text[], text, boolean) set plan_cache_mode = force_generic_plan;
alter function _touchstone.issue_views(text[], text) set plan_cache_mode = force_generic_plan;
