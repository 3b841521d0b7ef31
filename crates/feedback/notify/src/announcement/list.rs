//! Reading announcements.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};

use feedback_core::command::{Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::cursor::Cursor;
use feedback_core::refused::{forbidden, invalid, not_found};

/// Announcements per page, by default and at most.
const PAGE: i64 = 20;
const MOST: i64 = 100;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AnnouncementListParams {
    cursor: Option<Cursor>,
    limit: Option<i64>,
    #[serde(default)]
    drafts: bool,
}

#[derive(Deserialize)]
struct AnnouncementRow {
    key: String,
    id: String,
    row: Json,
}

#[derive(Serialize)]
pub(super) struct AnnouncementListResult {
    rows: Vec<Json>,
    next: Option<Cursor>,
}

pub(super) struct AnnouncementList;

#[async_trait]
impl Query for AnnouncementList {
    const NAME: &'static str = "announcementList";
    const WHO: Who = Who::Member;
    type Params = AnnouncementListParams;
    type Answer = AnnouncementListResult;

    /// Newest first. Drafts, which only administrators see, come before published ones.
    async fn answer(
        ctx: &CommandContext,
        asked: AnnouncementListParams,
    ) -> Result<AnnouncementListResult, Error> {
        let member = ctx.member()?;
        if asked.drafts && !member.is_admin {
            return Err(forbidden("Only administrators may do this."));
        }
        let limit = asked.limit.unwrap_or(PAGE);
        if !(1..=MOST).contains(&limit) {
            return Err(invalid("LIMIT", format!("A page has 1 to {MOST} rows.")));
        }
        let sql = Sql::fixed(
            LIST,
            [
                Bind::from(&*member.id),
                member.is_admin.into(),
                asked.drafts.into(),
                asked.cursor.as_ref().map(Cursor::key).into(),
                asked.cursor.as_ref().map(Cursor::id).into(),
                (limit + 1).into(),
            ],
        );
        let mut placed: Vec<AnnouncementRow> = ctx.rows(&sql).await?;
        let next = Cursor::after_page(&mut placed, limit, |row| (&row.key, &row.id));
        Ok(AnnouncementListResult {
            rows: placed.into_iter().map(|placed| placed.row).collect(),
            next,
        })
    }
}

const LIST: &str = r#"select jsonb_build_object('key', coalesce(_touchstone.iso(a."publishedAt"), '9999-01-01T00:00:00.000Z'),
    'id', a."objectId", 'row', _touchstone.announcement_shown(a, $1::text, $2::bool))
from "Announcement" a
where (a."publishedAt" is not null or $3::bool) and ($2::bool or _touchstone.is_in_cohort(
        (select u."joinedVia" from "_User" u where u."objectId" = $1::text), a."cohort"))
    and ($4::text is null
        or (coalesce(a."publishedAt", '9999-01-01Z'::timestamptz), a."objectId") < ($4::text::timestamptz, $5::text))
order by coalesce(a."publishedAt", '9999-01-01Z'::timestamptz) desc, a."objectId" desc limit $6::int8"#;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AnnouncementGetParams {
    id: String,
}

#[derive(Serialize)]
pub(super) struct Shown {
    announcement: Json,
}

pub(super) struct AnnouncementGet;

#[async_trait]
impl Query for AnnouncementGet {
    const NAME: &'static str = "announcementGet";
    const WHO: Who = Who::Member;
    type Params = AnnouncementGetParams;
    type Answer = Shown;

    /// Users who were not notified of a release can read it too, by its address.
    async fn answer(ctx: &CommandContext, one: AnnouncementGetParams) -> Result<Shown, Error> {
        Ok(Shown { announcement: shown(ctx, &one.id).await? })
    }
}

/// An announcement, if the caller can read it.
pub(super) async fn shown(ctx: &CommandContext, id: &str) -> Result<Json, Error> {
    let member = ctx.member()?;
    let sql = Sql::fixed(
        r#"select _touchstone.announcement_shown(a, $2::text, $3::bool) from "Announcement" a
        where a."objectId" = $1::text and (a."publishedAt" is not null or $3::bool)"#,
        [Bind::from(id), member.id.as_str().into(), member.is_admin.into()],
    );
    ctx.row(&sql).await?.ok_or_else(not_found)
}
