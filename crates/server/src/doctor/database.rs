//! What the database says of itself, judged.

use std::time::Instant;

use parse_model::Json;
use parse_store::inspection::{Inspection, promised_indexes};
use parse_store::{Migration, StoreError, migrate};

use super::finding::Finding;
use crate::backup::size;
use crate::config::Config;
use crate::error_chain::chain;

const ABOUT: &str = "database";

/// How far apart two clocks may be before sessions end early and seasons begin late.
const CLOCKS_MILLIS: i64 = 2000;
/// After so many transactions PostgreSQL warns, and at two billion it stops taking writes.
const OLD_TRANSACTIONS: i64 = 1_000_000_000;

/// What others look at further.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// The names of files that rows know of, the newest first.
    pub(super) files: Vec<String>,
    /// Nodes of chains that do not answer or lag.
    pub(super) endpoints: Vec<Json>,
}

/// Looks at the database.
pub(super) async fn examine(
    config: &Config,
    migrations: &[Migration],
    now_millis: i64,
    found: &mut Vec<Finding>,
) -> Known {
    let began = Instant::now();
    let looked = match Inspection::open(&config.store).await {
        Ok(inspection) => {
            let asked = i64::try_from(began.elapsed().as_millis()).unwrap_or_default();
            questions(config, &inspection, migrations, now_millis + asked, found).await
        }
        Err(error) => Err(error),
    };
    looked.unwrap_or_else(|error| {
        found.push(Finding::wrong(
            ABOUT,
            format!("it cannot be asked: {}", chain(&error)),
            "without it nothing is served",
            "check database_url, that PostgreSQL runs, and that it lets this machine and role in",
        ));
        Known::default()
    })
}

async fn questions(
    config: &Config,
    inspection: &Inspection,
    migrations: &[Migration],
    now_millis: i64,
    found: &mut Vec<Finding>,
) -> Result<Known, StoreError> {
    let server = inspection.found("server").await?;
    if let Some(server) = server.first() {
        self::server(config, server, now_millis, found);
    }
    for setting in inspection.found("settings").await? {
        found.extend(unsafe_setting(text(&setting, "name"), text(&setting, "value")));
    }
    for (heading, told) in HEADINGS {
        found.extend(inspection.found(heading).await?.iter().map(told));
    }
    let applied = inspection.found("migrations").await?;
    let names: Vec<&str> = applied.iter().map(|one| text(one, "name")).collect();
    found.extend(migrated(&names, migrations));
    if !names.is_empty() {
        let there = inspection.found("indexes").await?;
        let there: Vec<&str> = there.iter().filter_map(Json::as_str).collect();
        let own = promised_indexes(migrate::all()).into_iter();
        let promised = own.chain(promised_indexes(migrations));
        let missing = promised.filter(|name| !there.contains(&name.as_str()));
        found.extend(missing.map(|name| {
            Finding::wrong(
                ABOUT,
                format!("the index {name} is missing"),
                "what it is for reads whole tables, or lets in what it should refuse",
                "somebody dropped it: find its statement in the migrations and run it with CONCURRENTLY",
            )
        }));
    }
    let files = inspection.found("files").await?;
    let files = files.iter().filter_map(Json::as_str).map(str::to_owned).collect();
    Ok(Known { files, endpoints: inspection.found("endpoints").await? })
}

fn text<'a>(json: &'a Json, key: &str) -> &'a str {
    json[key].as_str().unwrap_or_default()
}

fn number(json: &Json, key: &str) -> i64 {
    json[key].as_i64().unwrap_or_default()
}

fn bytes(json: &Json, key: &str) -> String {
    size(u64::try_from(number(json, key)).unwrap_or_default())
}

fn server(config: &Config, server: &Json, now_millis: i64, found: &mut Vec<Finding>) {
    let apart = number(server, "millis") - now_millis;
    if apart.abs() > CLOCKS_MILLIS {
        found.push(Finding::wrong(
            "clock",
            format!(
                "the database's clock is {:.1} s {} this machine's",
                apart.abs() as f64 / 1000.0,
                if apart > 0 { "ahead of" } else { "behind" }
            ),
            "sessions, links and seasons end by one clock and are checked by the other",
            "let both machines follow a time server (chrony or systemd-timesyncd)",
        ));
    }
    if number(server, "number") < 150_000 {
        found.push(Finding::wrong(
            ABOUT,
            format!("PostgreSQL is {}", text(server, "version")),
            "statements need version 15",
            "upgrade it to 15 or newer",
        ));
    }
    if server["isStandby"] == true {
        found.push(Finding::wrong(
            ABOUT,
            "database_url leads to a standby, which takes no writes",
            "every write is refused",
            "name the primary, or a proxy that finds it",
        ));
    }
    if server["mayCreate"] != true {
        found.push(Finding::wrong(
            ABOUT,
            format!("the role {} may not create schemas in this database", text(server, "role")),
            "migrations make the schema _touchstone and the extension pg_trgm",
            format!("as its owner: GRANT CREATE ON DATABASE … TO {}", text(server, "role")),
        ));
    }
    if server["isSuperuser"] == true && config.is_production {
        found.push(Finding::wrong(
            ABOUT,
            format!("the role {} is a superuser", text(server, "role")),
            "a fault here could read files and run programs on the database's machine",
            "use a role that owns this database alone",
        ));
    }
    if text(server, "encoding") != "UTF8" {
        found.push(Finding::wrong(
            ABOUT,
            format!("it encodes text as {}", text(server, "encoding")),
            "names and texts that it cannot write are refused",
            "make a database with ENCODING 'UTF8' and restore a backup into it",
        ));
    }
    let limit = ["maxConnections", "roleLimit", "databaseLimit"]
        .iter()
        .filter_map(|key| server[*key].as_i64())
        .min();
    let wanted = most_connections(config);
    if let Some(limit) = limit.filter(|limit| wanted > *limit) {
        found.push(Finding::wrong(
            ABOUT,
            format!("this server opens up to {wanted} connections, and {limit} are allowed"),
            "under load requests fail that could have waited",
            "raise max_connections or the limit of the role, or lower transaction_connections and write_connections; multiply by the number of servers",
        ));
    }
    if number(server, "frozenAge") > OLD_TRANSACTIONS {
        found.push(Finding::wrong(ABOUT, format!("its oldest transaction is {} transactions old", number(server, "frozenAge")), "at two billion PostgreSQL takes no more writes", "find what keeps autovacuum from it: long transactions, prepared ones, slots; then VACUUM FREEZE"));
    }
}

