//! Retracts the notifications of a decision that was undone, if they were not sent yet.

use parse_engine::Error;
use parse_model::Date;
use parse_store::{Bind, Sql};

use feedback_core::command_context::CommandContext;
use feedback_core::event::StoredEvent;

/// Retracts the notifications of the last decision about an issue before this event, and reopens
/// those that it had resolved.
pub(super) async fn retract(ctx: &CommandContext, event: &StoredEvent) -> Result<(), Error> {
    let Some(issue) = &event.issue else { return Ok(()) };
    let sql = Sql::fixed(
        "select to_jsonb(_touchstone.in_millis(max(at))) from _touchstone.event
        where issue = $1::text and position < $2::int8 and type like any('{issue.%,fix_check.%}') and type <> 'issue.undone'",
        [Bind::from(issue.as_str()), event.position.into()],
    );
    let Some(Some(decided)) = ctx.row::<Option<i64>>(&sql).await? else { return Ok(()) };
    let binds =
        || [Bind::from(issue.as_str()), Date::from_millis(decided).into(), ctx.now().into()];
    for statement in [DELETE_NOTIFICATIONS, DROP_DELIVERIES, REOPEN_NOTIFICATIONS] {
        ctx.execute(&Sql::fixed(statement, binds())).await?;
    }
    Ok(())
}

const DELETE_NOTIFICATIONS: &str = r#"delete from "Notification" where "issue" = $1::text and "createdAt" >= $2::timestamptz and "doneAt" is null
    and "event" in ('issue_news', 'info_asked', 'fix_check', 'points_settled', 'admin_regression') and $3::timestamptz is not null"#;

const DROP_DELIVERIES: &str = "update _touchstone.delivery set state = 'dropped', problem = 'the decision was undone'
where issue = $1::text and created_at >= $2::timestamptz and state in ('waiting', 'digest') and $3::timestamptz is not null
    and kind in ('issue_news', 'info_asked', 'fix_check', 'points_settled', 'admin_regression')";

const REOPEN_NOTIFICATIONS: &str = r#"update "Notification" set "doneAt" = null, "updatedAt" = $3::timestamptz
where "issue" = $1::text and "bucket" = 'action' and "doneAt" >= $2::timestamptz"#;
