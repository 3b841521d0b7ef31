//! What the database says of itself, judged.

use std::time::{Duration, Instant};

use parse_model::Json;
use parse_store::inspection::{Inspection, promised_indexes};
use parse_store::{Migration, StoreError, migrate};
use telemetry::error_chain::chain;

use super::finding::Finding;
use super::heading::{ABOUT, HEADINGS, text};
use super::server_facts;
use crate::config::Config;

/// What others look at further.
#[derive(Debug, Default)]
pub(super) struct DatabaseFacts {
    /// The names of files that rows know of, the newest first.
    pub(super) files: Vec<String>,
    /// Nodes of chains that do not answer or lag.
    pub(super) endpoints: Vec<Json>,
}

/// How long the database may take to let us in.
const OPENED_WITHIN: Duration = Duration::from_secs(5);
/// How long it may take to answer everything, some of it by looking through large tables.
const ANSWERED_WITHIN: Duration = Duration::from_secs(60);

/// A database that takes connections and does not answer in time.
fn silent(within: Duration) -> Finding {
    Finding::wrong(
        ABOUT,
        format!("no answer within {} s", within.as_secs()),
        "requests wait for it and are answered with 503",
        "see whether PostgreSQL is stopped, overloaded or waits for a disk or a lock, and whether database_url names its port",
    )
}

/// Looks at the database.
pub(super) async fn examine(
    config: &Config,
    migrations: &[Migration],
    now_millis: i64,
    found: &mut Vec<Finding>,
) -> DatabaseFacts {
    let began = Instant::now();
    let opened = tokio::time::timeout(OPENED_WITHIN, Inspection::open(&config.store)).await;
    let Ok(opened) = opened else {
        found.push(silent(OPENED_WITHIN));
        return DatabaseFacts::default();
    };
    let looked = match opened {
        Ok(inspection) => {
            let asked = i64::try_from(began.elapsed().as_millis()).unwrap_or_default();
            let answers = questions(config, &inspection, migrations, now_millis + asked, found);
            let Ok(looked) = tokio::time::timeout(ANSWERED_WITHIN, answers).await else {
                found.push(silent(ANSWERED_WITHIN));
                return DatabaseFacts::default();
            };
            looked
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
        DatabaseFacts::default()
    })
}

async fn questions(
    config: &Config,
    inspection: &Inspection,
    migrations: &[Migration],
    now_millis: i64,
    found: &mut Vec<Finding>,
) -> Result<DatabaseFacts, StoreError> {
    let server = inspection.found("server").await?;
    if let Some(server) = server.first() {
        server_facts::judge(config, server, now_millis, found);
    }
    for setting in inspection.found("settings").await? {
        found.extend(server_facts::unsafe_setting(text(&setting, "name"), text(&setting, "value")));
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
                "queries that need it scan whole tables, and unique values are not enforced",
                "it was dropped: find its statement in the migrations and run it with CONCURRENTLY",
            )
        }));
    }
    let files = inspection.found("files").await?;
    let files = files.iter().filter_map(Json::as_str).map(str::to_owned).collect();
    Ok(DatabaseFacts { files, endpoints: inspection.found("endpoints").await? })
}

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
    let baseline = migrate::before_baseline(applied, migrate::all());
    if let Some(last) = baseline.or_else(|| migrate::before_baseline(applied, application)) {
        return vec![Finding::wrong(
            ABOUT,
            format!("it has the migration {last} of a build from before the first release"),
            "there is no upgrade from such a build, and this program does not start on it",
            "create the database again, or run the build that made it to dump its data",
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
        let told = migrated(&["0001_old", "app_0001_a"], application);
        assert!(told.len() == 1 && told[0].what.contains("0001_old"), "{told:?}");
    }
}
