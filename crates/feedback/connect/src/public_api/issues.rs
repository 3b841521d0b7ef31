//! Issues for programs.

use async_trait::async_trait;
use feedback_model::{Kind, Severity, Status};
use parse_engine::Error;
use parse_model::{Date, Json};
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};

use feedback_core::command::{Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::cursor::Cursor;
use feedback_core::form::Form;
use feedback_core::refused::{invalid, not_found};

/// Issues per page, by default and at most.
const PAGE: i64 = 50;
const MOST: i64 = 100;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ApiIssuesParams {
    status: Option<Status>,
    kind: Option<Kind>,
    severity: Option<Severity>,
    /// Only issues with activity since this time.
    since: Option<String>,
    cursor: Option<Cursor>,
    limit: Option<i64>,
}

#[derive(Serialize)]
pub(super) struct ApiIssuesResult {
    issues: Vec<Json>,
    next: Option<Cursor>,
}

#[derive(Deserialize)]
struct IssueRow {
    row: Json,
    key: String,
    id: String,
}

pub(super) struct ApiIssues;

#[async_trait]
impl Query for ApiIssues {
    const NAME: &'static str = "apiIssues";
    const WHO: Who = Who::Administrator;
    type Params = Form<ApiIssuesParams>;
    type Answer = ApiIssuesResult;

    /// Most recent activity first.
    async fn answer(
        ctx: &CommandContext,
        asked: Form<ApiIssuesParams>,
    ) -> Result<ApiIssuesResult, Error> {
        let asked = asked.valid()?;
        let moment = |text: &str, what| Date::parse(text).ok_or_else(|| invalid("PARAMS", what));
        let since = asked.since.as_deref().map(|text| {
            moment(text, "invalid since: expected a time such as 2026-11-18T09:00:00Z")
        });
        let place = asked.cursor.as_ref().map(|cursor| {
            moment(cursor.key(), "invalid cursor: send the cursor of the previous page")
                .map(|key| (key, cursor.id()))
        });
        let (since, place) = (since.transpose()?, place.transpose()?);
        let limit = asked.limit.unwrap_or(PAGE).clamp(1, MOST);
        let sql = Sql::fixed(
            r#"select jsonb_build_object('row', _touchstone.api_issue(i), 'key', _touchstone.iso(i."lastActivityAt"), 'id', i."objectId")
            from "Issue" i
            where _touchstone.is_public(i."_rperm") and ($1::text is null or i."status" = $1::text)
                and ($2::text is null or i."kind" = $2::text) and ($3::text is null or i."severity" = $3::text)
                and ($4::timestamptz is null or i."lastActivityAt" >= $4::timestamptz)
                and ($5::timestamptz is null or (i."lastActivityAt", i."objectId") < ($5::timestamptz, $6::text))
            order by i."lastActivityAt" desc, i."objectId" desc limit $7::int8"#,
            [
                Bind::from(asked.status.map(Status::key)),
                asked.kind.map(Kind::key).into(),
                asked.severity.map(Severity::key).into(),
                since.into(),
                place.map(|(key, _)| key).into(),
                place.map(|(_, id)| id).into(),
                (limit + 1).into(),
            ],
        );
        let mut rows: Vec<IssueRow> = ctx.rows(&sql).await?;
        let next = Cursor::after_page(&mut rows, limit, |row| (&row.key, &row.id));
        Ok(ApiIssuesResult {
            issues: rows.into_iter().map(|row| with_url(ctx, row.row)).collect(),
            next,
        })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ApiIssueParams {
    number: u32,
}

pub(super) struct ApiIssue;

#[async_trait]
impl Query for ApiIssue {
    const NAME: &'static str = "apiIssue";
    const WHO: Who = Who::Administrator;
    type Params = ApiIssueParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, asked: ApiIssueParams) -> Result<Json, Error> {
        let sql = Sql::fixed(
            r#"select _touchstone.api_issue(i) || jsonb_build_object('body', i."body", 'steps', coalesce(i."steps", '[]'),
                'environment', coalesce(i."environment", '{}')) || _touchstone.report_texts(i)
            from "Issue" i where i."number" = $1::float8 and _touchstone.is_public(i."_rperm")"#,
            [Bind::from(f64::from(asked.number))],
        );
        let issue = ctx.row(&sql).await?.ok_or_else(not_found)?;
        Ok(with_url(ctx, issue))
    }
}

fn with_url(ctx: &CommandContext, mut issue: Json) -> Json {
    issue["url"] = ctx.issue_url(&issue["number"]).into();
    issue
}
