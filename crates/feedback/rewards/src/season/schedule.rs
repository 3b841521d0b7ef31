//! Starts and ends seasons on time.

use async_trait::async_trait;
use parse_engine::Error;

use super::follow_clock;
use feedback_core::task::{Task, TaskRun};
use feedback_core::timestamp::timestamp;

pub(super) struct SeasonClock;

#[async_trait]
impl Task for SeasonClock {
    const NAME: &'static str = "seasons";

    async fn run(run: &TaskRun) -> Result<(), Error> {
        let now = timestamp(run.ctx().now());
        let seasons = run.ctx().read_rules_and_seasons().await?.seasons().to_vec();
        for due in seasons.iter().filter(|season| season.awaited(now).is_some()) {
            let ctx = run.begin().await?;
            let outcome = follow_clock(&ctx, due.number, now).await;
            match run.end(ctx, outcome).await {
                // It waits for another season, or for issues to be settled.
                Err(Error::Refused(_)) | Ok(()) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}
