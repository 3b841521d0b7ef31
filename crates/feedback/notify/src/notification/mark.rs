//! Marking notifications as read or done.

use async_trait::async_trait;
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};

use super::list::{NotificationCountResult, counted};
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::{invalid, not_found};

/// Notifications per call.
const MOST: usize = 200;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NotificationReadParams {
    ids: Option<Vec<String>>,
    all: Option<bool>,
}

#[derive(Serialize)]
pub(super) struct NotificationReadResult {
    read: u64,
    #[serde(flatten)]
    counted: NotificationCountResult,
}

pub(super) struct NotificationRead;

#[async_trait]
impl Command for NotificationRead {
    const NAME: &'static str = "notificationRead";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = false;
    const NEEDS_ACCEPTANCE: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = NotificationReadParams;
    type Answer = NotificationReadResult;

    /// "All" means all news. Notifications that need an action stay unread until they are opened or
    /// done.
    async fn run(
        ctx: &CommandContext,
        which: NotificationReadParams,
    ) -> Result<NotificationReadResult, Error> {
        let ids = match (which.ids, which.all) {
            (Some(ids), None | Some(false)) if (1..=MOST).contains(&ids.len()) => Some(ids),
            (None, Some(true)) => None,
            _ => {
                return Err(invalid(
                    "NOTIFICATIONS",
                    format!("Send 1 to {MOST} notifications, or all."),
                ));
            }
        };
        let sql = Sql::fixed(
            r#"update "Notification" set "readAt" = $3::timestamptz where "objectId" in (
                select n."objectId" from "Notification" n where n."user" = $1::text and n."readAt" is null
                    and case when $2::text[] is null then n."bucket" = 'news' else n."objectId" = any($2::text[]) end
                order by n."objectId" for update)"#,
            [Bind::from(&*ctx.member()?.id), ids.into(), ctx.now().into()],
        );
        let read = ctx.execute(&sql).await?;
        Ok(NotificationReadResult { read, counted: counted(ctx).await? })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NotificationDoneParams {
    id: String,
}

pub(super) struct NotificationDone;

#[async_trait]
impl Command for NotificationDone {
    const NAME: &'static str = "notificationDone";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = false;
    const NEEDS_ACCEPTANCE: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = NotificationDoneParams;
    type Answer = NotificationCountResult;

    /// Idempotent.
    async fn run(
        ctx: &CommandContext,
        one: NotificationDoneParams,
    ) -> Result<NotificationCountResult, Error> {
        let sql = Sql::fixed(
            r#"update "Notification" set "doneAt" = coalesce("doneAt", $3::timestamptz), "readAt" = coalesce("readAt", $3::timestamptz)
            where "objectId" = $1::text and "user" = $2::text and "bucket" = 'action'"#,
            [Bind::from(one.id), ctx.member()?.id.as_str().into(), ctx.now().into()],
        );
        match ctx.execute(&sql).await? {
            0 => Err(not_found()),
            _ => counted(ctx).await,
        }
    }
}
