//! Deletes samples of failures, and hashes of questions, after 30 days. What was counted stays.

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
        let until = ctx.now().plus_seconds(-KEPT_SECONDS);
        for statement in [FAILURES, HOURS, NOTIFICATIONS, QUESTIONS, LOOK_UPS] {
            ctx.execute(&Sql::fixed(statement, [Bind::from(until)])).await?;
        }
        Ok(())
    }
}

const FAILURES: &str = "delete from _touchstone.call_failure where at < $1::timestamptz";

const HOURS: &str = "delete from _touchstone.call_hour where hour < floor(extract(epoch from $1::timestamptz) / 3600)";

/// A notification has the hash of its question.
const NOTIFICATIONS: &str = r#"delete from "Notification" n using _touchstone.failure_question q
where q.hash is not null and q.asked_at < $1::timestamptz and n."user" = q."user" and n."event" = 'failure_question'
    and n."data" -> 'failure' ->> 'id' = q.id"#;

const QUESTIONS: &str = "update _touchstone.failure_question set hash = null where hash is not null and asked_at < $1::timestamptz";

const LOOK_UPS: &str = "delete from _touchstone.failure_look_up where day < floor(extract(epoch from $1::timestamptz) / 86400)";
