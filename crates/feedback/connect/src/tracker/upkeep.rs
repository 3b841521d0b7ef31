//! Periodic upkeep of trackers: requests missed webhooks again, and deletes old rows.

use async_trait::async_trait;
use parse_engine::Error;
use parse_store::{Bind, Sql};

use super::configuration;
use super::connection::connect;
use feedback_core::command_context::CommandContext;
use feedback_core::task::{Task, TaskRun};

/// Seconds between requests for missed webhooks.
const EVERY: i64 = 600;

/// How long delivery ids are stored. Trackers repeat a delivery for at most three days.
const DELIVERIES_SECONDS: i64 = 4 * 86_400;

/// How long finished jobs are stored.
const WORK_SECONDS: i64 = 30 * 86_400;

pub(super) struct TrackerUpkeep;

#[async_trait]
impl Task for TrackerUpkeep {
    const NAME: &'static str = "trackers";

    async fn run(run: &TaskRun) -> Result<(), Error> {
        let ctx = run.ctx();
        forget(&ctx).await?;
        let sql = Sql::fixed(
            "update _touchstone.tracker set maintained_at = $1::timestamptz
            where state = 'on' and service = 'github' and maintained_at <= $2::timestamptz returning to_jsonb(id)",
            [Bind::from(ctx.now()), ctx.now().plus_seconds(-EVERY).into()],
        );
        for id in ctx.rows::<String>(&sql).await? {
            maintain(&ctx, &id).await?;
        }
        Ok(())
    }
}

async fn maintain(ctx: &CommandContext, id: &str) -> Result<(), Error> {
    let Some(tracker) = configuration::find(ctx, id).await? else { return Ok(()) };
    let Ok(connected) = connect(ctx, &tracker).await? else { return Ok(()) };
    // A failed request is repeated in ten minutes.
    if let Ok(count @ 1..) = connected.redeliver_webhooks().await {
        tracing::info!(tracker = id, count, "tracker redelivery requested");
    }
    Ok(())
}

async fn forget(ctx: &CommandContext) -> Result<(), Error> {
    let before = |seconds: i64| Bind::from(ctx.now().plus_seconds(-seconds));
    let sql = Sql::fixed(
        "delete from _touchstone.tracker_delivery where at < $1::timestamptz",
        [before(DELIVERIES_SECONDS)],
    );
    ctx.execute(&sql).await?;
    // A comment's row is kept as long as its link.
    let sql = Sql::fixed(
        "delete from _touchstone.tracker_work where done_at < $1::timestamptz and (kind <> 'comment' or state <> 'done')",
        [before(WORK_SECONDS)],
    );
    ctx.execute(&sql).await.map(drop)
}
