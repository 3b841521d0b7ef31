//! Deletes old events. They are kept for a while so that a stopped consumer can catch up.

use async_trait::async_trait;
use parse_engine::{Error, Extension};
use parse_store::{Bind, Sql};

use super::{alarm, summary};
use crate::product_state::ProductState;
use crate::task::{Task, TaskRun, register_task};

/// Days for which events are kept.
const KEPT_DAYS: i64 = 30;

/// Events deleted per statement.
const PAGE: i64 = 10_000;

/// Registers the task.
pub fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = register_task::<alarm::Clusters>(extension, state);
    let extension = register_task::<alarm::Promises>(extension, state);
    let extension = register_task::<summary::DailySummary>(extension, state);
    register_task::<EventTrimming>(extension, state)
}

struct EventTrimming;

#[async_trait]
impl Task for EventTrimming {
    const NAME: &'static str = "events";

    /// Events that a consumer has not handled yet are kept, however old they are.
    async fn run(run: &TaskRun) -> Result<(), Error> {
        let ctx = run.ctx();
        let sql = Sql::fixed(
            "delete from _touchstone.event where seq in (select seq from _touchstone.event
                where at < $1::timestamptz and position <= (select min(position) from _touchstone.event_consumer)
                order by at limit $2::int8)",
            [Bind::from(ctx.now().plus_seconds(-KEPT_DAYS * 86_400)), PAGE.into()],
        );
        ctx.execute(&sql).await.map(drop)
    }
}
