//! Administrators who have the same issue open.
//!
//! Each is a row of `IssueViewer`, which the others follow live. It is created by the first call,
//! renewed by the next ones, and deleted when the administrator leaves or stops calling.

use async_trait::async_trait;
use parse_engine::Error;
use parse_engine::periodic_task::Interval;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde_json::json;

use crate::issue::state::{IssueNumber, find};
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::member::Member;
use feedback_core::refused::forbidden;
use feedback_core::task::{Task, TaskRun};

/// Seconds after a call in which an administrator counts as a viewer.
pub(super) const SECONDS: i64 = 30;

pub(super) struct TriageLook;

#[async_trait]
impl Command for TriageLook {
    const NAME: &'static str = "triageLook";
    // Called every few seconds, so it is not audited.
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = IssueNumber;
    type Answer = Json;

    async fn run(ctx: &CommandContext, params: IssueNumber) -> Result<Json, Error> {
        let member = administrator(ctx)?;
        let issue = find(ctx, params.number).await?;
        let sql = Sql::fixed(
            r#"insert into "IssueViewer" ("objectId", "createdAt", "updatedAt", "issue", "person", "username", "seenAt")
            values ($1::text, $5::timestamptz, $5::timestamptz, $2::text, $3::text, $4::text, $5::timestamptz)
            on conflict ("issue", "person") do update set "seenAt" = excluded."seenAt", "updatedAt" = excluded."updatedAt",
                "username" = excluded."username""#,
            [
                Bind::from(ctx.new_id()),
                issue.as_str().into(),
                member.id.as_str().into(),
                member.username.as_deref().into(),
                ctx.now().into(),
            ],
        );
        ctx.execute(&sql).await?;
        Ok(json!({ "lookers": viewers(ctx, issue.as_str()).await? }))
    }
}

pub(super) struct TriageLeave;

#[async_trait]
impl Command for TriageLeave {
    const NAME: &'static str = "triageLeave";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = IssueNumber;
    type Answer = Json;

    /// Leaving twice is not an error, because the row may have expired.
    async fn run(ctx: &CommandContext, params: IssueNumber) -> Result<Json, Error> {
        let member = administrator(ctx)?;
        let issue = find(ctx, params.number).await?;
        let sql = Sql::fixed(
            r#"delete from "IssueViewer" where "issue" = $1::text and "person" = $2::text"#,
            [Bind::from(issue.as_str()), member.id.as_str().into()],
        );
        ctx.execute(&sql).await?;
        Ok(json!({}))
    }
}

fn administrator(ctx: &CommandContext) -> Result<&Member, Error> {
    let member = ctx.member()?;
    if member.is_admin { Ok(member) } else { Err(forbidden("Only administrators may do this.")) }
}

/// The other viewers of an issue.
pub(super) async fn viewers(ctx: &CommandContext, issue: &str) -> Result<Json, Error> {
    let sql = Sql::fixed(
        "select _touchstone.lookers($1::text, $2::text, $3::timestamptz)",
        [
            Bind::from(issue),
            ctx.member()?.id.as_str().into(),
            ctx.now().plus_seconds(-SECONDS).into(),
        ],
    );
    Ok(ctx.row(&sql).await?.unwrap_or_default())
}

/// Deletes expired viewers.
pub(super) struct ViewersGone;

#[async_trait]
impl Task for ViewersGone {
    const NAME: &'static str = "viewers gone";
    const INTERVAL: Interval = Interval::Second;

    async fn is_due(run: &TaskRun) -> Result<bool, Error> {
        let ctx = run.ctx();
        let sql = Sql::fixed(
            r#"select to_jsonb(exists (select from "IssueViewer" where "seenAt" <= $1::timestamptz))"#,
            [Bind::from(ctx.now().plus_seconds(-SECONDS))],
        );
        Ok(ctx.row(&sql).await?.unwrap_or(false))
    }

    async fn run(run: &TaskRun) -> Result<(), Error> {
        let ctx = run.ctx();
        let sql = Sql::fixed(
            r#"delete from "IssueViewer" where "seenAt" <= $1::timestamptz"#,
            [Bind::from(ctx.now().plus_seconds(-SECONDS))],
        );
        ctx.execute(&sql).await.map(drop)
    }
}
