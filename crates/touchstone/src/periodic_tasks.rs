//! Runs the application's periodic tasks.

use std::time::Duration;

use parse_engine::Engine;
use parse_engine::periodic_task::{Interval, run_due_task};

/// A task and when it runs.
#[derive(Debug, Clone)]
pub(crate) struct Schedule {
    name: String,
    every: Duration,
    /// How long after the start it runs for the first time.
    first: Duration,
}

impl Schedule {
    /// Those of all tasks. Those of an interval begin one after the other, so that their work is
    /// spread over it.
    pub(crate) fn of_all(engine: &Engine) -> Vec<Schedule> {
        let mut schedules = Vec::new();
        for interval in [Interval::Second, Interval::Minute] {
            let every = match interval {
                Interval::Second => Duration::from_secs(1),
                Interval::Minute => Duration::from_secs(60),
            };
            let tasks = engine.extension().periodic_tasks();
            let tasks = tasks.filter(|(_, task)| task.interval() == interval);
            let names: Vec<String> = tasks.map(|(name, _)| name.to_owned()).collect();
            let apart = every / u32::try_from(names.len()).unwrap_or(u32::MAX).max(1);
            for (place, name) in (1..).zip(names) {
                schedules.push(Schedule { name, every, first: apart * place });
            }
        }
        schedules
    }

    /// The name of its task.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }
}

/// Runs one task at its interval, for ever. Each has its own, so that a slow one delays no other.
pub(crate) async fn run(engine: Engine, schedule: Schedule) {
    tokio::time::sleep(schedule.first).await;
    loop {
        run_due_task(&engine, &schedule.name).await;
        tokio::time::sleep(schedule.every).await;
    }
}
