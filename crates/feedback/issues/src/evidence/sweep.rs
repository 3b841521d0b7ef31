//! Deletes evidence that was never attached.

use async_trait::async_trait;
use parse_engine::Error;
use parse_store::{Bind, Sql};

use feedback_core::command_context::CommandContext;
use feedback_core::task::{Task, TaskRun};

/// Rows deleted in one statement.
const BATCH: i64 = 1000;

/// Deletes evidence without an issue after a day, and the quota records of look-ups after an hour.
pub(super) struct EvidenceSweep;

#[async_trait]
impl Task for EvidenceSweep {
    const NAME: &'static str = "evidence";

    async fn run(run: &TaskRun) -> Result<(), Error> {
        let ctx = run.ctx();
        orphans(&ctx).await?;
        let asked = Sql::fixed(
            "delete from _touchstone.evidence_refresh where at < $1::timestamptz",
            [Bind::from(ctx.now().plus_seconds(-3_600))],
        );
        ctx.execute(&asked).await.map(drop)
    }
}

async fn orphans(ctx: &CommandContext) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"delete from "Evidence" where "objectId" in (
            select e."objectId" from "Evidence" e where e."issue" is null and e."submission" is null and e."createdAt" < $1::timestamptz
            limit $2::int8)"#,
        [Bind::from(ctx.now().plus_seconds(-86_400)), BATCH.into()],
    );
    ctx.execute(&sql).await.map(drop)
}
