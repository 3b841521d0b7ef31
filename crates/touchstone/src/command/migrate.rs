//! `touchstone migrate`: applies pending migrations without starting a server.

use std::sync::Arc;
use std::time::Instant;

use clap::Args;
use parse_engine::{Engine, Extension, SystemClock};
use parse_store::{Store, migrate};
use serde_json::json;
use telemetry::error_chain::chain;

use super::{Outcome, print};
use crate::config::Config;
use crate::start::{self, in_words};

/// Whether anything is written.
#[derive(Debug, Args)]
pub(super) struct Migrate {
    /// List pending migrations and apply none. Exit code 3 if migrations are pending.
    #[arg(long)]
    dry_run: bool,
    /// Print JSON: {"pending": ["0001_json", …]}.
    #[arg(long, requires = "dry_run")]
    json: bool,
}

/// Carries the command out. Each migration is logged when it is applied.
pub(super) async fn execute(
    config: Config,
    extension: Extension,
    command: Migrate,
) -> Result<Outcome, String> {
    start::wait_for_database(&config.store, config.lifetime.database_wait).await?;
    let pending = migrate::pending(&config.store, extension.migrations()).await;
    let pending = pending.map_err(|error| in_words(&error, &config.store))?;
    if command.dry_run {
        print(&match command.json {
            true => format!("{}\n", json!({ "pending": pending })),
            false => pending.iter().map(|name| format!("{name}\n")).collect(),
        })?;
        eprintln!("{} migrations would be applied", pending.len());
        return Ok(if pending.is_empty() { Outcome::Done } else { Outcome::Found });
    }
    let began = Instant::now();
    outbound::tls::install();
    let store = Store::open(&config.store).await;
    let store = store.map_err(|error| in_words(&error, &config.store))?;
    let engine = Engine::start(store, extension, config.engine, Arc::new(SystemClock)).await;
    engine.map_err(|error| chain(&error))?;
    eprintln!("{} migrations applied in {:.1} s", pending.len(), began.elapsed().as_secs_f64());
    Ok(Outcome::Done)
}
