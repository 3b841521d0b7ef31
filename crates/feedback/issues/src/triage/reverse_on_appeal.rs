//! Reverses a decision about an issue when an appeal is upheld.

use feedback_model::Severity;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};

use super::reply::TriageResult;
use super::{decide, merge, reopen};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::not_found;

const REASON: &str = "An appeal of the reporter was upheld.";

async fn number(ctx: &CommandContext, issue: &str) -> Result<u32, Error> {
    let sql = Sql::fixed(
        r#"select to_jsonb("number"::int) from "Issue" where "objectId" = $1::text"#,
        [Bind::from(issue)],
    );
    ctx.row(&sql).await?.ok_or_else(not_found)
}

fn points(concluded: TriageResult) -> Vec<Json> {
    concluded.reply.points
}

/// Reopens a closed issue.
pub async fn reopen(ctx: &CommandContext, issue: &str) -> Result<Vec<Json>, Error> {
    let number = number(ctx, issue).await?;
    reopen::reopen(ctx, number, REASON.to_owned()).await.map(points)
}

/// Unmerges an issue.
pub async fn part(ctx: &CommandContext, issue: &str) -> Result<Vec<Json>, Error> {
    let number = number(ctx, issue).await?;
    merge::unmerge(ctx, number).await.map(points)
}

/// Changes the severity.
pub async fn regrade(
    ctx: &CommandContext,
    issue: &str,
    severity: Severity,
) -> Result<Vec<Json>, Error> {
    let number = number(ctx, issue).await?;
    decide::regrade(ctx, number, severity).await.map(points)
}