/// As many as operations.md adds up.
fn most_connections(config: &Config) -> i64 {
    let store = &config.store;
    let clients =
        store.client_queries.quick_connections + 2 * store.client_queries.slow_connections;
    let all = store.pipelined_connections + clients + store.write_connections;
    i64::try_from(all + store.transaction_connections + 4).unwrap_or(i64::MAX)
}

fn unsafe_setting(name: &str, value: &str) -> Option<Finding> {
    let (why, advice): (&'static str, &str) = match (name, value) {
        ("fsync", "off") => {
            ("a power cut can leave a database that cannot be opened", "set fsync = on")
        }
        ("full_page_writes", "off") => (
            "a power cut can leave half-written pages",
            "set full_page_writes = on, unless the file system writes whole pages",
        ),
        ("synchronous_commit", "off") => {
            ("what was answered as done can be lost in a crash", "set synchronous_commit = on")
        }
        ("autovacuum", "off") => {
            ("tables grow without end, and in the end no writes are taken", "set autovacuum = on")
        }
        ("track_counts", "off") => {
            ("autovacuum does not know where to work", "set track_counts = on")
        }
        ("zero_damaged_pages" | "ignore_checksum_failure", "on") => (
            "damage is hidden, and rows vanish without a word",
            "turn it off, and restore a backup if pages are damaged",
        ),
        _ => return None,
    };
    Some(Finding::wrong(ABOUT, format!("{name} is {value}"), why, advice))
}

type Told = fn(&Json) -> Finding;

/// What each row under a heading means.
const HEADINGS: &[(&str, Told)] = &[
    ("collation", |one| {
        let what = format!(
            "the machine sorts text by version {}, indexes were made by {}",
            text(one, "now"),
            text(one, "then")
        );
        Finding::wrong(
            ABOUT,
            what,
            "rows can be missed, and two of a kind be let in",
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
            "nobody reads the replication slot {}, which keeps {} of log",
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

/// Migrations that are left to do, and those of a newer program.
fn migrated(applied: &[&str], application: &[Migration]) -> Vec<Finding> {
    let own: Vec<&str> = migrate::all().iter().chain(application).map(|(name, _)| *name).collect();
    if applied.is_empty() {
        return vec![Finding::wrong(
            ABOUT,
            "it is empty, or was never migrated",
            "a server makes its tables when it first starts",
            "start the server, or restore a backup",
        )];
    }
    let mut found = Vec::new();
    let pending: Vec<&str> = own.iter().copied().filter(|name| !applied.contains(name)).collect();
    if let Some(first) = pending.first() {
        found.push(Finding::wrong(
            ABOUT,
            format!("{} migrations are left to do, from {first} on", pending.len()),
            "this program needs what they make",
            "run touchstone migrate, or start the server",
        ));
    }
    let unknown: Vec<&str> = applied.iter().copied().filter(|name| !own.contains(name)).collect();
    if let Some(last) = unknown.last() {
        found.push(Finding::wrong(
            ABOUT,
            format!("{} migrations are unknown to this program, up to {last}", unknown.len()),
            "the database is of a newer version, or of another profile",
            "use the newer program, or restore a backup of this version's time",
        ));
    }
    found
}

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

    #[test]
    fn only_what_loses_data_is_called_unsafe() {
        assert!(unsafe_setting("fsync", "off").is_some());
        assert!(unsafe_setting("synchronous_commit", "off").is_some());
        for (name, value) in
            [("fsync", "on"), ("synchronous_commit", "remote_apply"), ("wal_level", "minimal")]
        {
            assert!(unsafe_setting(name, value).is_none(), "{name}");
        }
    }

    #[test]
    fn what_is_left_to_do_and_what_is_newer_are_told_apart() {
        let application: &[Migration] = &[("app_0001_a", ""), ("app_0002_b", "")];
        let mut applied: Vec<&str> = migrate::all().iter().map(|(name, _)| *name).collect();
        applied.push("app_0001_a");
        let told = migrated(&applied, application);
        assert!(told.len() == 1 && told[0].what.starts_with("1 migrations are left"), "{told:?}");
        applied.extend(["app_0002_b", "app_0003_c"]);
        let told = migrated(&applied, application);
        assert!(told.len() == 1 && told[0].what.contains("app_0003_c"), "{told:?}");
        assert!(migrated(&applied[..applied.len() - 1], application).is_empty());
    }
}
