//! Deletes old notifications and deliveries.

use async_trait::async_trait;
use parse_engine::Error;
use parse_store::{Bind, Sql};

use feedback_core::task::{Task, TaskRun};

/// Rows deleted in one statement.
const PAGE: i64 = 10_000;

pub(super) struct NotificationSweep;

#[async_trait]
impl Task for NotificationSweep {
    const NAME: &'static str = "old notifications";

    async fn run(run: &TaskRun) -> Result<(), Error> {
        let ctx = run.ctx();
        let settings = ctx.settings().await?;
        let before = |key: &str| ctx.now().plus_seconds(-i64::from(settings.whole(key)) * 86_400);
        // Notifications that still need an action stay, even if they were read long ago.
        let read = Sql::fixed(
            r#"delete from "Notification" where "objectId" in (select "objectId" from "Notification"
                where "readAt" < $1::timestamptz and ("bucket" = 'news' or "doneAt" is not null) order by "readAt" limit $2::int8)"#,
            [Bind::from(before("retention.notificationsDays")), PAGE.into()],
        );
        ctx.execute(&read).await?;
        let sent = Sql::fixed(
            "delete from _touchstone.delivery where id in (select id from _touchstone.delivery
                where created_at < $1::timestamptz and state in ('sent', 'unsure', 'dropped', 'dead')
                order by created_at limit $2::int8)",
            [Bind::from(before("retention.deliveriesDays")), PAGE.into()],
        );
        ctx.execute(&sent).await?;
        let told = Sql::fixed(
            "delete from _touchstone.fan_out where is_done and created_at < $1::timestamptz",
            [Bind::from(before("retention.deliveriesDays"))],
        );
        ctx.execute(&told).await.map(drop)
    }
}
