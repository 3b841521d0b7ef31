//! What an operator should know of a database, looked up and not judged.
//!
//! Only reads, on a connection of its own with little patience, so that it can be run at any time on
//! a server that is in trouble.

use std::time::Duration;

use parse_model::Json;
use tokio_postgres::Client;

use crate::connection::connect;
use crate::error::StoreError;
use crate::migrate::Migration;
use crate::row::{Document, cell};
use crate::store_options::{StoreOptions, configured};

/// How long one question may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// A database that is being looked at.
#[derive(Debug)]
pub struct Inspection {
    client: Client,
}

/// What is asked, each with the statement that answers: one JSON document a row.
const QUESTIONS: &[(&str, &str)] = &[
    (
        "server",
        "select jsonb_build_object('version', current_setting('server_version'),
            'number', current_setting('server_version_num')::int,
            'millis', (extract(epoch from clock_timestamp()) * 1000)::int8,
            'isStandby', pg_is_in_recovery(), 'role', current_user::text,
            'isSuperuser', (select rolsuper from pg_roles where rolname = current_user),
            'mayCreate', has_database_privilege(current_database(), 'create'),
            'maxConnections', current_setting('max_connections')::int
                - current_setting('superuser_reserved_connections')::int,
            'roleLimit', (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user),
            'databaseLimit', (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
            'connections', (select count(*) from pg_stat_activity where backend_type = 'client backend'),
            'encoding', current_setting('server_encoding'),
            'frozenAge', (select age(datfrozenxid) from pg_database where datname = current_database()),
            'bytes', pg_database_size(current_database()))",
    ),
    (
        "settings",
        "select jsonb_build_object('name', name, 'value', setting) from pg_settings
        where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum', 'track_counts', 'zero_damaged_pages',
            'ignore_checksum_failure', 'archive_mode', 'wal_level', 'idle_in_transaction_session_timeout') order by name",
    ),
    (
        "collation",
        "select jsonb_build_object('then', datcollversion, 'now', pg_database_collation_actual_version(oid))
        from pg_database where datname = current_database() and datcollversion is distinct from pg_database_collation_actual_version(oid)",
    ),
    (
        "invalid indexes",
        "select jsonb_build_object('index', i.indexrelid::regclass::text, 'table', i.indrelid::regclass::text)
        from pg_index i where not (i.indisvalid and i.indisready) and not exists (
            select from pg_stat_progress_create_index p where p.index_relid = i.indexrelid) order by 1",
    ),
    ("indexes", "select to_jsonb(c.relname::text) from pg_class c where c.relkind in ('i', 'I')"),
    (
        "unindexed references",
        "select jsonb_build_object('table', c.conrelid::regclass::text, 'constraint', c.conname, 'to', c.confrelid::regclass::text)
        from pg_constraint c join pg_class t on t.oid = c.conrelid
        where c.contype = 'f' and t.reltuples > 10000 and not exists (
            select from pg_index i where i.indrelid = c.conrelid and i.indisvalid
            and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey) order by 1",
    ),
    (
        "read from end to end",
        "select jsonb_build_object('table', relid::regclass::text, 'rows', n_live_tup, 'times', seq_scan, 'read', seq_tup_read)
        from pg_stat_user_tables where n_live_tup > 50000 and seq_scan > 1000 and seq_scan > coalesce(idx_scan, 0)
        order by seq_tup_read desc limit 10",
    ),
    (
        "dead rows",
        "select jsonb_build_object('table', relid::regclass::text, 'live', n_live_tup, 'dead', n_dead_tup,
            'bytes', pg_total_relation_size(relid), 'swept', greatest(last_vacuum, last_autovacuum))
        from pg_stat_user_tables where n_dead_tup > 10000 and n_dead_tup > n_live_tup / 2 order by n_dead_tup desc limit 10",
    ),
    (
        "bloated indexes",
        "select jsonb_build_object('index', i.indexrelid::regclass::text, 'table', c.oid::regclass::text,
            'bytes', pg_relation_size(i.indexrelid), 'tableBytes', pg_relation_size(c.oid))
        from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
        join pg_am m on m.oid = x.relam and m.amname = 'btree'
        where pg_relation_size(i.indexrelid) > 50000000 and pg_relation_size(i.indexrelid) > 2 * pg_relation_size(c.oid)
        order by pg_relation_size(i.indexrelid) desc limit 10",
    ),
    (
        "long transactions",
        "select jsonb_build_object('pid', pid, 'who', coalesce(nullif(application_name, ''), usename), 'state', state,
            'seconds', extract(epoch from now() - xact_start)::int8)
        from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
            and xact_start < now() - interval '5 minutes' order by xact_start",
    ),
    (
        "prepared transactions",
        "select jsonb_build_object('name', gid, 'seconds', extract(epoch from now() - prepared)::int8)
        from pg_prepared_xacts where database = current_database() and prepared < now() - interval '5 minutes' order by 1",
    ),
    (
        "blocked",
        "select jsonb_build_object('pid', pid, 'by', pg_blocking_pids(pid), 'seconds', extract(epoch from now() - query_start)::int8)
        from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0
            and query_start < now() - interval '10 seconds' order by 1",
    ),
    (
        "slots",
        "select jsonb_build_object('name', slot_name, 'bytes', pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn))
        from pg_replication_slots where not active and not pg_is_in_recovery()
            and pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn) > 1000000000 order by 1",
    ),
    (
        "failed archiving",
        "select jsonb_build_object('failed', last_failed_wal, 'at', last_failed_time) from pg_stat_archiver
        where last_failed_time > coalesce(last_archived_time, '-infinity')",
    ),
];

