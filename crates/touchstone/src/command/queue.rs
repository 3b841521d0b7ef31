//! `touchstone queue`: the background queues, and retrying failed work.

use clap::Subcommand;
use feedback::dead_letter::{self, QueueCount};
use parse_engine::Extension;
use parse_model::Json;
use serde_json::json;
use telemetry::error_chain::chain;

use super::table::table;
use super::{Outcome, print};
use crate::config::Config;
use crate::start;

/// The commands for queues.
#[derive(Debug, Subcommand)]
pub(super) enum Queue {
    /// List the queues with their waiting and failed rows.
    #[command(after_help = examples!(
        "touchstone queue list",
        "touchstone queue list --json | jq '.queues[] | select(.failed > 0)'"
    ))]
    List {
        /// Print JSON: {"queues": [{"queue", "waiting", "failed"}]}.
        #[arg(long)]
        json: bool,
    },
    /// Retry the failed rows of a queue.
    #[command(after_help = examples!(
        "touchstone queue retry mail",
        "touchstone queue retry webhooks"
    ))]
    Retry {
        /// The name of the queue, as `touchstone queue list` prints it.
        queue: String,
    },
}

/// Carries the command out.
pub(super) async fn execute(
    config: Config,
    extension: Extension,
    command: Queue,
) -> Result<Outcome, String> {
    if !config.is_product {
        return Err("queues are only available with profile = \"product\"".to_owned());
    }
    let app = start::started_unchanged(config, extension).await?;
    let db = app.engine.store().db();
    match command {
        Queue::List { json: is_json } => {
            let counts = dead_letter::count(&db).await.map_err(|error| chain(&error))?;
            print(&if is_json { as_json(&counts) } else { as_table(&counts) })?;
        }
        Queue::Retry { queue } => {
            let now = app.engine.clock().now();
            let retried = dead_letter::retry(&db, &queue, now).await;
            match retried.map_err(|error| chain(&error))? {
                Some(rows) => eprintln!("{rows} rows of {queue} will be retried"),
                None => {
                    return Err(format!(
                        "unknown queue \"{queue}\": run `touchstone queue list` for the names"
                    ));
                }
            }
        }
    }
    Ok(Outcome::Done)
}

fn as_table(counts: &[QueueCount]) -> String {
    let row = |one: &QueueCount| {
        vec![one.queue.to_string(), one.waiting.to_string(), one.dead.to_string()]
    };
    let rows: Vec<Vec<String>> = counts.iter().map(row).collect();
    table(&["queue", "waiting", "failed"], &rows)
}

fn as_json(counts: &[QueueCount]) -> String {
    let row = |one: &QueueCount| json!({ "queue": one.queue, "waiting": one.waiting, "failed": one.dead });
    let rows: Vec<Json> = counts.iter().map(row).collect();
    format!("{}\n", json!({ "queues": rows }))
}
