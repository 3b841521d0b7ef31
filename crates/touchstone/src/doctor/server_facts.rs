//! Which server the database is, as whom we come, and how it is set.

use parse_model::Json;

use super::finding::Finding;
use super::heading::{ABOUT, number, text};
use crate::config::Config;

/// How far apart two clocks may be before sessions end early and seasons begin late.
const CLOCKS_MILLIS: i64 = 2000;
/// After so many transactions PostgreSQL warns, and at two billion it stops taking writes.
const OLD_TRANSACTIONS: i64 = 1_000_000_000;

/// Judges it.
pub(super) fn judge(config: &Config, server: &Json, now_millis: i64, found: &mut Vec<Finding>) {
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
    limits(config, server, found);
}

/// What it allows, and how long it will.
fn limits(config: &Config, server: &Json, found: &mut Vec<Finding>) {
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
    let wanted = i64::try_from(config.store.most_connections()).unwrap_or(i64::MAX);
    if let Some(limit) = limit.filter(|limit| wanted > *limit) {
        found.push(Finding::wrong(
            ABOUT,
            format!("this server opens up to {wanted} connections, and {limit} are allowed"),
            "under load requests fail that could have waited",
            "raise max_connections or the limit of the role, or lower database_connections; multiply by the number of servers",
        ));
    }
    if number(server, "frozenAge") > OLD_TRANSACTIONS {
        found.push(Finding::wrong(ABOUT, format!("its oldest transaction is {} transactions old", number(server, "frozenAge")), "at two billion PostgreSQL takes no more writes", "find what keeps autovacuum from it: long transactions, prepared ones, slots; then VACUUM FREEZE"));
    }
}

/// What is wrong with a setting of PostgreSQL, if anything.
pub(super) fn unsafe_setting(name: &str, value: &str) -> Option<Finding> {
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
