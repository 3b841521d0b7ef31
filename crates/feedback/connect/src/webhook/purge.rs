//! Deletes old deliveries. They are kept for a while for the log and for replays.

use async_trait::async_trait;
use parse_engine::Error;
use parse_store::{Bind, Sql};

use feedback_core::task::{Task, TaskRun};

/// Days for which deliveries are kept.
const KEPT_DAYS: i64 = 30;

/// Rows deleted in one statement.
const PAGE: i64 = 10_000;

pub(super) struct DeliveryPurge;

#[async_trait]
impl Task for DeliveryPurge {
    const NAME: &'static str = "webhook deliveries";

    async fn run(run: &TaskRun) -> Result<(), Error> {
        let ctx = run.ctx();
        let sql = Sql::fixed(
            "delete from _touchstone.webhook_delivery where id in (select id from _touchstone.webhook_delivery
                where created_at < $1::timestamptz order by created_at limit $2::int8)",
            [Bind::from(ctx.now().plus_seconds(-KEPT_DAYS * 86_400)), PAGE.into()],
        );
        ctx.execute(&sql).await?;
        let sql = Sql::fixed(
            "update _touchstone.webhook set previous_secret = null, previous_until = null where previous_until < $1::timestamptz",
            [Bind::from(ctx.now())],
        );
        ctx.execute(&sql).await.map(drop)
    }
}
