//! What each row means that the database answers a question with.

use parse_model::Json;

use super::finding::Finding;
use crate::backup::size;

/// What all of these are about.
pub(super) const ABOUT: &str = "database";

pub(super) fn text<'a>(json: &'a Json, key: &str) -> &'a str {
    json[key].as_str().unwrap_or_default()
}

pub(super) fn number(json: &Json, key: &str) -> i64 {
    json[key].as_i64().unwrap_or_default()
}

pub(super) fn bytes(json: &Json, key: &str) -> String {
    size(u64::try_from(number(json, key)).unwrap_or_default())
}

/// Makes a finding of a row.
pub(super) type Told = fn(&Json) -> Finding;

/// What each row under a heading means.
pub(super) const HEADINGS: &[(&str, Told)] = &[
    ("collation", |one| {
        let what = format!(
            "the machine sorts text by version {}, indexes were made by {}",
            text(one, "now"),
            text(one, "then")
        );
        Finding::wrong(
            ABOUT,
            what,
            "queries can miss rows, and duplicates are not detected",
            "REINDEX DATABASE, then ALTER DATABASE … REFRESH COLLATION VERSION",
        )
    }),
    ("invalid indexes", |one| {
        let what =
            format!("the index {} of {} is not valid", text(one, "index"), text(one, "table"));
        Finding::wrong(
            ABOUT,
            what,
            "it is kept up to date and never used, or does not keep out what it should",
            format!("REINDEX INDEX CONCURRENTLY {}", text(one, "index")),
        )
    }),
    ("unindexed references", |one| {
        let what = format!(
            "{} refers to {} by {} without an index",
            text(one, "table"),
            text(one, "to"),
            text(one, "constraint")
        );
        Finding::advice(
            ABOUT,
            what,
            "every deletion there reads this table from end to end",
            "CREATE INDEX CONCURRENTLY on its columns",
        )
    }),
    ("read from end to end", |one| {
        let what = format!(
            "{} with {} rows was read from end to end {} times, more often than by an index",
            text(one, "table"),
            number(one, "rows"),
            number(one, "times")
        );
        Finding::advice(
            ABOUT,
            what,
            "an index may be missing for a query that is asked often",
            "find the query in pg_stat_statements, and EXPLAIN it",
        )
    }),
    ("dead rows", |one| {
        let what = format!(
            "{} has {} dead rows beside {} live ones, {} in all",
            text(one, "table"),
            number(one, "dead"),
            number(one, "live"),
            bytes(one, "bytes")
        );
        Finding::wrong(
            ABOUT,
            what,
            "everything that reads it reads them too",
            format!(
                "VACUUM ANALYZE {}, and look for a transaction that keeps them",
                text(one, "table")
            ),
        )
    }),
    ("bloated indexes", |one| {
        let what = format!(
            "the index {} has {}, twice as much as its table {}",
            text(one, "index"),
            bytes(one, "bytes"),
            text(one, "table")
        );
        Finding::advice(
            ABOUT,
            what,
            "it takes memory that rows could have",
            format!("REINDEX INDEX CONCURRENTLY {}", text(one, "index")),
        )
    }),
    ("long transactions", |one| {
        let what = format!(
            "the transaction of {} (process {}) is {} s old and {}",
            text(one, "who"),
            number(one, "pid"),
            number(one, "seconds"),
            text(one, "state")
        );
        Finding::wrong(
            ABOUT,
            what,
            "no dead row is removed while it lasts, and others may wait for its locks",
            format!(
                "end what holds it open, or SELECT pg_terminate_backend({})",
                number(one, "pid")
            ),
        )
    }),
    ("prepared transactions", |one| {
        let what = format!(
            "the prepared transaction {} is {} s old",
            text(one, "name"),
            number(one, "seconds")
        );
        Finding::wrong(
            ABOUT,
            what,
            "it outlives every restart, with its locks",
            "COMMIT PREPARED or ROLLBACK PREPARED it",
        )
    }),
    ("blocked", |one| {
        let what = format!(
            "process {} has waited {} s for {}",
            number(one, "pid"),
            number(one, "seconds"),
            one["by"]
        );
        Finding::wrong(
            ABOUT,
            what,
            "requests wait behind it",
            "look in pg_stat_activity at what the other does",
        )
    }),
    ("slots", |one| {
        let what = format!(
            "the replication slot {} is not in use and keeps {} of WAL",
            text(one, "name"),
            bytes(one, "bytes")
        );
        Finding::wrong(ABOUT, what, "the disk fills up", "start the standby, or drop the slot")
    }),
    ("failed archiving", |one| {
        let what = format!(
            "the log {} could not be archived since {}",
            text(one, "failed"),
            text(one, "at")
        );
        Finding::wrong(
            ABOUT,
            what,
            "there is no way back to a moment in time, and the disk fills up",
            "look at archive_command and at PostgreSQL's log",
        )
    }),
];

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_heading_is_told_whole() {
        let row = json!({
            "index": "i", "table": "t", "pid": 7, "seconds": 600, "who": "psql", "state": "idle in transaction",
            "dead": 5, "live": 6, "bytes": 70_000_000, "then": "2.31", "now": "2.36", "name": "x", "by": [3],
        });
        for (heading, told) in HEADINGS {
            let finding = told(&row);
            assert!(!finding.what.is_empty() && !finding.advice.is_empty(), "{heading}");
        }
    }
}
