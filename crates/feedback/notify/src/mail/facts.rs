//! Facts for mails beyond those of a delivery, read when a mail is written.

use feedback_model::Kind;
use letters::{Day, Issue};
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::Deserialize;

use feedback_core::command_context::CommandContext;

/// The public part of an issue.
#[derive(Debug, Deserialize)]
pub(super) struct IssueFacts {
    pub(super) number: u32,
    title: Option<String>,
    pub(super) kind: Kind,
}

impl IssueFacts {
    /// In the form of mail templates.
    pub(super) fn issue(&self) -> Issue {
        Issue { number: self.number, title: self.title.clone() }
    }
}

/// The issue with this id.
pub(super) async fn issue(ctx: &CommandContext, id: &str) -> Result<Option<IssueFacts>, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('number', i."number"::int, 'kind', i."kind",
            'title', case when _touchstone.is_public(i."_rperm") then i."title" end)
        from "Issue" i where i."objectId" = $1::text"#,
        [Bind::from(id)],
    );
    ctx.row(&sql).await
}

/// Issues by their numbers, in order. Deleted ones are skipped.
pub(super) async fn issues(ctx: &CommandContext, numbers: &[u32]) -> Result<Vec<Issue>, Error> {
    let numbers = numbers.iter().copied().map(f64::from).collect();
    let sql = Sql::fixed(
        r#"select jsonb_build_object('number', i."number"::int, 'kind', i."kind",
            'title', case when _touchstone.is_public(i."_rperm") then i."title" end)
        from "Issue" i where i."number" = any($1::float8[]) order by i."number""#,
        [Bind::Numbers(numbers)],
    );
    let found: Vec<IssueFacts> = ctx.rows(&sql).await?;
    Ok(found.iter().map(IssueFacts::issue).collect())
}

/// The text of an announcement.
#[derive(Debug, Deserialize)]
pub(super) struct AnnouncementFacts {
    pub(super) title: String,
    pub(super) body: String,
}

/// The announcement with this id.
pub(super) async fn announcement(
    ctx: &CommandContext,
    id: &str,
) -> Result<Option<AnnouncementFacts>, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('title', coalesce(a."title", ''), 'body', coalesce(a."body", ''))
        from "Announcement" a where a."objectId" = $1::text"#,
        [Bind::from(id)],
    );
    ctx.row(&sql).await
}

/// The day of a time in the user's time zone.
pub(super) async fn day(
    ctx: &CommandContext,
    moment: &str,
    zone: &str,
) -> Result<Option<Day>, Error> {
    let sql = Sql::fixed(
        "select to_jsonb(to_char($1::text::timestamptz at time zone $2::text, 'YYYY-MM-DD'))",
        [Bind::from(moment), zone.into()],
    );
    let day: Option<String> = ctx.row(&sql).await?;
    Ok(day.as_deref().and_then(Day::parse))
}
