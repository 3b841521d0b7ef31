//! Deletes samples of failures after 30 days. What was counted stays.

use async_trait::async_trait;
use parse_engine::Error;
use parse_store::{Bind, Sql};

use feedback_core::task::{Task, TaskRun};

const KEPT_SECONDS: i64 = 30 * 86_400;

pub(super) struct FailureSweep;

#[async_trait]
impl Task for FailureSweep {
    const NAME: &'static str = "failure samples";

    async fn run(run: &TaskRun) -> Result<(), Error> {
        let ctx = run.ctx();
        let sql = Sql::fixed(
            "delete from _touchstone.call_failure where at < $1::timestamptz",
            [Bind::from(ctx.now().plus_seconds(-KEPT_SECONDS))],
        );
        ctx.execute(&sql).await.map(drop)
    }
}
