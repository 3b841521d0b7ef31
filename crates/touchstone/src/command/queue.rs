//! `touchstone queue`: the background queues, and retrying work that was given up.

use clap::Subcommand;
use feedback::dead_letter::{self, QueueCount};
use parse_engine::Extension;
use telemetry::error_chain::chain;

use super::{Outcome, print};
use crate::config::Config;
use crate::start;

/// What can be done with queues.
#[derive(Debug, Subcommand)]
pub(super) enum Queue {
    /// List the queues with their numbers of waiting and failed rows.
    List,
    /// Retry the failed rows of a queue.
    Retry {
        /// Queue name, as printed by `touchstone queue list`.
        queue: String,
    },
}

/// Does it.
pub(super) async fn execute(
    config: Config,
    extension: Extension,
    command: Queue,
) -> Result<Outcome, String> {
    if !config.is_product {
        return Err("queues are only available with profile = \"product\"".to_owned());
    }
    let app = start::started(config.without_migrating(), extension).await?;
    let db = app.engine.store().db();
    match command {
        Queue::List => {
            let counts = dead_letter::count(&db).await.map_err(|error| chain(&error))?;
            print(&shown(&counts))?;
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

fn shown(counts: &[QueueCount]) -> String {
    let row = |one: &QueueCount| format!("{:<10} {:>9} {:>9}\n", one.queue, one.waiting, one.dead);
    let head = format!("{:<10} {:>9} {:>9}\n", "queue", "waiting", "failed");
    counts.iter().map(row).fold(head, |text, row| text + &row)
}