/// Queries about internal tables, run if the table exists.
const OF_TABLES: &[(&str, &str, &str)] = &[
    (
        "migrations",
        "_touchstone.migration",
        "select jsonb_build_object('name', m.name, 'checksum', to_jsonb(m) ->> 'checksum') from _touchstone.migration m order by m.name",
    ),
    (
        "outbox",
        "_touchstone.outbox",
        "select jsonb_build_object('waiting', count(*)) from _touchstone.outbox",
    ),
    (
        "endpoints",
        "_touchstone.network_endpoint",
        "select jsonb_build_object('network', network, 'host', host, 'state', state, 'lag', lag_sec, 'at', checked_at)
        from _touchstone.network_endpoint where state in ('down', 'lagging') order by network, place",
    ),
    (
        "files",
        "_touchstone.file",
        "select to_jsonb(name) from (select name from _touchstone.file where removed_at is null
            order by created_at desc limit 10000) newest",
    ),
];

impl Inspection {
    /// Connects.
    pub async fn open(options: &StoreOptions) -> Result<Inspection, StoreError> {
        let way = configured(&options.url, options, PATIENCE)?;
        let client = Box::pin(connect(&way)).await?;
        client.batch_execute("set default_transaction_read_only = on").await?;
        Ok(Inspection { client })
    }

    /// What was found under a heading.
    pub async fn found(&self, heading: &str) -> Result<Vec<Json>, StoreError> {
        if let Some((_, question)) = QUESTIONS.iter().find(|(known, _)| *known == heading) {
            return self.documents(question).await;
        }
        let Some((_, table, question)) = OF_TABLES.iter().find(|(known, ..)| *known == heading)
        else {
            return Ok(Vec::new());
        };
        let is_there = "select to_regclass($1::text) is not null";
        let is_there: bool = self.client.query_one(is_there, &[table]).await?.try_get(0)?;
        if is_there { self.documents(question).await } else { Ok(Vec::new()) }
    }

    async fn documents(&self, question: &str) -> Result<Vec<Json>, StoreError> {
        let rows = self.client.query(question, &[]).await?;
        let mut found = Vec::with_capacity(rows.len());
        for row in &rows {
            found.extend(cell::<Document>(row, 0)?.map(|Document(json)| json));
        }
        Ok(found)
    }
}

/// The indexes that migrations make by name and no later one drops, by itself or with its table.
pub fn promised_indexes(migrations: &[Migration]) -> Vec<String> {
    let named = r#"(?:_touchstone\.)?("[^"]+"|[a-z_0-9]+)"#;
    let made = r"create (?:unique )?index (?:concurrently )?(?:if not exists )?";
    let pattern = format!(
        "(?i){made}{named} +on +{named}|drop index (?:if exists )?{named}|drop table (?:if exists )?{named}"
    );
    let Ok(pattern) = regex::Regex::new(&pattern) else { return Vec::new() };
    let mut promised: Vec<(String, String)> = Vec::new();
    for (_, text) in migrations {
        for found in pattern.captures_iter(text) {
            let name =
                |at: usize| found.get(at).map(|one| one.as_str().trim_matches('"').to_owned());
            match (name(1).zip(name(2)), name(3), name(4)) {
                (Some(made), ..) if !promised.contains(&made) => promised.push(made),
                (_, Some(index), _) => promised.retain(|(known, _)| *known != index),
                (_, _, Some(table)) => promised.retain(|(_, of)| *of != table),
                _ => {}
            }
        }
    }
    promised.into_iter().map(|(index, _)| index).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indexes_are_promised_by_name_until_they_or_their_tables_are_dropped() {
        let texts: &[Migration] = &[
            ("1", "create index \"A b\" on \"T\" (x); create unique index c on _touchstone.t (y);"),
            ("2", "create index on t (z); create index e on gone (x); create index f on \"T\" (x)"),
            ("3", "drop index \"A b\"; create unique index if not exists d on t (q) where q > 0;"),
            ("4", "drop table _touchstone.gone"),
        ];
        assert_eq!(promised_indexes(texts), ["c", "f", "d"]);
    }
}
