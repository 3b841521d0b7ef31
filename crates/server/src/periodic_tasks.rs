//! Runs the application's periodic tasks.

use std::time::Duration;

use parse_engine::Engine;
use parse_engine::periodic_task::{Interval, run_due_tasks};

/// Runs the tasks of an interval, for ever. Each interval has its own task, so that long work does
/// not delay the short interval.
pub(crate) async fn run_periodic_tasks(engine: Engine, interval: Interval) {
    let between = match interval {
        Interval::Second => Duration::from_secs(1),
        Interval::Minute => Duration::from_secs(60),
    };
    loop {
        tokio::time::sleep(between).await;
        run_due_tasks(&engine, interval).await;
    }
}
