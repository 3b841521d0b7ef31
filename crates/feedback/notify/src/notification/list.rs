//! A user's open notifications and news.

use async_trait::async_trait;
use feedback_model::notification::Bucket;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};

use super::answer_shape::{NotificationCountAnswer, NotificationsAnswer};
use feedback_core::command::{NoParams, Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::cursor::Cursor;
use feedback_core::parameter_schema;
use feedback_core::refused::invalid;

/// Notifications per page, by default and at most.
const PAGE: i64 = 30;
const MOST: i64 = 100;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NotificationListParams {
    bucket: Bucket,
    cursor: Option<Cursor>,
    limit: Option<i64>,
}

#[derive(Deserialize)]
struct NotificationRow {
    key: String,
    id: String,
    row: Json,
}

#[derive(Serialize)]
pub(super) struct NotificationListResult {
    rows: Vec<Json>,
    next: Option<Cursor>,
    #[serde(flatten)]
    counted: NotificationCountResult,
}

/// The counts of the inbox.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct NotificationCountResult {
    /// Notifications that need an action.
    waiting: u32,
    /// Unread news.
    unread: u32,
}

pub(super) struct NotificationList;

#[async_trait]
impl Query for NotificationList {
    const NAME: &'static str = "notificationList";
    const WHO: Who = Who::Member;
    type Params = NotificationListParams;
    type Answer = NotificationListResult;

    fn answer_schema() -> Option<Json> {
        Some(parameter_schema::of::<NotificationsAnswer>())
    }

    /// Of those that need an action, only unresolved ones. An issue that the reader can no longer
    /// see is not named.
    async fn answer(
        ctx: &CommandContext,
        asked: NotificationListParams,
    ) -> Result<NotificationListResult, Error> {
        let limit = asked.limit.unwrap_or(PAGE);
        if !(1..=MOST).contains(&limit) {
            return Err(invalid("LIMIT", format!("A page has 1 to {MOST} rows.")));
        }
        let member = ctx.member()?;
        let sql = Sql::fixed(
            LIST,
            [
                Bind::from(&*member.id),
                asked.bucket.key().into(),
                member.is_admin.into(),
                asked.cursor.as_ref().map(Cursor::key).into(),
                asked.cursor.as_ref().map(Cursor::id).into(),
                (limit + 1).into(),
            ],
        );
        let mut placed: Vec<NotificationRow> = ctx.rows(&sql).await?;
        let next = Cursor::after_page(&mut placed, limit, |row| (&row.key, &row.id));
        let rows = placed.into_iter().map(|placed| placed.row).collect();
        Ok(NotificationListResult { rows, next, counted: counted(ctx).await? })
    }
}

const LIST: &str = r#"select jsonb_build_object('key', _touchstone.iso(n."updatedAt"), 'id', n."objectId", 'row',
    jsonb_build_object('id', n."objectId", 'kind', n."event", 'bucket', n."bucket", 'count', n."count"::int,
        'at', _touchstone.iso(n."updatedAt"), 'readAt', _touchstone.iso(n."readAt"), 'doneAt', _touchstone.iso(n."doneAt"),
        'issue', (select jsonb_build_object('id', i."objectId", 'number', i."number"::int, 'title', i."title", 'status', i."status")
            from "Issue" i where i."objectId" = n."issue" and _touchstone.may_read(i."_rperm", $1::text, $3::bool)),
        'actor', (select jsonb_build_object('id', u."objectId", 'username', u."username") from "_User" u
            where u."objectId" = n."actor"),
        'data', n."data"))
from "Notification" n
where n."user" = $1::text and n."bucket" = $2::text and ($2::text = 'news' or n."doneAt" is null)
    and ($4::text is null or (n."updatedAt", n."objectId") < ($4::text::timestamptz, $5::text))
order by n."updatedAt" desc, n."objectId" desc limit $6::int8"#;

/// The counts for the caller.
pub(super) async fn counted(ctx: &CommandContext) -> Result<NotificationCountResult, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object(
            'waiting', (select count(*) from "Notification" where "user" = $1::text and "bucket" = 'action' and "doneAt" is null),
            'unread', (select count(*) from (select from "Notification"
                where "user" = $1::text and "readAt" is null and "bucket" = 'news' limit 1000) few))"#,
        [Bind::from(&*ctx.member()?.id)],
    );
    Ok(ctx.row(&sql).await?.unwrap_or_default())
}

pub(super) struct NotificationCount;

#[async_trait]
impl Query for NotificationCount {
    const NAME: &'static str = "notificationCount";
    const WHO: Who = Who::Member;
    type Params = NoParams;
    type Answer = NotificationCountResult;

    fn answer_schema() -> Option<Json> {
        Some(parameter_schema::of::<NotificationCountAnswer>())
    }

    async fn answer(ctx: &CommandContext, _: NoParams) -> Result<NotificationCountResult, Error> {
        counted(ctx).await
    }
}
