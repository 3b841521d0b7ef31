//! What is done about trackers from time to time: webhooks that did not arrive are asked for, and
//! what is over is forgotten.

use async_trait::async_trait;
use parse_engine::Error;
use parse_store::{Bind, Sql};

use super::configuration;
use super::connection::connect;
use feedback_core::command_context::CommandContext;
use feedback_core::task::{Task, TaskRun};

/// How often a tracker is asked for what did not arrive, in seconds.
const EVERY: i64 = 600;

/// For how long names of deliveries are kept: trackers deliver again for three days at most.
const DELIVERIES_SECONDS: i64 = 4 * 86_400;

/// For how long finished work is kept.
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
    // What fails is asked for again in ten minutes.
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
    // That a comment is there is remembered as long as its link.
    let sql = Sql::fixed(
        "delete from _touchstone.tracker_work where done_at < $1::timestamptz and (kind <> 'comment' or state <> 'done')",
        [before(WORK_SECONDS)],
    );
    ctx.execute(&sql).await.map(drop)
}
